/* SPDX-License-Identifier: MIT */
#include "cycletime.h"
#include "result.h"
#include "../graft/graft.h"

BOOL WINAPI CycletimeGraft(void)
{
    return result(graft());
}
