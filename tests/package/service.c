/* SPDX-License-Identifier: MIT */
/*
 * A program with no knowledge of cycletime that is a service of Windows, or anything else that another one starts: it
 * writes whether the system reports its thread's cycles. On its line
 *     report FILE             it does that
 *     install NAME FILE     makes the service NAME, which does that, and starts it
 *     remove NAME
 *     stay FILE             it does that, and goes on until the file is gone
 *     side                  whether its thread's cycles move as fast as the unixlib reports them
 */
#include <windows.h>

#include <stdio.h>
#include <string.h>

static const char *reported;

static int report(const char *file)
{
    BOOL (WINAPI *query)(HANDLE, ULONG64 *) =
        (void *)GetProcAddress(GetModuleHandleA("kernel32.dll"), "QueryThreadCycleTime");
    FILE *out = fopen(file, "w");
    ULONG64 cycles = 0;

    if (!out) return 1;
    fprintf(out, "cycles %d\n", query && query(GetCurrentThread(), &cycles) && cycles);
    return fclose(out) != 0;
}

static void WINAPI control(DWORD code)
{
    (void)code;
}

static void WINAPI serve(DWORD count, LPSTR *arguments)
{
    SERVICE_STATUS status = { SERVICE_WIN32_OWN_PROCESS, SERVICE_RUNNING, 0, 0, 0, 0, 0 };
    SERVICE_STATUS_HANDLE handle = RegisterServiceCtrlHandlerA("", control);

    (void)count;
    (void)arguments;
    SetServiceStatus(handle, &status);
    report(reported);
    status.dwCurrentState = SERVICE_STOPPED;
    SetServiceStatus(handle, &status);
}

static int be_service(const char *file)
{
    char name[] = "";
    const SERVICE_TABLE_ENTRYA table[] = { { name, serve }, { NULL, NULL } };

    reported = file;
    return !StartServiceCtrlDispatcherA(table);
}

/* Wine ends its services when the last program of another kind has ended. */
static int wait_for(SC_HANDLE service)
{
    SERVICE_STATUS status = { 0 };
    int tenths;

    for (tenths = 0; tenths < 100; tenths++) {
        if (!QueryServiceStatus(service, &status) || status.dwCurrentState == SERVICE_STOPPED) return 0;
        Sleep(100);
    }
    return 1;
}

static int install(const char *name, const char *file)
{
    SC_HANDLE manager = OpenSCManagerA(NULL, NULL, SC_MANAGER_ALL_ACCESS), service;
    char self[MAX_PATH], line[2 * MAX_PATH + 32];

    GetModuleFileNameA(NULL, self, MAX_PATH);
    snprintf(line, sizeof line, "\"%s\" serve \"%s\"", self, file);
    service = CreateServiceA(manager, name, name, SERVICE_ALL_ACCESS, SERVICE_WIN32_OWN_PROCESS, SERVICE_DEMAND_START,
                             SERVICE_ERROR_IGNORE, line, NULL, NULL, NULL, NULL, NULL);
    if (service && StartServiceA(service, 0, NULL)) return wait_for(service);
    printf("error %lu\n", GetLastError());
    return 1;
}

static int uninstall(const char *name)
{
    SC_HANDLE manager = OpenSCManagerA(NULL, NULL, SC_MANAGER_ALL_ACCESS);
    SC_HANDLE service = OpenServiceA(manager, name, SERVICE_ALL_ACCESS);

    return !service || !DeleteService(service);
}

static int stay(const char *file)
{
    if (report(file)) return 1;
    while (GetFileAttributesA(file) != INVALID_FILE_ATTRIBUTES) Sleep(50);
    return 0;
}

/* Wine's own move in steps of 10 ms. */
static int side(void)
{
    BOOL (WINAPI *query)(HANDLE, ULONG64 *) =
        (void *)GetProcAddress(GetModuleHandleA("kernel32.dll"), "QueryThreadCycleTime");
    ULONG64 before = 0, after = 0;

    if (!query || !query(GetCurrentThread(), &before) || !query(GetCurrentThread(), &after)) puts("no cycles");
    else puts(after > before && after - before < 1000000 ? "Linux side  active" : "Linux side  not there");
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 3 && !strcmp(argv[1], "report")) return report(argv[2]);
    if (argc == 3 && !strcmp(argv[1], "serve")) return be_service(argv[2]);
    if (argc == 4 && !strcmp(argv[1], "install")) return install(argv[2], argv[3]);
    if (argc == 3 && !strcmp(argv[1], "remove")) return uninstall(argv[2]);
    if (argc == 2 && !strcmp(argv[1], "side")) return side();
    if (argc == 3 && !strcmp(argv[1], "stay")) return stay(argv[2]);
    return 2;
}
