/* SPDX-License-Identifier: MIT */
#include "unixlib/shared_file/membership.h"
#include "unixlib/shared_file/checksum.h"
#include "unixlib/clocks/linux_clock.h"
#include "unixlib/shared_file/job.h"

#include <string.h>

enum { MEMBERS = 256 };

static uint64_t membership_sum(const struct membership *membership)
{
    return words_sum(membership, offsetof(struct membership, sum));
}

static bool is_of(const struct membership *membership, struct record_process process)
{
    return membership->id == process.id && membership->created == process.created && membership->prefix == process.prefix
           && membership->sum == membership_sum(membership);
}

static bool is_needed(const struct record_file *file, const struct membership *membership)
{
    const struct record_process process = { membership->id, membership->created, membership->prefix };
    struct entry entry;

    return membership->since && entry_find(file, process, &entry) && !(entry.figures.flags & FIGURES_ENDED);
}

/* Reads the slots that PROCESS may use into PLACES. True: the membership of PROCESS is in the slot *PLACE. */
static bool find_membership(const struct record_file *file, struct record_process process,
                            struct membership places[RECORD_PLACES], uint32_t *place)
{
    memset(places, 0, RECORD_PLACES * sizeof *places);
    record_file_read(file, RECORD_AT(memberships[first_place(process.prefix, process.id)]), places,
                     RECORD_PLACES * sizeof *places);
    for (*place = 0; *place < RECORD_PLACES; ++*place)
        if (is_of(&places[*place], process)) return true;
    return false;
}

static bool membership_find(const struct record_file *file, struct record_process process, struct membership *membership)
{
    struct membership places[RECORD_PLACES];
    uint32_t place;

    if (!find_membership(file, process, places, &place)) return false;
    *membership = places[place];
    return true;
}

struct membership membership_of(const struct record *record, const struct record_file *file, struct record_process process)
{
    struct membership found = { .job = 0 };

    while (file && !membership_find(file, process, &found)) file = files_before(record, file);
    return found;
}

/* Writes MEMBERSHIP into the slot that its process has, else into an empty one, else the oldest one whose process has
   ended, else the first. */
static bool put_membership(const struct record_file *file, struct membership *membership)
{
    const struct record_process process = { membership->id, membership->created, membership->prefix };
    struct membership places[RECORD_PLACES];
    uint64_t dates[RECORD_PLACES];
    uint32_t place, i;

    if (!find_membership(file, process, places, &place)) {
        for (i = 0; i < RECORD_PLACES; i++) dates[i] = is_needed(file, &places[i]) ? UINT64_MAX : places[i].since;
        place = oldest_place(dates, 0);
    }
    membership->sum = membership_sum(membership);
    return record_file_write(file, RECORD_AT(memberships[first_place(process.prefix, process.id) + place]), membership,
                             sizeof *membership);
}

bool membership_set_job(const struct record_file *file, struct record_process process, uint64_t job)
{
    struct membership membership = { .id = process.id, .created = process.created, .prefix = process.prefix };

    membership_find(file, process, &membership);
    membership.job = job;
    membership.since = linux_date();
    return put_membership(file, &membership);
}

bool membership_set_code(const struct record_file *file, struct record_process process, uint32_t code)
{
    struct membership membership = { process.prefix, process.created, .id = process.id, .since = linux_date() };

    membership_find(file, process, &membership);
    membership.flags |= MEMBERSHIP_HAS_CODE;
    membership.code = code;
    return put_membership(file, &membership);
}

/* A child does not inherit a job that its parent was put into after the child's creation. */
void membership_inherit(const struct record_file *file, struct record_process process, uint32_t parent)
{
    struct membership membership;
    struct entry entry;

    if (membership_find(file, process, &membership) || !parent) return;
    if (!entry_find_last(file, (struct record_process){ parent, process.created, process.prefix }, &entry)) return;
    if (!membership_find(file, entry_process(&entry), &membership) || membership.since > process.created) return;
    membership =
        (struct membership){ process.prefix, process.created, membership.job, process.created, process.id, .flags = 0 };
    put_membership(file, &membership);
}

void membership_move(const struct record_file *from, const struct record_file *to, struct record_process process)
{
    struct membership membership, there;

    if (membership_find(from, process, &membership) && !membership_find(to, process, &there))
        put_membership(to, &membership);
}

void membership_each(const struct record_file *file, uint64_t job, membership_report *report, void *context)
{
    struct membership members[MEMBERS];
    uint32_t first, i;

    for (first = 0; first < RECORD_SLOTS; first += MEMBERS) {
        if (!record_file_read(file, RECORD_AT(memberships[first]), members, sizeof members)) return;
        for (i = 0; i < MEMBERS; i++)
            if (members[i].job && members[i].sum == membership_sum(&members[i]) && job_is_within(file, members[i].job, job))
                report(context, file, (struct record_process){ members[i].id, members[i].created, members[i].prefix });
    }
}
