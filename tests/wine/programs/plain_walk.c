/* SPDX-License-Identifier: MIT */
/* A program with no knowledge of cycletime that reads the export tables itself. The argument: another process's id. */
#include "plain.h"

#include <string.h>

static void *find(BYTE *module, const char *name)
{
    const IMAGE_NT_HEADERS *nt = (void *)(module + ((IMAGE_DOS_HEADER *)module)->e_lfanew);
    const IMAGE_DATA_DIRECTORY *entry = &nt->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_EXPORT];
    const IMAGE_EXPORT_DIRECTORY *exports = (void *)(module + entry->VirtualAddress);
    const DWORD *names = (void *)(module + exports->AddressOfNames);
    const DWORD *functions = (void *)(module + exports->AddressOfFunctions);
    const WORD *ordinals = (void *)(module + exports->AddressOfNameOrdinals);
    DWORD i;

    for (i = 0; i < exports->NumberOfNames; i++)
        if (!strcmp((char *)module + names[i], name)) return module + functions[ordinals[i]];
    return NULL;
}

static void look_up(const char *who, HANDLE other)
{
    BYTE *from = (BYTE *)GetModuleHandleA(who);
    const struct plain_functions found = {
        find(from, "QueryThreadCycleTime"), find(from, "QueryProcessCycleTime"), find(from, "GetThreadTimes"),
        find(from, "GetProcessTimes") };

    plain_ask(who, &found, other);
}

int main(int argc, char **argv)
{
    plain_work();
    look_up("kernel32", plain_other(argc, argv));
    look_up("kernelbase", plain_other(argc, argv));
    plain_end();
    return 0;
}
