/* SPDX-License-Identifier: MIT */
/* Queries by what it imports. PLAIN_WHO, which the build defines, begins its lines. */
#include "plain.h"

void library_ask(HANDLE other)
{
    const struct plain_functions imported = {
        QueryThreadCycleTime, QueryProcessCycleTime, GetThreadTimes, GetProcessTimes };

    plain_ask(PLAIN_WHO, &imported, other);
}
