/* SPDX-License-Identifier: MIT */
/* Reports to the Linux side the exit codes of the processes that this one ends (unixlib/shared_file/process_lookup.h). */
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
