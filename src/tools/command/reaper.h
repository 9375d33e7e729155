/* SPDX-License-Identifier: MIT */
/* Records the final times of each descendant of this process, so that other processes can read them. */
#ifndef CYCLETIME_COMMAND_REAPER_H
#define CYCLETIME_COMMAND_REAPER_H

#include <stdbool.h>
#include <sys/types.h>

/* Before there are children: the orphans among their descendants become this process's children. */
bool reaper_declare(void);

/* Records in the prefix's shared file that this process is a reaper, if the prefix exists yet. */
void reaper_begin(void);

/* Waits for all that have ended or stopped until now. True: COMMAND is among them, with *STATUS as waitpid has it; what
   else has ended is left then. */
bool reaper_wait(pid_t command, int *status);

/* Whether a Windows program that is not Wine's own is among those that ended. */
bool reaper_saw_program(void);

/* Returns whether one of those that ended is such a program and had cycletime in it. */
bool reaper_saw_entry(void);

/* Called when COMMAND has ended: reaps the other processes that have ended, and completes the list of processes (ran.h). */
void reaper_end(void);

#endif
