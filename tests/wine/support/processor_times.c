/* SPDX-License-Identifier: MIT */
#include "processor_times.h"
#include "support.h"

#include <winternl.h>

LONG system_ask_processors(ULONG class, void *buffer, ULONG size, ULONG *length)
{
    return NtQuerySystemInformation((SYSTEM_INFORMATION_CLASS)class, buffer, size, length);
}

LONG system_ask_processors_of(ULONG class, const USHORT *group, void *buffer, ULONG size, ULONG *length)
{
    LONG (WINAPI *ask)(ULONG, const void *, ULONG, void *, ULONG, ULONG *) =
        (void *)GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "NtQuerySystemInformationEx");

    assert_non_null(ask);
    return ask(class, group, sizeof *group, buffer, size, length);
}

void system_processor_times(struct processor_times times[GROUP_PROCESSORS])
{
    ULONG length = 0;

    if (GetActiveProcessorGroupCount() != 1) SKIP_BECAUSE("there is more than one group of processors");
    assert_int_equal(system_ask_processors(8, times, GROUP_PROCESSORS * sizeof *times, &length), 0);
    /* Wine's index is Linux's number there. */
    if (length != GetActiveProcessorCount(0) * sizeof *times) SKIP_BECAUSE("a processor is off");
}

struct processor_times system_processor_sums(void)
{
    struct processor_times times[GROUP_PROCESSORS], sums = { 0 };
    ULONG i;

    system_processor_times(times);
    for (i = 0; i < GetActiveProcessorCount(0); i++) {
        sums.idle += times[i].idle;
        sums.kernel += times[i].kernel;
        sums.user += times[i].user;
    }
    return sums;
}
