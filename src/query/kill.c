/* SPDX-License-Identifier: MIT */
#include "kill.h"

static BOOLEAN begins(ULONG id, struct query_kill *kill)
{
    if (id != nt_own_process_id()) return host_kill_begins(id, &kill->host);
    host_process_reports();
    return FALSE;
}

BOOLEAN query_kill_begins(HANDLE process, struct query_kill *kill)
{
    ULONG id;

    return host_is_in_use() && NT_SUCCESS(nt_victim_id(process, &id)) && begins(id, kill);
}

ULONG query_job_kill_begins(HANDLE job, struct query_kill *kills, ULONG most)
{
    ULONG ids[QUERY_MOST_KILLS], listed, begun = 0, i;

    if (!host_is_in_use()) return 0;
    listed = nt_job_victims(job, ids, min(most, QUERY_MOST_KILLS));
    for (i = 0; i < listed; i++) begun += begins(ids[i], &kills[begun]);
    return begun;
}

void query_kill_ends(struct query_kill *kill, BOOLEAN was_killed, ULONG code)
{
    host_kill_ends(&kill->host, was_killed, code);
}
