/* SPDX-License-Identifier: MIT */
/* A program with no knowledge of cycletime that imports the functions. The argument: another process's id. */
#include "plain.h"

int main(int argc, char **argv)
{
    const struct plain_functions imported = {
        QueryThreadCycleTime, QueryProcessCycleTime, GetThreadTimes, GetProcessTimes };

    plain_work();
    plain_ask("import", &imported, plain_other(argc, argv));
    plain_end();
    return 0;
}
