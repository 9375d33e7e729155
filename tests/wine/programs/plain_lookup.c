/* SPDX-License-Identifier: MIT */
/* Queries by functions that it looks up, in one of the ways below: the build defines PLAIN_WAY. */
#include "plain.h"

#include <string.h>
#include <winternl.h>

NTSTATUS NTAPI LdrGetDllHandle(PWSTR, PULONG, PUNICODE_STRING, PVOID *);
NTSTATUS NTAPI LdrGetProcedureAddress(PVOID, PANSI_STRING, ULONG, PVOID *);

static void *find_in_loaded_library(const char *module, const char *name)
{
    HMODULE from = LoadLibraryA(module);

    return from ? (void *)GetProcAddress(from, name) : NULL;
}

static void *find_by_handle(const char *module, const char *name)
{
    return (void *)GetProcAddress(GetModuleHandleA(module), name);
}

/* The environment variable ORDINALS holds the ordinals in the order in which this program looks for the functions. */
static void *find_by_ordinal(const char *module, const char *name)
{
    static char text[128], *next;

    (void)name;
    if (!next) {
        GetEnvironmentVariableA("ORDINALS", text, sizeof text);
        next = text;
    }
    return (void *)GetProcAddress(GetModuleHandleA(module), MAKEINTRESOURCEA(strtoul(next, &next, 10)));
}

static void *find_by_ntdll(const char *module, const char *name)
{
    PVOID from = NULL, function = NULL;
    UNICODE_STRING wide;
    ANSI_STRING text;

    RtlInitAnsiString(&text, module);
    if (RtlAnsiStringToUnicodeString(&wide, &text, TRUE) < 0) return NULL;
    LdrGetDllHandle(NULL, NULL, &wide, &from);
    RtlFreeUnicodeString(&wide);
    RtlInitAnsiString(&text, name);
    return LdrGetProcedureAddress(from, &text, 0, &function) < 0 ? NULL : function;
}

static void *find_in_export_table(const char *module, const char *name)
{
    BYTE *from = (BYTE *)GetModuleHandleA(module);
    const IMAGE_NT_HEADERS *nt = (void *)(from + ((IMAGE_DOS_HEADER *)from)->e_lfanew);
    const IMAGE_DATA_DIRECTORY *entry = &nt->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_EXPORT];
    const IMAGE_EXPORT_DIRECTORY *exports = (void *)(from + entry->VirtualAddress);
    const DWORD *names = (void *)(from + exports->AddressOfNames);
    const DWORD *functions = (void *)(from + exports->AddressOfFunctions);
    const WORD *ordinals = (void *)(from + exports->AddressOfNameOrdinals);
    DWORD i;

    for (i = 0; i < exports->NumberOfNames; i++)
        if (!strcmp((char *)from + names[i], name)) return from + functions[ordinals[i]];
    return NULL;
}

enum { PLACES = 3 };

/* The modules in which the functions for cycles and those for times are looked up; `who` begins the lines. */
struct place {
    const char *who, *cycles, *times;
};

static const struct place modules[PLACES] = {
    { "kernel32", "kernel32.dll", "kernel32.dll" },
    { "kernelbase", "kernelbase.dll", "kernelbase.dll" } };

static const struct place sets[PLACES] = {
    { "set-0", "api-ms-win-core-realtime-l1-1-0.dll", "api-ms-win-core-processthreads-l1-1-0.dll" },
    { "set-1", "api-ms-win-core-realtime-l1-1-1.dll", "api-ms-win-core-processthreads-l1-1-1.dll" },
    { "set-2", "api-ms-win-core-realtime-l1-1-2.dll", "api-ms-win-core-processthreads-l1-1-2.dll" } };

enum way { BY_LOAD_LIBRARY, BY_API_SET, BY_HANDLE, BY_ORDINAL, BY_NTDLL, BY_EXPORT_TABLE };

static const struct {
    void *(*find)(const char *module, const char *name);
    const struct place *places;
} ways[] = {
    [BY_LOAD_LIBRARY] = { find_in_loaded_library, modules },
    [BY_API_SET] = { find_in_loaded_library, sets },
    [BY_HANDLE] = { find_by_handle, modules },
    [BY_ORDINAL] = { find_by_ordinal, modules },
    [BY_NTDLL] = { find_by_ntdll, modules },
    [BY_EXPORT_TABLE] = { find_in_export_table, modules } };

static struct plain_functions found[PLACES];
static BOOL looked_up;

void plain_look_up(void)
{
    const struct place *place = ways[PLAIN_WAY].places;
    int i;

    for (i = 0; i < PLACES && place[i].who; i++) {
        found[i].QueryThreadCycleTime = ways[PLAIN_WAY].find(place[i].cycles, "QueryThreadCycleTime");
        found[i].QueryProcessCycleTime = ways[PLAIN_WAY].find(place[i].cycles, "QueryProcessCycleTime");
        found[i].GetThreadTimes = ways[PLAIN_WAY].find(place[i].times, "GetThreadTimes");
        found[i].GetProcessTimes = ways[PLAIN_WAY].find(place[i].times, "GetProcessTimes");
    }
    looked_up = TRUE;
}

void library_ask(HANDLE other)
{
    int i;

    if (!looked_up) plain_look_up();
    for (i = 0; i < PLACES; i++) {
        if (!found[i].QueryThreadCycleTime || !found[i].QueryProcessCycleTime) continue;
        if (!found[i].GetThreadTimes || !found[i].GetProcessTimes) continue;
        plain_ask(ways[PLAIN_WAY].places[i].who, &found[i], other);
    }
}
