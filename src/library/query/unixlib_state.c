/* SPDX-License-Identifier: MIT */
/* Reports to the Linux side what the hooks see of this process, such as which processes it ends with which exit codes
   (unixlib/shared_file/process_lookup.h), and returns its state to the exported functions. */
#include "library/query/query.h"
#include "library/source/unixlib.h"

/* The numbers of the two enumerations are the same from here to there. */
_Static_assert(UNIXLIB_CLOCK_TSC == (int)CYCLETIME_UNIXLIB_CLOCK_TSC, "enum unixlib_clock");
_Static_assert(UNIXLIB_CLOCK_NOT_TRIED == (int)CYCLETIME_UNIXLIB_CLOCK_NOT_TRIED, "enum unixlib_clock");

/* The first query of cycles determines how the unixlib gets them. */
static CYCLETIME_UNIXLIB_CLOCK find_clock_method(void)
{
    struct unixlib_own_clock clock;
    ULONG64 cycles;

    if (nt_unixlib_open() != CYCLETIME_UNIXLIB_STATE_ACTIVE) return CYCLETIME_UNIXLIB_CLOCK_NONE;
    (void)unixlib_own_thread_cycles(&cycles); /* a failure is one of the methods below */
    if (nt_unixlib_call(UNIXLIB_CALL_OWN_CLOCK, &clock) != UNIXLIB_DONE || clock.method >= UNIXLIB_CLOCKS)
        return CYCLETIME_UNIXLIB_CLOCK_NONE;
    if (clock.method == UNIXLIB_CLOCK_UNDECIDED) return CYCLETIME_UNIXLIB_CLOCK_NOT_NOW;
    return (CYCLETIME_UNIXLIB_CLOCK)clock.method;
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

static void record_kill_step(const struct query_kill *kill, enum unixlib_kill step, ULONG code)
{
    struct unixlib_exit_code exit = {
        .id = kill->victim.id, .creation = kill->victim.creation, .code = code, .step = step
    };

    nt_unixlib_call(UNIXLIB_CALL_EXIT_CODE, &exit);
}

BOOLEAN query_kill_begins(HANDLE process, ULONG id, ULONG code, struct query_kill *kill)
{
    ULONG now; /* the exit code before the kill; a process that has ended keeps it */

    kill->code = code;
    if (!nt_unixlib_is_open() || !NT_SUCCESS(nt_victim_find(process, id, &kill->victim, &now))) return FALSE;
    if (now == STILL_ACTIVE) {
        record_kill_step(kill, UNIXLIB_KILL_BEGINS, code);
        return TRUE;
    }
    record_kill_step(kill, UNIXLIB_KILL_DONE, now);
    nt_victim_close(&kill->victim);
    return FALSE;
}

/* STILL_ACTIVE shows an outcome only if that is the code that was given. */
void query_kill_ends(const struct query_kill *kill, BOOLEAN is_done)
{
    ULONG code;

    if (!is_done) record_kill_step(kill, UNIXLIB_KILL_REFUSED, kill->code);
    else if (NT_SUCCESS(nt_victim_exit_code(&kill->victim, &code)) && (code != STILL_ACTIVE || code == kill->code))
        record_kill_step(kill, UNIXLIB_KILL_DONE, code);
    nt_victim_close(&kill->victim);
}

struct query_kill *query_job_kills_begin(HANDLE job, ULONG code, ULONG *count)
{
    struct query_kill *kills = NULL;
    ULONG members = 0, *ids, i;

    *count = 0;
    if (!nt_unixlib_is_open() || !nt_has_right(job, JOB_OBJECT_TERMINATE)) return NULL;
    ids = nt_job_members(job, &members);
    if (ids) kills = nt_allocate(members * sizeof *kills);
    for (i = 0; kills && i < members; i++)
        if (query_kill_begins(NULL, ids[i], code, &kills[*count])) ++*count;
    nt_release(ids);
    return kills;
}

void query_job_kills_end(struct query_kill *kills, ULONG count, BOOLEAN is_done)
{
    ULONG i;

    for (i = 0; i < count; i++) query_kill_ends(&kills[i], is_done);
    nt_release(kills);
}
