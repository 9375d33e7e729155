/* SPDX-License-Identifier: MIT */
#include "kill.h"
#include "host_state.h"
#include "../nt/unix_side.h"

static BOOLEAN begins(ULONG id, struct query_kill *kill)
{
    kill->host = (struct host_kill){ .id = id };
    if (id != nt_own_process_id()) return unix_side_call(HOST_CALL_KILL_BEGIN, &kill->host) == HOST_DONE;
    query_host_process_reports();
    return FALSE;
}

BOOLEAN query_kill_begins(HANDLE process, struct query_kill *kill)
{
    ULONG64 creation;
    ULONG id;

    return unix_side_is_open() && NT_SUCCESS(nt_process_identity(process, &id, &creation)) && begins(id, kill);
}

ULONG query_job_kill_begins(HANDLE job, struct query_kill *kills, ULONG most)
{
    ULONG ids[QUERY_MOST_KILLS], listed, begun = 0, i;

    if (!unix_side_is_open()) return 0;
    listed = nt_job_victims(job, ids, min(most, QUERY_MOST_KILLS));
    for (i = 0; i < listed; i++) begun += begins(ids[i], &kills[begun]);
    return begun;
}

void query_kill_ends(struct query_kill *kill, BOOLEAN was_killed, ULONG code)
{
    struct host_exit_code exit = { .creation = kill->host.creation, .id = kill->host.id, .code = code };

    kill->host.was_killed = was_killed;
    unix_side_call(HOST_CALL_KILL_END, &kill->host);
    if (was_killed) unix_side_call(HOST_CALL_EXIT_CODE, &exit);
}
