/* SPDX-License-Identifier: MIT */
/*
 * The exit codes of processes that other processes kill. Wine does not tell the killed process its code, and of two kills
 * at the same time its server takes the first. A killer writes its code before the kill, so that the killed process can
 * read it while it ends; of several such codes the first stays. After the kill the killer asks the server for the exit
 * code, which is the same for all killers, and writes that into a table of its own, where it takes precedence. So no
 * record of a kill can replace the outcome of another one.
 */
#ifndef CYCLETIME_KILLS_H
#define CYCLETIME_KILLS_H

#include "unixlib/shared_file/shared_files.h"

/* KILL_BEGUN: this process is about to kill PROCESS with the exit code CODE. KILL_DONE: PROCESS was killed, and CODE is the
   exit code that the system reports. The first kill of each state stays. */
bool kills_record(const struct shared_file *file, enum kill_state state, struct process_identity process, uint32_t code);

/* The kill that this process has begun with CODE was refused. */
bool kills_cancel(const struct shared_file *file, struct process_identity process, uint32_t code);

/* Finds the kill of PROCESS, which was created until UNTIL and not before its `created`, in the newest file that has one,
   FILE or one before it. Returns KILL_NONE, with *FOUND unchanged, if none has. */
enum kill_state kills_find(const struct publisher *publisher, const struct shared_file *file,
                           struct process_identity process, uint64_t until, struct published_kill *found);

#endif
