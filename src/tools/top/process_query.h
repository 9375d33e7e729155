/* SPDX-License-Identifier: MIT */
/* Queries about one process. If the process with this id was not created at CREATED, it is another process. */
#ifndef CYCLETIME_PROCESS_QUERY_H
#define CYCLETIME_PROCESS_QUERY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns its parent; 0: not known. */
uint32_t query_process_parent(uint32_t process, uint64_t created);

/* Returns the parent of this process; 0: not known. */
uint32_t query_own_parent(void);

/* Returns its command line, which the caller frees. NULL: not known. */
uint16_t *query_process_command(uint32_t process, uint64_t created, size_t *length);

/* Whether it is known to be in no job. */
bool process_has_no_job(uint32_t process, uint64_t created);

/* The innermost job of each of these processes, as far as one is found: the same number for those in one; 0: none. */
void query_process_jobs(const uint32_t *processes, size_t count, uint64_t *jobs);

#endif
