/* SPDX-License-Identifier: MIT */
/* A program with no knowledge of cycletime that prints what Wine's services provide: which of them run, and whether there
   are drives and network adapters. Each service has five seconds to start, since Wine starts some of them late. */
#include <winsock2.h>
#include <iphlpapi.h>
#include <stdio.h>
#include <windows.h>

static BOOL service_runs(const char *name)
{
    SC_HANDLE manager = OpenSCManagerA(NULL, NULL, SC_MANAGER_CONNECT), service = NULL;
    SERVICE_STATUS status = { 0 };
    int tries;

    if (manager) service = OpenServiceA(manager, name, SERVICE_QUERY_STATUS | SERVICE_START);
    if (service) StartServiceA(service, 0, NULL); /* RpcSs starts on demand only; it fails for one that runs */
    for (tries = 0; service && tries < 50; tries++) {
        if (!QueryServiceStatus(service, &status) || status.dwCurrentState == SERVICE_RUNNING) break;
        Sleep(100);
    }
    if (service) CloseServiceHandle(service);
    if (manager) CloseServiceHandle(manager);
    return status.dwCurrentState == SERVICE_RUNNING;
}

static BOOL there_are_adapters(void)
{
    static BYTE buffer[1 << 17];
    ULONG size = sizeof buffer;

    return GetAdaptersAddresses(AF_UNSPEC, 0, NULL, (void *)buffer, &size) == NO_ERROR;
}

static BOOL there_is_a_volume(void)
{
    char name[MAX_PATH];

    return GetVolumeNameForVolumeMountPointA("C:\\", name, sizeof name);
}

int main(void)
{
    printf("MountMgr %d\n", service_runs("MountMgr"));
    printf("nsiproxy %d\n", service_runs("nsiproxy"));
    printf("RpcSs %d\n", service_runs("RpcSs"));
    printf("drives %d\n", (GetLogicalDrives() & 1 << 2) != 0);
    printf("volume %d\n", there_is_a_volume());
    printf("adapters %d\n", there_are_adapters());
    return fflush(stdout) != 0;
}
