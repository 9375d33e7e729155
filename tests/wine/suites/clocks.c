/* SPDX-License-Identifier: MIT */
/* Time since the system started, the rate of cycles, and who answers, as a program asks that was linked with the
   functions: this source is linked once with the static library and once through the import library. */
#include "clocks.h"
#include "cycletime.h"
#include "linkage.h"

const char *const linked[] = {
    "QueryInterruptTime", "QueryInterruptTimePrecise", "QueryUnbiasedInterruptTime", "QueryUnbiasedInterruptTimePrecise",
    "QueryAuxiliaryCounterFrequency", "ConvertAuxiliaryCounterToPerformanceCounter",
    "ConvertPerformanceCounterToAuxiliaryCounter", "CycletimeQueryFrequency", "CycletimeQuerySource", NULL };

BOOL clock_ask(enum clock clock, PULONGLONG time)
{
    switch (clock) {
    case TICK: QueryInterruptTime(time); break;
    case PRECISE: QueryInterruptTimePrecise(time); break;
    case UNBIASED: return QueryUnbiasedInterruptTime(time);
    default: QueryUnbiasedInterruptTimePrecise(time); break;
    }
    return TRUE;
}

ULONG64 time_of_at(enum clock clock, const char *file, int line)
{
    ULONGLONG time = UNTOUCHED;

    SetLastError(POISON);
    _assert_int_equal(clock_ask(clock, &time), TRUE, file, line);
    _assert_int_equal(GetLastError(), POISON, file, line);
    _assert_int_not_equal(time, UNTOUCHED, file, line);
    return time;
}
