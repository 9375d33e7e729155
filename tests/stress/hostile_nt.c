/* SPDX-License-Identifier: MIT */
/* Calls the hooked queries of ntdll with handles and lengths of all kinds; wine.nt_queries has the memory that cannot be
   written. */
#include "cycletime.h"
#include "hostile.h"

#include <string.h>

static const char touched[] = "ntdll: a byte was written that may not be";

static struct {
    LONG (WINAPI *process)(HANDLE, ULONG, PVOID, ULONG, PULONG);
    LONG (WINAPI *thread)(HANDLE, ULONG, PVOID, ULONG, PULONG);
    LONG (WINAPI *system)(ULONG, PVOID, ULONG, PULONG);
    LONG (WINAPI *system_ex)(ULONG, PVOID, ULONG, PVOID, ULONG, PULONG);
} nt;

void hostile_nt_hook(void)
{
    HMODULE ntdll = GetModuleHandleW(L"ntdll.dll");
    BYTE before[32];

    memcpy(before, (void *)GetProcAddress(ntdll, "NtQuerySystemInformation"), sizeof before);
    assert_true(CycletimeInstallHooks(0));
    nt.process = (void *)GetProcAddress(ntdll, "NtQueryInformationProcess");
    nt.thread = (void *)GetProcAddress(ntdll, "NtQueryInformationThread");
    nt.system = (void *)GetProcAddress(ntdll, "NtQuerySystemInformation");
    nt.system_ex = (void *)GetProcAddress(ntdll, "NtQuerySystemInformationEx");
    assert_true(nt.process && nt.thread && nt.system_ex);
    assert_memory_not_equal((void *)nt.system, before, sizeof before); /* its instructions, or where it is */
}

static LONG ask(ULONG class, HANDLE handle, USHORT *group, PVOID buffer, ULONG length, PULONG reported)
{
    switch (class) {
    case 1: case 23: return nt.thread(handle, class, buffer, length, reported);
    case 4: case 38: return nt.process(handle, class, buffer, length, reported);
    default: return group ? nt.system_ex(class, group, sizeof *group, buffer, length, reported)
                          : nt.system(class, buffer, length, reported);
    }
}

/* Returns the length that a successful query writes. */
static ULONG need_of(ULONG class)
{
    const ULONG processors = GetActiveProcessorCount(0);

    switch (class) {
    case 1: case 4: return 32;
    case 23: case 38: return 16;
    case 8: case 0x2a: return processors * 0x30;
    default: return processors * 8;
    }
}

/* An array is left alone if it is refused. Times and other lengths are Wine's matter then, which writes into the buffer of
   a question that it refuses. */
const char *hostile_nt_call(void)
{
    static const ULONG classes[] = { 1, 23, 4, 38, 8, 0x2a, 83, 108 };
    const ULONG class = classes[pick(ARRAYSIZE(classes))], need = need_of(class);
    const ULONG length = pick(2) ? need : pick(2 * need + 2);
    USHORT group = pick(3) ? 0 : (USHORT)next_random(&random_state);
    struct place buffer, reported;
    BOOL untouched;
    LONG status;

    place_take(&buffer, length, FALSE);
    place_take(&reported, 4, TRUE);
    status = ask(class, hostile_handle(), pick(2) ? &group : NULL, buffer.at, length, (PULONG)reported.at);
    untouched = status < 0 && length == need && (class == 8 || class == 83);
    return place_check(&reported, 4) && place_check(&buffer, untouched ? 0 : length) ? NULL : touched;
}
