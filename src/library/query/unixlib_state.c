/* SPDX-License-Identifier: MIT */
/* Reports to the Linux side what the hooks see of this process, and returns its state to the exported functions. */
#include "library/query/query.h"
#include "library/query/sources.h"
#include "library/nt/nt.h"
#include "protocol/unixlib_calls.h"
#include "library/source/unixlib.h"

/* The first query of cycles determines how the unixlib gets them. */
static CYCLETIME_UNIXLIB_CLOCK find_clock_method(void)
{
    static const CYCLETIME_UNIXLIB_CLOCK clocks[] = {
        [UNIXLIB_CLOCK_UNDECIDED] = CYCLETIME_UNIXLIB_CLOCK_NOT_NOW,
        [UNIXLIB_CLOCK_TSC] = CYCLETIME_UNIXLIB_CLOCK_TSC,
        [UNIXLIB_CLOCK_TSC_NOT_TRUSTED] = CYCLETIME_UNIXLIB_CLOCK_NOT_TRUSTED,
        [UNIXLIB_CLOCK_TSC_COARSE] = CYCLETIME_UNIXLIB_CLOCK_COARSE,
        [UNIXLIB_CLOCK_TSC_CHANGED] = CYCLETIME_UNIXLIB_CLOCK_CHANGED,
        [UNIXLIB_CLOCK_AREA_REFUSED] = CYCLETIME_UNIXLIB_CLOCK_REFUSED,
        [UNIXLIB_CLOCK_AREA_IN_USE] = CYCLETIME_UNIXLIB_CLOCK_IN_USE,
        [UNIXLIB_CLOCK_MARKER_STAYS] = CYCLETIME_UNIXLIB_CLOCK_UNSEEN,
        [UNIXLIB_CLOCK_MARKER_FORBIDDEN] = CYCLETIME_UNIXLIB_CLOCK_FORBIDDEN,
        [UNIXLIB_CLOCK_NOT_TRIED] = CYCLETIME_UNIXLIB_CLOCK_NOT_TRIED,
    };
    struct unixlib_own_clock clock;
    ULONG64 cycles;

    if (nt_unixlib_open() != CYCLETIME_UNIXLIB_STATE_ACTIVE) return CYCLETIME_UNIXLIB_CLOCK_NONE;
    (void)unixlib_own_thread_cycles(&cycles); /* a failure is one of the methods below */
    if (nt_unixlib_call(UNIXLIB_CALL_OWN_CLOCK, &clock) != UNIXLIB_DONE || clock.method >= ARRAYSIZE(clocks))
        return CYCLETIME_UNIXLIB_CLOCK_NONE;
    return clocks[clock.method];
}

CYCLETIME_UNIXLIB_STATE query_unixlib_open(void)
{
    CYCLETIME_UNIXLIB_STATE state = nt_unixlib_open();

    if (state != CYCLETIME_UNIXLIB_STATE_ACTIVE) return state;
    unixlib_process_begins();
    return find_clock_method() == CYCLETIME_UNIXLIB_CLOCK_TSC ? CYCLETIME_UNIXLIB_STATE_ACTIVE
                                                              : CYCLETIME_UNIXLIB_STATE_ACTIVE_BY_CALLS;
}

void query_unixlib_process_exits(ULONG code, BOOLEAN by_event)
{
    struct unixlib_exit_code exit = { .code = code, .by_event = by_event };

    if (nt_unixlib_is_open()) nt_unixlib_call(UNIXLIB_CALL_EXIT_CODE, &exit);
}

/* The first thread was created before its process's creation time. */
void query_unixlib_begins(ULONG64 functions)
{
    struct unixlib_thread_begin begin = { .id = GetCurrentThreadId(), .at_once = TRUE };

    nt_unixlib_given = functions;
    if (source_unixlib.presence() != PRESENT) return;
    if (NT_SUCCESS(unixlib_own_creation(&begin.creation))) nt_unixlib_call(UNIXLIB_CALL_THREAD_BEGIN, &begin);
    nt_unixlib_call(UNIXLIB_CALL_PROCESS_AWAITED, NULL);
}

CYCLETIME_UNIXLIB_CLOCK query_unixlib_clock(void)
{
    choose_source(CYCLETIME_QUESTION_THREAD_CYCLES);
    return find_clock_method();
}
