/* SPDX-License-Identifier: MIT */
/* Calls the hooked queries of ntdll with buffers anywhere: NT never faults in its caller. */
#include "cycletime.h"
#include "hostile.h"

#include <ntstatus.h>
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

/* Where SIZE bytes cannot be written, not all of them; not NULL. */
static BYTE *nowhere(const BYTE *field, ULONG size)
{
    switch (pick(4)) {
    case 0: return (BYTE *)(ULONG_PTR)(1 + pick(0xfff));
    case 1: return (BYTE *)field + FIELD - pick(size);
    case 2: return (BYTE *)~(ULONG_PTR)pick(64);
    default: return (BYTE *)((ULONG_PTR)1 << (sizeof(void *) * 8 - 1) | pick(0x10000));
    }
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

ULONG hostile_nt_class(ULONG *need)
{
    static const ULONG classes[] = { 1, 23, 4, 38, 8, 0x2a, 83, 108 };
    const ULONG class = classes[pick(ARRAYSIZE(classes))];

    *need = need_of(class);
    return class;
}

LONG hostile_nt_ask(ULONG class, PVOID buffer, ULONG length, PULONG reported)
{
    const BOOL thread = class == 1 || class == 23;
    USHORT group = 0;

    return ask(class, thread ? GetCurrentThread() : GetCurrentProcess(), pick(2) ? &group : NULL, buffer, length, reported);
}

/* Wine answers these classes if the unixlib or this machine does not. */
static BOOL may_be_the_system_s(ULONG class)
{
    return class == 108 || class == 0x2a;
}

/* An array is left alone if it is refused. Times and other lengths are Wine's matter then, which writes into the buffer of
   a question that it refuses. */
static const char *call_with_places(void)
{
    ULONG need;
    const ULONG class = hostile_nt_class(&need), length = pick(2) ? need : pick(2 * need + 2);
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

/* Makes a valid query without a place for its answer: Wine writes as much as there is room for. */
static const char *call_with_nowhere(void)
{
    ULONG need;
    const ULONG class = hostile_nt_class(&need);
    const BOOL bad_buffer = pick(2);
    struct place buffer, reported;
    LONG status;

    place_take(&buffer, need, FALSE);
    place_take(&reported, 4, FALSE);
    status = hostile_nt_ask(class, bad_buffer ? nowhere(buffer.field, need) : buffer.at, need,
                            (PULONG)(bad_buffer ? reported.at : nowhere(reported.field, 4)));
    if (status >= 0) return "ntdll: success, and nowhere to write to";
    if (!may_be_the_system_s(class) && status != STATUS_ACCESS_VIOLATION) return "ntdll: not an access violation";
    if (!place_check(&buffer, need) && !bad_buffer) return touched;
    return !place_check(&reported, 4) && bad_buffer ? touched : NULL;
}

const char *hostile_nt_call(void)
{
    return pick(4) ? call_with_places() : call_with_nowhere();
}
