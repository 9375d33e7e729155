/* SPDX-License-Identifier: MIT */
/* Other processes, which publish what they get to. */
#ifndef CYCLETIME_OTHER_H
#define CYCLETIME_OTHER_H

#include "unixlib/shared_file/process_lookup.h"

/* The questions of the tests. */
#define NOW (struct lookup_options){ .split = false }
#define OVER (struct lookup_options){ .is_over = true }
#define SPLIT (struct lookup_options){ .split = true }

struct other {
    pid_t pid;
    int line;     /* for orders, and for answers */
    bool claimed; /* it got an entry */
};

/* Forks a process that opens the file `key` in the test's tree and claims an entry, as a child of `parent` unless that is
   0. It ends with the test, if not before. */
struct other other_begin(uint64_t key, struct process_identity process, uint32_t parent);

/* It publishes its thread under that id; with times, as one that has ended. */
bool other_thread(const struct other *other, uint32_t id, struct cpu_times times);

bool other_publish(const struct other *other, struct cpu_times times);

/* It knows that its parent may ask about it. */
bool other_is_awaited(const struct other *other);

void other_burn(const struct other *other, unsigned milliseconds);

/* It waits for a child of its own, which has no entry and burns that. */
bool other_waits_for(const struct other *other, unsigned milliseconds);

/* It opens, reads and closes a file, as any program may. */
bool other_reads(const struct other *other, const char *path);

/* Makes it write its end record; the process lives on. */
bool other_say_end(const struct other *other, struct cpu_times times);

/* The same, and it ends. */
bool other_end(struct other *other, struct cpu_times times);
void other_kill(struct other *other);

#endif
