/* SPDX-License-Identifier: MIT */
/*
 * The publisher of this process's entry in the shared file. Processes with cycletime report their CPU time to each other
 * in one file for each user, pid and time namespace. Other processes find an entry in it by the Wine prefix, Windows id
 * and creation time of its process, while that process lives and after it has ended. A `cycletime run` finds it by the
 * Linux pid: launchers choose the prefix later.
 *
 * The life of an entry, as the other processes see it:
 *
 *       publisher_open       publisher_claim          exit or _exit            waitid
 *   (no entry) ------> (no entry) ------> [ open ] ---------------> [ left ] ---------> [ ended ]
 *                                            |  |    a reaper is its parent     ^           ^  |
 *                                            |  +-- killed by Linux: the reaper-|-----------+  | its slot is
 *                                            +--- exit, no reaper: the process itself ------+  v taken by another
 *
 * A process opens its entry at its start and updates it. One closer writes its end record, once: its reaper, if `cycletime
 * run` is its Linux parent when it leaves, else the process itself. A question about a process without an
 * end record is answered from the process's clock, read by its pid, as long as the process exists, and then with the times
 * that it published last. What an ended process used is added to its parent's ended totals and its job's
 * (shared_file_layout.h); if its end was never written, the process that takes its slot adds what it published last.
 *
 * The file (shared_file_layout.h) is sparse: a page takes memory only once it is written, but for those of a prefix's usual
 * ids, which its first process reserves. A process's id selects 16 of the 16,384 slots; the process takes one that is
 * empty or whose process ended five minutes ago, else, of those whose process has ended, the one that was written the
 * longest ago. So 16,384 processes can live at a time, and short ones leave their times for a while.
 *
 * A process lives if it holds the lock of its slot (shared_file.h), or if a process that started before the entry was
 * opened has its pid. The pid is needed because the kernel releases such a lock when its process closes any descriptor of
 * the file, as a program does that reads all of /dev/shm. (Locks of an open file description survive that close, but the
 * kernel does not report which process holds them, and a forked child keeps them.) Lost locks are taken again at the next
 * publication.
 *
 * Any program of the same user may remove the file at any time, as systemd does at logout, or rename, shorten, overwrite or
 * lock it. Every publication and question checks first whether the name still leads to the open file; if not, the file of
 * that name is joined, or made, and this process opens its entry there again. Up to three older files stay open and are
 * searched after the current one; an end record is written into all of them. Nothing is mapped (SIGBUS), waited for or
 * allocated; all that is read has a checksum. Another version of this layout has its own file.
 *
 * The file is in /dev/shm, or where that cannot be used in $XDG_RUNTIME_DIR, or in the prefix: these two are the user's
 * alone, while in /dev/shm another user can take the name. The last process that ends in order removes it, unless that
 * process has used an older file too, or a process has begun there whose parent has yet to find it
 * (publisher_await_parent).
 */
#ifndef CYCLETIME_PUBLISHER_H
#define CYCLETIME_PUBLISHER_H

#include "unixlib/shared_file/shared_files.h"

/* Opens this process's entry, once, before the next two; PARENT is the Windows id of its creator, 0: none. False: it has no
   slot yet, and takes one at a later publication, if there is one then. */
bool publisher_claim(struct publisher *publisher, struct process_identity process, uint32_t parent, struct cpu_times times);

/* Keeps the file if the parent, which has cycletime as well, has no entry there yet. Called after the claim. */
void publisher_await_parent(struct publisher *publisher);

/* Publishes this process's times, NULL: those that were published last; from any thread, at any time. False: they were not
   written, or this is a fork of the process that opened the entry. */
bool publisher_publish_times(struct publisher *publisher, const struct cpu_times *times);

/* Sets the exit code that the next publication writes; from any thread, at any time. */
void publisher_set_exit_code(struct publisher *publisher, uint32_t code);

/*
 * Publishes this process's final times. They, and those of its ended descendants, are added to the parent's ended totals;
 * without a reaper they are also the process's end record. After this the other threads publish nothing. Removes the file
 * if this process was its last user, as no process is left then that could ask.
 */
bool publisher_end(struct publisher *publisher, struct cpu_times times);

/* Gives up the use of the file, and removes it if this process was its last user. */
void publisher_leave(struct publisher *publisher);

/* Returns the file that the name leads to now, for questions. This process may become its user, and opens its entry there
   too. NULL: there is none. */
const struct shared_file *publisher_file_to_ask(struct publisher *publisher);

/* Publishes the state of a thread of this process; a later call replaces it. */
bool publisher_publish_thread(struct publisher *publisher, const struct published_thread *thread);

/* Records ANNOUNCED, a process that has no entry yet; date and sum are set here. A failure leaves it unknown. */
void announcement_write(struct publisher *publisher, struct announced_process announced);

/* Finds what was recorded of PID, which has not been waited for. Returns false, and leaves *ANNOUNCED unchanged, if nothing
   was. */
bool announcement_find(struct publisher *publisher, pid_t pid, struct announced_process *announced);

/*
 * Wine starts each process by a process in between that ends at once, so for Linux no process is its creator's child, and
 * Linux would report what it used at its very end, even if it crashed or was killed, to init. `cycletime run` is prctl(2)'s
 * child subreaper of all its descendants, so Linux reports it there: `cycletime run` writes the end records into the shared
 * file and waits for those processes. So its own parent gets, in turn, what all of them used, as a shell's `time` shows.
 * Wine: two-forks.
 */

/* Records whether this process writes its descendants' end records from now on. */
void reaper_register(struct publisher *publisher, bool reaps);

/* Writes the end record of PID, which has not been waited for: its clock and its pid exist until then. False: it has no
   entry. */
bool reaper_write_end(struct publisher *publisher, pid_t pid, const struct rusage *usage);

#endif
