/* SPDX-License-Identifier: MIT */
#include "cycletime.h"
#include "result.h"
#include "../graft/graft.h"
#include "../source/wine_host.h"

BOOL WINAPI CycletimeGraft(void)
{
    wine_host_state();  /* before there are threads whose begin it would miss */
    return result(graft());
}
