/* SPDX-License-Identifier: MIT */
/* What all that descends from this process used to its very end, kept for those who ask (host/record.h). */
#ifndef CYCLETIME_COMMAND_REAPER_H
#define CYCLETIME_COMMAND_REAPER_H

#include <stdbool.h>
#include <sys/types.h>

/* Before there are children: the orphans among their descendants become this process's children. */
bool reaper_declare(void);

/* Tells in the record of the prefix that this process is there, if there is a prefix yet. */
void reaper_begin(void);

/* Waits for all that have ended or stopped until now. True: COMMAND is among them, with *STATUS as waitpid has it; what
   else has ended is left then. */
bool reaper_wait(pid_t command, int *status);

/* Whether one of those that ended was a Windows program, none of Wine's own. */
bool reaper_saw_program(void);

/* COMMAND has ended: what else has, and the list of what ran (ran.h) is made whole. */
void reaper_end(void);

#endif
