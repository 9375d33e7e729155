/* SPDX-License-Identifier: MIT */
/* The query of a program that is linked with cycletime.dll, by which it hooks itself. */
#include "copies.h"
#include "cycletime.h"

void library_ask(HANDLE other)
{
    const struct plain_functions imported = {
        QueryThreadCycleTime, QueryProcessCycleTime, GetThreadTimes, GetProcessTimes };
    BOOL done;

    plain_ask("import", &imported, other);
    report_copies();
    SetLastError(1234);
    done = CycletimeInstallHooks(0);
    plain_say("hook", "again", done, export_table());
}
