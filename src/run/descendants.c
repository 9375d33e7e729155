/* SPDX-License-Identifier: MIT */
#include "descendants.h"
#include "../nt/unix_side.h"
#include "../protocol/host_calls.h"

static void reap(struct host_reap step)
{
    if (unix_side_open() == CYCLETIME_HOST_STATE_ACTIVE) unix_side_call(HOST_CALL_REAP, &step);
}

void descendants_expect(void)
{
    reap((struct host_reap){ .step = HOST_REAP_DECLARED });
}

void descendants_follow(void)
{
    reap((struct host_reap){ .step = HOST_REAP_BEGINS });
}

void descendants_leave(HANDLE process)
{
    FILETIME creation = { 0, 0 }, ended, kernel, user;

    GetProcessTimes(process, &creation, &ended, &kernel, &user);
    reap((struct host_reap){ .creation = (ULONG64)creation.dwHighDateTime << 32 | creation.dwLowDateTime,
                             .id = GetProcessId(process),
                             .step = HOST_REAP_ENDS });
}
