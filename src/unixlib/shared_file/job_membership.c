/* SPDX-License-Identifier: MIT */
/* Which processes are in which job. */
#include "unixlib/shared_file/jobs.h"
#include "unixlib/clocks/linux_clock.h"

#include <string.h>

enum { MEMBERS = 256 };

static uint64_t job_membership_sum(const struct job_membership *membership)
{
    return words_sum(membership, offsetof(struct job_membership, sum));
}

/* Reads the slots that PROCESS may use into PLACES. True: the membership of PROCESS is in the slot *PLACE. */
static bool find_membership(const struct shared_file *file, struct process_identity process,
                            struct job_membership places[SHARED_SET_SLOTS], uint32_t *place)
{
    memset(places, 0, SHARED_SET_SLOTS * sizeof *places);
    shared_file_read(file, SHARED_FILE_AT(memberships[find_first_slot(process.prefix, process.id)]), places,
                     SHARED_SET_SLOTS * sizeof *places);
    for (*place = 0; *place < SHARED_SET_SLOTS; ++*place)
        if (places[*place].id == process.id && places[*place].created == process.created
            && places[*place].prefix == process.prefix && places[*place].sum == job_membership_sum(&places[*place]))
            return true;
    return false;
}

static bool job_membership_find(const struct shared_file *file, struct process_identity process,
                                struct job_membership *membership)
{
    struct job_membership places[SHARED_SET_SLOTS];
    uint32_t place;

    if (!find_membership(file, process, places, &place)) return false;
    *membership = places[place];
    return true;
}

struct job_membership job_membership_of(const struct publisher *publisher, const struct shared_file *file,
                                        struct process_identity process)
{
    struct job_membership found = { .job = 0 };

    while (file && !job_membership_find(file, process, &found)) file = shared_files_find_before(publisher, file);
    return found;
}

/* Writes MEMBERSHIP into the slot that its process has, else into an empty one, else the oldest one whose process has
   ended, else the first. */
static bool put_membership(const struct shared_file *file, struct job_membership *membership)
{
    const struct process_identity process = { membership->id, membership->created, membership->prefix };
    struct job_membership places[SHARED_SET_SLOTS];
    struct process_identity other;
    uint64_t dates[SHARED_SET_SLOTS];
    struct entry entry;
    uint32_t place, i;

    if (!find_membership(file, process, places, &place)) {
        for (i = 0; i < SHARED_SET_SLOTS; i++) {
            other = (struct process_identity){ places[i].id, places[i].created, places[i].prefix };
            dates[i] = places[i].since;
            if (dates[i] && entry_find(file, other, &entry) && !(entry.published.flags & PUBLISHED_ENDED))
                dates[i] = UINT64_MAX;
        }
        place = find_oldest_slot(dates, 0);
    }
    membership->sum = job_membership_sum(membership);
    return shared_file_write(file, SHARED_FILE_AT(memberships[find_first_slot(process.prefix, process.id) + place]),
                             membership, sizeof *membership);
}

bool job_membership_set_job(const struct shared_file *file, struct process_identity process, uint64_t job)
{
    struct job_membership membership = { .id = process.id, .created = process.created, .prefix = process.prefix };

    job_membership_find(file, process, &membership);
    membership.job = job;
    membership.since = linux_date();
    return put_membership(file, &membership);
}

/* A child does not inherit a job that its parent was put into after the child's creation. */
void job_membership_inherit(const struct shared_file *file, struct process_identity process, uint32_t parent)
{
    struct job_membership membership;
    struct entry entry;

    if (job_membership_find(file, process, &membership) || !parent) return;
    if (!entry_find_last(file, (struct process_identity){ parent, process.created, process.prefix }, &entry)) return;
    if (!job_membership_find(file, entry_process(&entry), &membership) || membership.since > process.created) return;
    membership = (struct job_membership){ process.prefix,  process.created, membership.job,
                                          process.created, process.id,      .reserved = 0 };
    put_membership(file, &membership);
}

void job_membership_move(const struct shared_file *from, const struct shared_file *to, struct process_identity process)
{
    struct job_membership membership, there;

    if (job_membership_find(from, process, &membership) && !job_membership_find(to, process, &there))
        put_membership(to, &membership);
}

void job_membership_each(const struct shared_file *file, uint64_t job, job_membership_report *report, void *context)
{
    struct job_membership members[MEMBERS];
    uint32_t first, i;

    for (first = 0; first < SHARED_SLOTS; first += MEMBERS) {
        if (!shared_file_read(file, SHARED_FILE_AT(memberships[first]), members, sizeof members)) return;
        for (i = 0; i < MEMBERS; i++)
            if (members[i].job && members[i].sum == job_membership_sum(&members[i])
                && job_is_within(file, members[i].job, job))
                report(context, file, (struct process_identity){ members[i].id, members[i].created, members[i].prefix });
    }
}
