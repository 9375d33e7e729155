/* SPDX-License-Identifier: MIT */
/*
 * What processes tell each other about their CPU time: the shared record. Every process that cycletime is in keeps its part
 * in one file per user and Wine prefix; another finds it by Windows id and creation time, while the process lives and after
 * it has ended.
 *
 * What is in the file (record_layout.h), by regions, sparse: but for the places of processes, a page that nobody wrote
 * takes no memory.
 * - Processes, 16,384 places: whose it is, its Linux number and when it began, its times, its parent. 16 places by its id;
 *   a new process takes one that is empty or was its owner's last word five minutes ago, else the one that was written the
 *   longest ago, of those whose owner is no more. So 4,096 can live at a time, and short ones leave their times for a
 *   while.
 * - Their accounts: what ended descendants used. Each child adds to one of four cells of its parent's, under a lock that is
 *   tried and never waited for; a child that is busy in one leaves three.
 * - Threads, 131,072 places, one for each id. A thread writes its own when it ends; of the
 *   live ones a process has a list in memory (live_threads.h), and only who does not get on it writes its place at once.
 * - Programs, one for each place of processes: its name, for `cycletime time`, under which alone it is written.
 * A process's figures and an account's cells have two copies, written in turn and summed: a writer that is killed in the
 * middle leaves the other. A thread's entry has one; torn, it is read again.
 *
 * Two witnesses report that an owner is alive. The first is a lock (record_file.h) on the place, of which the kernel tells
 * the holder: if that is the number that the place names, it is its owner, and no other can pretend to it. Such a lock ends
 * when its process closes any descriptor of the file, as a program does that reads all of /dev/shm. So there is a second:
 * the number with the moment of its claim; a process of that number that is older than the claim is the owner. (Locks of an
 * open file survive that close, but nobody tells who holds them, and a forked child keeps them.) Owners take a lost lock
 * again when they publish. Numbers mean something in one pid namespace: the place names its own, by inode, and in another
 * one the holder has to prove that it has that number there. An owner for which no witness vouches is unknown, and NT
 * answers.
 *
 * The file itself may be removed at any time, as systemd does at logout, or be renamed, shortened, written over and locked
 * by any program of the same user. Every publication and question looks first whether the name still leads to it; else the
 * file of that name is joined, or made, and what this process published is published there again. Descriptors of the files
 * before are kept, as many as three, and searched after the new one. Nothing is mapped (SIGBUS), waited for or allocated;
 * all that is read is summed.
 *
 * The version of this layout is in the file's name, so another version has its own file.
 *
 * The file lies in /dev/shm, or where that cannot be used in $XDG_RUNTIME_DIR, or in the prefix: these two are the user's
 * alone, while in /dev/shm another user can take the name. It is removed by the last process that ends in order, unless
 * that has used another before it. So a process that will ask about its children opens it before they begin, and last words
 * go into every file that their process has used. A child that begins after the file was removed, before its parent knows,
 * or that finds another place than its parent, takes a place in its parent's file too, by the parent's descriptor in /proc,
 * where the parent said that it may ask (record_await).
 */
#ifndef CYCLETIME_HOST_RECORD_H
#define CYCLETIME_HOST_RECORD_H

#include "record_state.h"

#include <stdbool.h>
#include <stdint.h>

/* What an asker wants, and knows. */
struct record_question {
    bool split;   /* user and kernel time in the ratio that the system tells now (8 us), else as last published */
    bool is_over; /* the system says that the process has ended */
};

struct record_answer {
    struct record_times times;
    bool has_ended;
    bool is_exact;   /* read from its clock just now, or said to be exact when it ended; else as last published */
    pid_t linux_pid; /* of a live process; 0: it has ended */
};

/*
 * KEY tells prefixes apart. DIRECTORY is where the file lies; NULL: where it belongs. Once in a process, first of all.
 * False: there is none yet; the other calls try again, and answer false while there is none.
 */
bool record_open(struct record *record, const char *directory, uint64_t key);

/* Begins this process's record; PARENT is the id of who created it, 0: nobody. Once, before the next two. False: it has no
   place yet, and gets one at a publication, if there is one then. */
bool record_claim(struct record *record, struct record_process process, uint32_t parent, struct record_times times);

/* The parent has a place in the record, and may ask. After the claim. */
void record_await(struct record *record);

/* Any thread, at any time. False: it was not written, or this is a fork of the process that claimed the record. */
bool record_publish(struct record *record, struct record_times times);

/*
 * The last figures: nothing of note will be used after them. They, and those of ended descendants, go to the parent's
 * account. The other threads of the process publish no more. Removes the file if this was its last user; the record is then
 * gone with nobody there to ask.
 */
bool record_end(struct record *record, struct record_times times);

/* This process uses the file no more, and removes it if it was the last one that did. */
void record_leave(struct record *record);

/* It has claimed a place, and there was none. */
bool record_is_left_out(const struct record *record);

/* In a forked child: what its parent claimed is not its own. */
void record_forked(struct record *record);

/* For questions: the file that the name leads to now. This process may have become its user, and what it published is there
   too. NULL: there is none. */
const struct record_file *record_file_to_ask(struct record *record);

/* For tests: a process' descriptors and locks end with it. */
void record_close(struct record *record);

/* What is known of PROCESS. The total of a live one is read from its clock. False, *ANSWER untouched: nothing. */
bool record_find(struct record *record, struct record_process process, struct record_question question,
                 struct record_answer *answer);

/* What the ended descendants of PROCESS used, as far as it is known; it may have ended itself. False: nothing is known of
   PROCESS. */
bool record_descendants(struct record *record, struct record_process process, struct record_times *times);

/* Linux has told that a descendant has ended whose number there is PID, when its own clock stood at TOTAL ns: that is
   written if it did not say so itself. ALL is what it used with those that it waited for itself, and what is more of that
   than was told goes to its job. False: it is not known. */
bool record_reaped(struct record *record, pid_t pid, uint64_t total, struct record_times all);

/* A thread of this process, as it is now; the same again replaces it. A forked child calls record_forked() first. */
bool record_thread_publish(struct record *record, const struct record_thread *thread);

/* The thread ID of the process PROCESS that began at the date SINCE or later; its figures are those of its end or, of a
   live one, of now, and *PID is the Linux number of its process, else 0. False: nothing is known. */
bool record_thread_find(struct record *record, uint32_t id, uint32_t process, uint64_t since, struct record_thread *thread,
                        pid_t *pid);

#endif
