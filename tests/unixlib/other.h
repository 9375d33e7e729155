/* SPDX-License-Identifier: MIT */
/* Other processes, which keep records as told. */
#ifndef CYCLETIME_OTHER_H
#define CYCLETIME_OTHER_H

#include "unixlib/shared_file/process_question.h"

/* The questions of the tests. */
#define NOW (struct record_question){ .split = false }
#define OVER (struct record_question){ .is_over = true }
#define SPLIT (struct record_question){ .split = true }

struct other {
    pid_t pid;
    int orders, answers;  /* pipes */
};

/* Forks a process that opens the file and claims a record; what it says of that stands in *claimed. */
struct other other_begin(const char *directory, uint64_t key, struct record_process process, bool *claimed);

/* The same for a child of PARENT. */
struct other other_begin_child(const char *directory, uint64_t key, struct record_process process, uint32_t parent,
                               bool *claimed);

/* It publishes its thread under that id; with times, as one that has ended. */
bool other_thread(const struct other *other, uint32_t id, struct record_times times);

bool other_publish(const struct other *other, struct record_times times);

/* It knows that its parent may ask about it. */
bool other_is_awaited(const struct other *other);

void other_burn(const struct other *other, unsigned milliseconds);

/* It waits for a child of its own, which keeps no record and burns that. */
bool other_waits_for(const struct other *other, unsigned milliseconds);

/* It opens, reads and closes a file, as any program may. */
bool other_reads(const struct other *other, const char *path);

/* Makes it write its end record; the process lives on. */
bool other_say_end(const struct other *other, struct record_times times);

/* The same, and it ends. */
bool other_end(struct other *other, struct record_times times);
void other_kill(struct other *other);

#endif
