/* SPDX-License-Identifier: MIT */
/* What the system tells of one process. CREATED tells that it is still the one that has the id. And of the jobs, by the ids
   of the processes in them. */
#ifndef CYCLETIME_FACTS_H
#define CYCLETIME_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct job {
    size_t first, count; /* of the members */
};

struct jobs {
    struct job *job;
    size_t count, room;
    uint32_t *members; /* of all of them */
    size_t member_count, member_room;
};

void jobs_empty(struct jobs *jobs);
void jobs_free(struct jobs *jobs);

/* FALSE: no memory. */
bool jobs_add(struct jobs *jobs, const uintptr_t *ids, size_t count);

/* The smallest first: of jobs within others the innermost. */
void jobs_sort(struct jobs *jobs);

enum membership { MEMBERSHIP_UNTOLD, MEMBERSHIP_NONE, MEMBERSHIP_SOME };

/* 0: not told. */
uint32_t facts_parent(uint32_t process, uint64_t created);

/* Of this process; 0: not told. */
uint32_t facts_own_parent(void);

/* To be freed. NULL: not told. */
uint16_t *facts_command(uint32_t process, uint64_t created, size_t *length);

/* Whether it is in a job at all. */
enum membership facts_membership(uint32_t process, uint64_t created);

/* Those that can be told of; of these processes at least. FALSE: none can. */
bool facts_jobs(struct jobs *jobs, const uint32_t *processes, size_t count);

#endif
