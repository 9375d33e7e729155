/* SPDX-License-Identifier: MIT */
/* Asks ntdll for the memory of its child, which used 64 MB and has ended: by a length of each kind, and without the right.
   With an argument it is that child. */
#include <windows.h>
#include <stdio.h>
#include <string.h>
#include <winternl.h>

enum { MEMORY = 64 << 20, COUNTERS = 3, WITHOUT_PRIVATE = 11 * sizeof(SIZE_T), WITH_PRIVATE = 12 * sizeof(SIZE_T) };
enum { PEAK = 3 * sizeof(SIZE_T), PRESENT = 4 * sizeof(SIZE_T) };

static void report(const char *what, HANDLE process, ULONG length)
{
    BYTE counters[2 * WITH_PRIVATE];
    ULONG returned = 0;
    SIZE_T peak, present;
    LONG status;

    memset(counters, 0xcc, sizeof counters);
    status = NtQueryInformationProcess(process, COUNTERS, counters, length, &returned);
    memcpy(&peak, counters + PEAK, sizeof peak);
    memcpy(&present, counters + PRESENT, sizeof present);
    printf("%s: %08lx %lu", what, status, returned / (ULONG)sizeof(SIZE_T));
    if (!status) printf(" %s, now %lu", peak >= MEMORY && peak < 4 * MEMORY ? "peak" : "no peak", (ULONG)present);
    printf("\n");
}

static void ask_about_child(void)
{
    STARTUPINFOA startup = { .cb = sizeof startup };
    PROCESS_INFORMATION child;
    char self[MAX_PATH], line[MAX_PATH + 20];
    HANDLE weak;

    GetModuleFileNameA(NULL, self, sizeof self);
    snprintf(line, sizeof line, "\"%s\" child", self);
    if (!CreateProcessA(NULL, line, NULL, NULL, FALSE, 0, NULL, NULL, &startup, &child)) return;
    WaitForSingleObject(child.hProcess, INFINITE);
    report("at once", child.hProcess, WITH_PRIVATE);
    Sleep(500);
    report("later", child.hProcess, WITH_PRIVATE);
    report("shorter", child.hProcess, WITHOUT_PRIVATE);
    report("too short", child.hProcess, WITHOUT_PRIVATE - 4);
    report("longer", child.hProcess, WITH_PRIVATE + 8);
    DuplicateHandle(GetCurrentProcess(), child.hProcess, GetCurrentProcess(), &weak, SYNCHRONIZE, FALSE, 0);
    report("without the right", weak, WITH_PRIVATE);
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1) memset(VirtualAlloc(NULL, MEMORY, MEM_COMMIT, PAGE_READWRITE), 1, MEMORY);
    else ask_about_child();
    return 0;
}
