/* SPDX-License-Identifier: MIT */
/* Collects the Windows processes that ran, from what Linux reports at their end and from the shared file. */
#include "tools/command/ended/ended.h"
#include "tools/command/message.h"
#include "unixlib/clocks/linux_clock.h"
#include "unixlib/shared_file/announcement.h"
#include "unixlib/shared_file/procfs_process.h"

static struct process_report *all;
static size_t count, room;
static uint64_t run, begun, took, date; /* in ns, and the date at which it began, in 100 ns */

void process_report_begin(uint64_t number)
{
    run = number;
    begun = linux_time();
    date = linux_date();
}

static void append_report(const struct process_report *one)
{
    struct process_report *grown;

    if (count == room) {
        grown = realloc(all, (room + 64) * 2 * sizeof *all);
        if (!grown) {
            report_warning("out of memory, so a process is missing from the table");
            return;
        }
        all = grown;
        room = (room + 64) * 2;
    }
    all[count++] = *one;
}

/* A process's own record has its own figures alone (usage_by_linux). */
static void append_published(const struct lookup_answer *found, const char *name, const struct rusage *rusage)
{
    const struct process_entry *process = &found->entry.process;
    const struct published_times *published = &found->entry.published;
    struct process_report one = { .process = entry_process(&found->entry),
                                  .kernel = found->times.kernel / 100,
                                  .code = published->code,
                                  .state = !found->has_ended ? REPORT_RUNS
                                           : found->is_exact ? REPORT_ENDED
                                                             : REPORT_PUBLISHED,
                                  .has_code = published->flags & PUBLISHED_HAS_CODE,
                                  .is_wines = process->flags & ENTRY_IS_WINES };
    uint64_t end = 0; /* unknown */

    if (published->flags & PUBLISHED_ENDED) end = published->date;
    else if (!found->has_ended || rusage) end = linux_date();
    if (end > process->created) one.elapsed = end - process->created;
    one.user = (found->times.user + found->times.kernel) / 100 - one.kernel;
    if (!found->has_ended || !lookup_usage(program_kind_publisher(false), one.process, &one.usage))
        one.usage = usage_by_linux(found->linux_pid, rusage);
    snprintf(one.name, sizeof one.name, "%s", *process->name ? process->name : name);
    append_report(&one);
}

/* `usage` includes the children that the process waited for. A process that ended before it opened its entry may have been
   announced. */
static void append_by_linux(pid_t pid, const char *name, const struct rusage *usage)
{
    struct process_report one = { .usage = usage_by_linux(pid, usage),
                                  .is_wines = is_wines_own(pid, name),
                                  .state = usage ? REPORT_ENDED : REPORT_RUNS };
    struct publisher *const publisher = program_kind_publisher(false);
    struct announced_process announced;
    struct cpu_times own = { 0, 0 };
    uint64_t total, started;

    if (!linux_cpu_clock(linux_clock_of_process(pid), &total) || !procfs_thread_started(pid, pid, &started)) return;
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

void process_report_add(pid_t pid, const char *name, const struct rusage *usage)
{
    struct publisher *const publisher = program_kind_publisher(false);
    const bool is_program = ends_as_program(name);
    struct lookup_answer found;

    if (publisher && lookup_pid(publisher, pid, usage, &found)) append_published(&found, is_program ? name : "?", usage);
    else if (is_program) append_by_linux(pid, name, usage);
}

static int compare_reports(const void *left, const void *right)
{
    const struct process_report *one = left, *other = right;
    const uint64_t keys[][2] = { { one->process.created, other->process.created },
                                 { one->process.id, other->process.id },
                                 { one->process.prefix, other->process.prefix } };
    size_t i;

    for (i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i][0] != keys[i][1]) return keys[i][0] > keys[i][1] ? 1 : -1;
    return 0;
}

struct process_list process_report_all(void)
{
    if (count) qsort(all, count, sizeof *all, compare_reports);
    return (struct process_list){ all, count, date, took / 100 };
}

/* A process that kills another writes the exit code after the victim has ended, so the codes are read last. */
void process_report_end(uint64_t ended)
{
    struct publisher *const publisher = program_kind_publisher(false);
    const size_t known = count;
    struct lookup_answer found;
    uint32_t slot = 0;
    uint64_t until;
    size_t i;

    took = ended - begun;
    if (!publisher) return;
    for (i = 0; i < count; i++) {
        if (!all[i].process.id) continue;
        until = all[i].process.created + (all[i].is_announced ? all[i].elapsed : 0);
        lookup_exit_code(publisher, all[i].process, until, &all[i].has_code, &all[i].code);
    }
    process_report_all(); /* sorts the reports */
    while (lookup_next_of_run(publisher, run, &slot, &found)) {
        const struct process_report it = { .process = entry_process(&found.entry) };

        if (!known || !bsearch(&it, all, known, sizeof *all, compare_reports)) append_published(&found, "?", NULL);
    }
}
