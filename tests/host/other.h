/* SPDX-License-Identifier: MIT */
/* Other processes, which keep records as told. */
#ifndef CYCLETIME_OTHER_H
#define CYCLETIME_OTHER_H

#include "record.h"

struct other {
    pid_t pid;
    int orders, answers;  /* pipes */
};

/* Forks a process that opens the file and claims a record; what it says of that stands in *claimed. */
struct other other_begin(const char *directory, uint64_t key, struct record_process process, bool *claimed);

bool other_publish(const struct other *other, struct record_times times);
void other_burn(const struct other *other, unsigned milliseconds);

/* It tells its last figures, and lives on. */
bool other_say_end(const struct other *other, struct record_times times, bool is_exact);

/* The same, and it ends. */
bool other_end(struct other *other, struct record_times times, bool is_exact);
void other_kill(struct other *other);

#endif
