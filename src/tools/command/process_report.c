/* SPDX-License-Identifier: MIT */
/* Collects the Windows processes that ran, from what Linux reports at their end and from the shared file. */
#include "tools/command/processes.h"
#include "tools/command/command.h"
#include "unixlib/clocks/linux_clock.h"
#include "unixlib/shared_file/announcement.h"
#include "unixlib/shared_file/kills.h"
#include "unixlib/shared_file/process_lookup.h"
#include "unixlib/shared_file/procfs_process.h"
#include "unixlib/shared_file/usage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct process_report *all;
static size_t count, room;
static uint64_t run, begun, took, date; /* in ns, and the date at which it began, in 100 ns */

void process_report_begin(uint64_t number)
{
    run = number;
    begun = linux_time();
    date = linux_date();
}

void process_report_stop(void)
{
    took = linux_time() - begun;
}

bool process_report_is_wanted(void)
{
    return run;
}

static void append_report(const struct process_report *one)
{
    struct process_report *grown;

    if (count == room) {
        if (!(grown = realloc(all, (room + 64) * 2 * sizeof *all))) {
            report_warning("out of memory, so a process is missing from the table");
            return;
        }
        all = grown;
        room = (room + 64) * 2;
    }
    all[count++] = *one;
}

/* Returns the time at which the process ended, or 0 if it is unknown. */
static uint64_t end_of(const struct lookup_answer *found, bool is_reaped)
{
    if (found->entry.published.flags & PUBLISHED_ENDED) return found->entry.published.date;
    return !found->has_ended || is_reaped ? linux_date() : 0;
}

static enum process_report_state state_of(const struct lookup_answer *found)
{
    if (!found->has_ended) return REPORT_RUNS;
    return found->is_exact ? REPORT_ENDED : REPORT_PUBLISHED;
}

/* A process's own record has its own figures alone (usage_by_linux). */
static struct process_usage usage_of(struct publisher *publisher, const struct lookup_answer *found,
                                     const struct rusage *rusage)
{
    struct process_usage usage;

    if (found->has_ended && lookup_usage(publisher, entry_process(&found->entry), &usage)) return usage;
    return usage_by_linux(found->linux_pid, rusage);
}

static void append_published(struct publisher *publisher, const struct lookup_answer *found, const char *name,
                             const struct rusage *rusage)
{
    const struct process_entry *process = &found->entry.process;
    const struct published_times *published = &found->entry.published;
    const uint64_t end = end_of(found, rusage), total = (found->times.user + found->times.kernel) / 100;
    struct process_report one = { .process = entry_process(&found->entry),
                                  .elapsed = end > process->created ? end - process->created : 0,
                                  .kernel = found->times.kernel / 100,
                                  .usage = usage_of(publisher, found, rusage),
                                  .code = published->code,
                                  .state = state_of(found),
                                  .has_code = published->flags & PUBLISHED_HAS_CODE,
                                  .is_wines = process->flags & ENTRY_IS_WINES };

    one.user = total - one.kernel;
    snprintf(one.name, sizeof one.name, "%s", *process->name ? process->name : name ? name : "?");
    append_report(&one);
}

/* `usage` includes the children that the process waited for. A process that ended before it opened its entry may have been
   announced. */
static void append_by_linux(struct publisher *publisher, pid_t pid, const char *name, bool is_wines,
                            const struct rusage *usage)
{
    struct process_report one = { .usage = usage_by_linux(pid, usage),
                                  .is_wines = is_wines,
                                  .state = usage ? REPORT_ENDED : REPORT_RUNS };
    struct announced_process announced;
    struct cpu_times own = { 0, 0 };
    uint64_t total, started;

    if (!linux_clock_of_process(pid, &total) || !procfs_thread_started(pid, pid, &started)) return;
    if (usage) own = (struct cpu_times){ linux_nanoseconds(usage->ru_utime), linux_nanoseconds(usage->ru_stime) };
    else procfs_ratio(pid, 0, &own);
    own = times_split(own, total);
    one.user = own.user / 100;
    one.kernel = own.kernel / 100;
    one.elapsed = (linux_time() - started) / 100;
    one.process.created = linux_date() - one.elapsed;
    if (publisher && announcement_find(publisher, pid, &announced)) {
        one.is_announced = true;
        one.process.id = announced.id;
        one.process.prefix = announced.prefix;
        one.has_code = announced.has_code;
        one.code = announced.code;
    }
    snprintf(one.name, sizeof one.name, "%s", name);
    append_report(&one);
}

void process_report_add(struct publisher *publisher, pid_t pid, const char *name, bool is_wines, const struct rusage *usage)
{
    struct lookup_answer found;

    if (publisher && lookup_pid(publisher, pid, usage, &found)) append_published(publisher, &found, name, usage);
    else if (name) append_by_linux(publisher, pid, name, is_wines, usage);
}

static int compare_numbers(uint64_t one, uint64_t other)
{
    return (one > other) - (one < other);
}

static int compare_reports(const void *left, const void *right)
{
    const struct process_report *one = left, *other = right;
    const int by_date = compare_numbers(one->process.created, other->process.created);

    if (by_date) return by_date;
    if (one->process.id != other->process.id) return compare_numbers(one->process.id, other->process.id);
    return compare_numbers(one->process.prefix, other->process.prefix);
}

static void sort_reports(void)
{
    if (count) qsort(all, count, sizeof *all, compare_reports);
}

/* A process that kills another writes the exit code after the victim has ended, so the codes are read last. */
static void find_codes(struct publisher *publisher)
{
    struct published_kill kill;
    uint64_t until;
    size_t i;

    for (i = 0; i < count; i++) {
        if (!all[i].process.id) continue;
        until = all[i].process.created + (all[i].is_announced ? all[i].elapsed : 0);
        switch (kills_find(publisher, publisher_file_to_ask(publisher), all[i].process, until, &kill)) {
        case KILL_NONE: continue;
        case KILL_BEGUN:
            if (all[i].has_code) continue;
        case KILL_DONE: break;
        }
        all[i].has_code = true;
        all[i].code = kill.code;
    }
}

void process_report_end(struct publisher *publisher)
{
    struct lookup_answer found;
    uint32_t slot = 0;
    size_t known;

    find_codes(publisher);
    sort_reports();
    known = count;
    while (lookup_next_of_run(publisher, run, &slot, &found)) {
        const struct process_report it = { .process = entry_process(&found.entry) };

        if (!known || !bsearch(&it, all, known, sizeof *all, compare_reports))
            append_published(publisher, &found, NULL, NULL);
    }
}

struct process_list process_report_all(void)
{
    sort_reports();
    return (struct process_list){ all, count, date, took / 100 };
}
