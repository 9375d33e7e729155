/* SPDX-License-Identifier: MIT */
#include "children.h"
#include "c_library.h"
#include "environment.h"

/* What else is named there stays. */
void children_leave(void)
{
    char *list = getenv("LD_PRELOAD");

    if (!list) return;
    list_remove_file(list, "cycletime_preload.so");
    if (!*list) unsetenv("LD_PRELOAD");
}
