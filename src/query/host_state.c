/* SPDX-License-Identifier: MIT */
#include "host_state.h"
#include "choose.h"
#include "../source/wine_host.h"

CYCLETIME_HOST_STATE query_host_state(void)
{
    choose(CycletimeThreadCycles);  /* how it answers is found out when it is first asked for cycles */
    return wine_host_state();
}
