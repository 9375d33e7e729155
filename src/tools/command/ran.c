/* SPDX-License-Identifier: MIT */
#include "tools/command/ran.h"
#include "tools/command/complaint.h"
#include "unixlib/clocks/linux_clock.h"
#include "unixlib/shared_file/other_process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct ran *all;
static size_t count, room;
static uint64_t run, begun, took;

void ran_begin(uint64_t number)
{
    run = number;
    begun = linux_time();
}

void ran_stop(void)
{
    took = linux_time() - begun;
}

bool ran_is_wanted(void)
{
    return run;
}

static void append(const struct ran *one)
{
    struct ran *grown;

    if (count == room) {
        if (!(grown = realloc(all, (room + 64) * 2 * sizeof *all))) {
            complain("out of memory, so a process is missing from the table");
            return;
        }
        all = grown;
        room = (room + 64) * 2;
    }
    all[count++] = *one;
}

/* Returns the time at which the process ended, or 0 if it is unknown. */
static uint64_t end_of(const struct record_answer *life, bool is_reaped)
{
    if (life->entry.figures.flags & FIGURES_ENDED) return life->entry.figures.date;
    return !life->has_ended || is_reaped ? linux_date() : 0;
}

static enum ran_state state_of(const struct record_answer *life)
{
    if (!life->has_ended) return RAN_RUNS;
    return life->is_exact ? RAN_ENDED : RAN_PUBLISHED;
}

static void append_life(const struct record_answer *life, const char *name, bool is_reaped)
{
    const struct process_entry *process = &life->entry.process;
    const struct figures *figures = &life->entry.figures;
    const uint64_t end = end_of(life, is_reaped), total = (life->times.user + life->times.kernel) / 100;
    struct ran one = { .process = entry_process(&life->entry),
                       .elapsed = end > process->created ? end - process->created : 0,
                       .kernel = life->times.kernel / 100,
                       .code = figures->code,
                       .state = state_of(life),
                       .has_code = figures->flags & FIGURES_HAS_CODE,
                       .is_wines = process->flags & ENTRY_IS_WINES };

    one.user = total - one.kernel;
    snprintf(one.name, sizeof one.name, "%s", *process->name ? process->name : name ? name : "?");
    append(&one);
}

/* `usage` includes the children that the process waited for. */
static void append_by_linux(pid_t pid, const char *name, bool is_wines, const struct rusage *usage)
{
    struct ran one = { .is_wines = is_wines, .state = usage ? RAN_ENDED : RAN_RUNS };
    struct record_times own = { 0, 0 };
    uint64_t total, started;

    if (!linux_clock_of_process(pid, &total) || !other_thread_started(pid, pid, &started)) return;
    if (usage) own = (struct record_times){ linux_nanoseconds(usage->ru_utime), linux_nanoseconds(usage->ru_stime) };
    else other_process_ratio(pid, &own);
    own = times_split(own, total);
    one.user = own.user / 100;
    one.kernel = own.kernel / 100;
    one.elapsed = (linux_time() - started) / 100;
    one.process.created = linux_date() - one.elapsed;
    snprintf(one.name, sizeof one.name, "%s", name);
    append(&one);
}

void ran_add(struct record *record, pid_t pid, const char *name, bool is_wines, const struct rusage *usage)
{
    struct record_answer life;

    if (record && record_life_of(record, pid, usage, &life)) append_life(&life, name, usage);
    else if (name) append_by_linux(pid, name, is_wines, usage);
}

static int order(uint64_t one, uint64_t other)
{
    return (one > other) - (one < other);
}

static int compare(const void *left, const void *right)
{
    const struct ran *one = left, *other = right;
    const int by_date = order(one->process.created, other->process.created);

    if (by_date) return by_date;
    if (one->process.id != other->process.id) return order(one->process.id, other->process.id);
    return order(one->process.prefix, other->process.prefix);
}

static void sort(void)
{
    if (count) qsort(all, count, sizeof *all, compare);
}

/* A process that kills another writes the exit code after the victim has ended, so the codes are read last. */
static void find_codes(struct record *record)
{
    struct record_answer life;
    size_t i;

    for (i = 0; i < count; i++) {
        if (all[i].has_code || !all[i].process.id || !record_life(record, all[i].process, true, &life)) continue;
        all[i].has_code = life.entry.figures.flags & FIGURES_HAS_CODE;
        all[i].code = life.entry.figures.code;
    }
}

void ran_end(struct record *record)
{
    struct record_answer life;
    uint32_t slot = 0;
    size_t known;

    find_codes(record);
    sort();
    known = count;
    while (record_life_next(record, run, &slot, &life)) {
        const struct ran it = { .process = entry_process(&life.entry) };

        if (!known || !bsearch(&it, all, known, sizeof *all, compare)) append_life(&life, NULL, false);
    }
}

const struct ran *ran_all(size_t *number, uint64_t *elapsed)
{
    sort();
    *number = count;
    *elapsed = took / 100;
    return all;
}
