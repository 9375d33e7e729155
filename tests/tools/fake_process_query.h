/* SPDX-License-Identifier: MIT */
/* A system's answers about its processes, as a test sets them. What is not set is unknown. */
#ifndef CYCLETIME_FAKE_PROCESS_QUERY_H
#define CYCLETIME_FAKE_PROCESS_QUERY_H

#include "tools/top/samples.h"

#include <wchar.h>

enum { FAKE_PROCESSES = 64 };

struct fake_system {
    struct {
        uint32_t process, parent;
        const wchar_t *command;
        bool has_job;
    } process[FAKE_PROCESSES];
    struct {
        uintptr_t ids[8];
        size_t count;
    } job[FAKE_PROCESSES];
    size_t process_count, job_count;
    int parents_asked, commands_asked, jobs_asked, memberships_asked;
};

extern struct fake_system fake_system;

void add_fake_process(uint32_t process, uint32_t parent, const wchar_t *command);

/* Ended by a 0. */
void fake_job(const uint32_t *ids);

#endif
