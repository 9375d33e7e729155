/* SPDX-License-Identifier: MIT */
/* Reports to the Linux side the exit codes of the processes that this one ends (unixlib/shared_file/kills.h). */
#include "library/query/query.h"
#include "library/nt/nt.h"
#include "protocol/unixlib_calls.h"

static void record_kill_step(const struct query_kill *kill, enum unixlib_kill step, ULONG code)
{
    struct unixlib_exit_code exit = {
        .id = kill->victim.id, .creation = kill->victim.creation, .code = code, .step = step
    };

    nt_unixlib_call(UNIXLIB_CALL_EXIT_CODE, &exit);
}

/* NOW is the exit code before the kill. A process that has ended keeps it. */
static BOOLEAN begin_kill(struct query_kill *kill, ULONG now)
{
    if (now == STILL_ACTIVE) {
        record_kill_step(kill, UNIXLIB_KILL_BEGINS, kill->code);
        return TRUE;
    }
    record_kill_step(kill, UNIXLIB_KILL_DONE, now);
    nt_victim_close(&kill->victim);
    return FALSE;
}

BOOLEAN query_kill_begins(HANDLE process, ULONG code, struct query_kill *kill)
{
    ULONG now;

    kill->code = code;
    return nt_unixlib_is_open() && NT_SUCCESS(nt_victim_find(process, &kill->victim, &now)) && begin_kill(kill, now);
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
    ULONG members = 0, *ids, i, now;

    *count = 0;
    if (!nt_unixlib_is_open() || !nt_has_right(job, JOB_OBJECT_TERMINATE)) return NULL;
    ids = nt_job_members(job, &members);
    if (ids) kills = nt_allocate(members * sizeof *kills);
    for (i = 0; kills && i < members; i++) {
        kills[*count].code = code;
        if (NT_SUCCESS(nt_victim_open(ids[i], &kills[*count].victim, &now)) && begin_kill(&kills[*count], now)) ++*count;
    }
    nt_release(ids);
    return kills;
}

void query_job_kills_end(struct query_kill *kills, ULONG count, BOOLEAN is_done)
{
    ULONG i;

    for (i = 0; i < count; i++) query_kill_ends(&kills[i], is_done);
    nt_release(kills);
}
