/* SPDX-License-Identifier: MIT */
#include "ran.h"
#include "complaint.h"
#include "../host/linux_clock.h"
#include "../host/other_process.h"
#include "../host/record_view.h"

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
            complain("a process is not listed: out of memory");
            return;
        }
        all = grown;
        room = (room + 64) * 2;
    }
    all[count++] = *one;
}

static void append_life(const struct record_life *life, const char *name, bool is_reaped)
{
    const uint64_t end = life->ended ? life->ended : life->runs || is_reaped ? linux_date() : 0;
    const uint64_t total = (life->times.user + life->times.kernel) / 100;
    struct ran one = { .process = life->process,
                       .elapsed = end > life->process.created ? end - life->process.created : 0,
                       .kernel = life->times.kernel / 100,
                       .code = life->code,
                       .state = life->runs       ? RAN_RUNS
                                : life->is_exact ? RAN_ENDED
                                                 : RAN_PUBLISHED,
                       .has_code = life->has_code,
                       .is_wines = life->is_wines };

    one.user = total - one.kernel;
    snprintf(one.name, sizeof one.name, "%s", *life->name ? life->name : name ? name : "?");
    append(&one);
}

static uint64_t nanoseconds(struct timeval time)
{
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_usec * 1000;
}

/* USAGE is that of its children too that it waited for. */
static void append_by_linux(pid_t pid, const char *name, bool is_wines, const struct rusage *usage)
{
    struct ran one = { .is_wines = is_wines, .state = usage ? RAN_ENDED : RAN_RUNS };
    struct record_times own = { 0, 0 };
    uint64_t total, started;

    if (!other_process_total(pid, &total) || other_process_started(pid, &started) != PROCESS_TOLD) return;
    if (usage) own = (struct record_times){ nanoseconds(usage->ru_utime), nanoseconds(usage->ru_stime) };
    else other_process_ratio(pid, &own.user, &own.kernel);
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
    struct record_life life;

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

    return by_date ? by_date : order(one->process.id, other->process.id);
}

static void sort(void)
{
    if (count) qsort(all, count, sizeof *all, compare);
}

/* Who killed a process says how when it has seen its end. */
static void find_codes(struct record *record)
{
    struct record_life life;
    size_t i;

    for (i = 0; i < count; i++) {
        if (all[i].has_code || !all[i].process.id || !record_life(record, all[i].process, true, &life)) continue;
        all[i].has_code = life.has_code;
        all[i].code = life.code;
    }
}

void ran_end(struct record *record)
{
    struct record_life life;
    uint32_t slot = 0;
    size_t known;

    find_codes(record);
    sort();
    known = count;
    while (record_life_next(record, run, &slot, &life)) {
        const struct ran it = { .process = life.process };

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
