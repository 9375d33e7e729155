/* SPDX-License-Identifier: MIT */
/* Records the final times of each descendant of this process, so that other processes can read them. */
#ifndef CYCLETIME_COMMAND_REAPER_H
#define CYCLETIME_COMMAND_REAPER_H

#include <stdbool.h>
#include <sys/types.h>

/* Makes this process the parent of each descendant whose own parent ends. Called before there are children. Returns NULL,
   or the system call that Linux refuses and without which the final times of some processes are not recorded; errno says
   why. */
const char *reaper_declare(void);

/* Records in the prefix's shared file that this process is a reaper, if the prefix exists yet. */
void reaper_begin(void);

/* Waits for the children that have ended or stopped until now. Returns true, with `*status` as waitpid reports it, when it
   comes to the child `command`; the other children are then left for the next call. */
bool reaper_wait(pid_t command, int *status);

/* Returns whether a Windows program that is not Wine's own is among those that ended. */
bool reaper_saw_program(void);

/* Returns whether one of those that ended is such a program and had cycletime in it. */
bool reaper_saw_entry(void);

/* Called when COMMAND has ended: reaps the other processes that have ended, and completes the list of processes
   (process_report.h). */
void reaper_end(void);

#endif
