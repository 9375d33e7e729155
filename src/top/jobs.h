/* SPDX-License-Identifier: MIT */
/* The jobs that the system told of, by the ids of the processes in them. */
#ifndef CYCLETIME_JOBS_H
#define CYCLETIME_JOBS_H

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

#endif
