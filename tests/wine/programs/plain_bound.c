/* SPDX-License-Identifier: MIT */
/* Asks by what it imports. */
#include "plain_library.h"

void library_ask(HANDLE other)
{
    const struct plain_functions imported = {
        QueryThreadCycleTime, QueryProcessCycleTime, GetThreadTimes, GetProcessTimes };

    plain_ask("library", &imported, other);
}
