/* SPDX-License-Identifier: MIT */
/* GetProcessorSystemCycleTime, the cycles of DPCs and interrupts, which Wine does not report. */
#include "arrays.h"
#include "processor_times.h"

TEST(on_windows_and_with_the_unixlib_they_are_reported_and_never_go_back)
{
    ULONG64 last[GROUP_PROCESSORS] = { 0 }, cycles[GROUP_PROCESSORS];
    DWORD length, i;
    int round;

    if (is_wine() && !with_unixlib()) SKIP_BECAUSE("Wine does not report them without the Linux side");
    for (round = 0; round < 200; round++) {
        length = sizeof cycles;
        assert_succeeds(GetProcessorSystemCycleTime(0, (PSYSTEM_PROCESSOR_CYCLE_TIME_INFORMATION)cycles, &length));
        assert_int_equal(length, need());
        for (i = 0; i < length / sizeof *cycles; i++) {
            assert_true(cycles[i] >= last[i]);
            last[i] = cycles[i];
        }
    }
}
