/* SPDX-License-Identifier: MIT */
/* A library for LD_PRELOAD that opens its log, $OWN_LOG, before the program begins, as a profiler does, and not for the
   program alone. The log's first lines tell each process's number and that of its descriptor. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__((constructor)) static void open_log(void)
{
    const int log = open(getenv("OWN_LOG"), O_WRONLY | O_APPEND | O_CREAT, 0600);

    dprintf(log, "%d %d\n", (int)getpid(), log);
}
