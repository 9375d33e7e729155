/* SPDX-License-Identifier: MIT */
/* A program linked with cycletime.dll, which it hooks. The argument: another process's id. */
#include "copies.h"
#include "cycletime.h"

int main(int argc, char **argv)
{
    const struct plain_functions imported = {
        QueryThreadCycleTime, QueryProcessCycleTime, GetThreadTimes, GetProcessTimes };
    BOOL done;

    plain_work();
    plain_ask("import", &imported, plain_other(argc, argv));
    report_copies();
    SetLastError(1234);
    done = CycletimeInstallHooks(0);
    plain_say("hook", "again", done, export_table());
    plain_end();
    return 0;
}
