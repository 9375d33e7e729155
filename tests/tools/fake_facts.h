/* SPDX-License-Identifier: MIT */
/* What a system tells of its processes, as a test sets it; what is not set it does not tell. */
#ifndef CYCLETIME_FAKE_FACTS_H
#define CYCLETIME_FAKE_FACTS_H

#include "tools/top/facts.h"

#include <wchar.h>

enum { FAKE_FACTS = 64 };

struct fake_facts {
    struct {
        uint32_t process, parent;
        const wchar_t *command;
        bool has_job;
    } process[FAKE_FACTS];
    struct {
        uintptr_t ids[8];
        size_t count;
    } job[FAKE_FACTS];
    size_t process_count, job_count;
    int parents_asked, commands_asked, jobs_asked, memberships_asked;
};

extern struct fake_facts fake_facts;

void fake_fact(uint32_t process, uint32_t parent, const wchar_t *command);

/* Ended by a 0. */
void fake_job(const uint32_t *ids);

#endif
