/* SPDX-License-Identifier: MIT */
/* The times of all processors, read anew for each query, and their interrupts, which are read every 20 ms at most. */
#include "unixlib/processors/processors.h"
#include "unixlib/processors/proc_files.h"
#include "unixlib/clocks/linux_clock.h"
#include "protocol/arithmetic.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static int64_t read_monotonic(void)
{
    uint64_t time;

    return linux_steady_clock(&time) ? (int64_t)time : -1;
}

static int open_at(const char *root, const char *path, int flags)
{
    char name[4096];
    const int length = snprintf(name, sizeof name, "%s%s", root, path);

    if (length < 0 || (size_t)length >= sizeof name) return -1;
    return open(name, flags | O_RDONLY | O_CLOEXEC);
}

static bool map_from_list(struct processors *processors)
{
    char text[16384];
    const int file = openat(processors->cpus, "online", O_RDONLY | O_CLOEXEC);
    ssize_t got;

    if (file < 0) return false;
    got = read(file, text, sizeof text);
    close(file);
    return got > 0 && cpu_map_parse(&processors->map, text, (size_t)got);
}

/* Makes the map as the C library does where there is no sysfs. */
static bool map_from_stat(struct processors *processors)
{
    struct proc_stat stat;
    struct proc_stat_cpu cpu;

    processors->map.count = 0;
    proc_stat_begin(&stat, processors->stat);
    while (proc_stat_next(&stat, &cpu)) cpu_map_add(&processors->map, cpu.cpu);
    return processors->map.count;
}

static bool has_cpus(int file)
{
    struct proc_stat stat;
    struct proc_stat_cpu cpu;

    proc_stat_begin(&stat, file);
    return proc_stat_next(&stat, &cpu);
}

static bool close_failed(struct processors *processors, int error)
{
    processors_close(processors);
    errno = error;
    return false;
}

bool processors_begin(struct processors *processors)
{
    cpu_topology_of_map(&processors->topology, &processors->map);
    processors->counted = 0;
    return readings_open(&processors->readings, processors->map.count);
}

bool processors_open(struct processors *processors, const char *root)
{
    processors->monotonic = read_monotonic;
    processors->proc = open_at(root, "/proc", O_DIRECTORY);
    processors->stat = open_at(root, "/proc/stat", 0);
    processors->cpus = open_at(root, "/sys/devices/system/cpu", O_DIRECTORY);
    if (processors->proc < 0 || processors->stat < 0) return close_failed(processors, ENOENT);
    if (!has_cpus(processors->stat)) return close_failed(processors, ENODATA);
    if (!map_from_list(processors) && !map_from_stat(processors)) return close_failed(processors, ENODATA);
    return processors_begin(processors) || close_failed(processors, ENOMEM);
}

static void close_one(int *file)
{
    if (*file >= 0) close(*file);
    *file = -1;
}

void processors_close(struct processors *processors)
{
    close_one(&processors->proc);
    close_one(&processors->stat);
    close_one(&processors->cpus);
    readings_close(&processors->readings);
    processors->map.count = processors->topology.count = 0;
}

static bool read_stat(const struct processors *processors, struct reading *reading)
{
    const struct cpu_map *map = &processors->map;
    struct proc_stat stat;
    struct proc_stat_cpu cpu;
    uint32_t i = 0;

    proc_stat_begin(&stat, processors->stat);
    while (i < map->count && proc_stat_next(&stat, &cpu)) {
        while (i < map->count && map->cpus[i] < cpu.cpu) processor_clock_advance(&reading->of[i++], NULL, reading->now);
        if (i < map->count && map->cpus[i] == cpu.cpu) processor_clock_advance(&reading->of[i++], &cpu, reading->now);
    }
    while (i < map->count) processor_clock_advance(&reading->of[i++], NULL, reading->now);
    return !stat.failed;
}

/* Makes NEXT of BASE and of what Linux reports now. The clock is read in between, so that NEXT's time is no earlier than
   BASE's and no later than the report. */
static bool take_reading(const struct processors *processors, struct reading *next, const struct reading *base)
{
    readings_copy(&processors->readings, next, base);
    next->now = processors->monotonic();
    return next->now >= base->now && read_stat(processors, next);
}

/* Returns a reading that was taken after this was called: the caller's own or, where another thread was quicker, that
   thread's. The caller releases it. NULL: nothing can be read, or there is no memory. */
static struct reading *read_now(struct processors *processors)
{
    struct reading *own = readings_free_one(&processors->readings), *base, *latest;
    bool taken, published;

    if (!own) return NULL;
    for (;;) {
        base = readings_latest(&processors->readings);
        taken = take_reading(processors, own, base);
        published = taken && readings_publish(&processors->readings, base, own);
        readings_release(base);
        if (published) return own;
        latest = taken ? readings_latest(&processors->readings) : NULL;
        if (!latest || latest->now >= own->now) {
            readings_release(own);
            return latest;
        }
        readings_release(latest);
    }
}

static bool are_there(const struct processors *processors, uint32_t first, uint32_t count)
{
    return count <= processors->topology.count && first <= processors->topology.count - count;
}

static bool were_seen(const struct processors *processors, const struct reading *reading, uint32_t first, uint32_t count)
{
    const uint16_t *places = &processors->topology.places[first];
    uint32_t i;

    for (i = 0; i < count; i++)
        if (places[i] >= processors->map.count || !reading->of[places[i]].seen) return false;
    return true;
}

static bool count_interrupts(struct processors *processors, int64_t now)
{
    uint64_t all[MOST_CPUS];
    uint32_t i;

    if (!proc_interrupts_read(processors->proc, &processors->map, all)) return false;
    for (i = 0; i < processors->map.count; i++) atomic_maximum(&processors->interrupts[i], all[i]);
    __atomic_thread_fence(__ATOMIC_RELEASE);
    atomic_maximum(&processors->counted, (uint64_t)now);
    return true;
}

/* Where several threads find the count too old at once, each counts for itself: none waits for another. */
static bool interrupts_are_counted(struct processors *processors)
{
    const int64_t now = processors->monotonic(), counted = (int64_t)atomic_read(&processors->counted);

    return now >= 0 && ((counted && now - counted <= INTERRUPTS_AGE) || count_interrupts(processors, now));
}

static struct unixlib_processor_times times_of(const struct processor_clock *clock)
{
    const int64_t *part = clock->part;

    return (struct unixlib_processor_times){ .idle = (uint64_t)clock->idle.shown,
                                             .user = (uint64_t)part[PROC_STAT_USER],
                                             .irq = (uint64_t)part[PROC_STAT_IRQ],
                                             .softirq = (uint64_t)part[PROC_STAT_SOFTIRQ],
                                             .kernel = (uint64_t)(clock->idle.shown + part[PROC_STAT_SYSTEM]
                                                                  + part[PROC_STAT_SOFTIRQ] + part[PROC_STAT_IRQ]) };
}

bool processors_times(struct processors *processors, uint32_t first, uint32_t count, bool interrupts,
                      struct unixlib_processor_times *times)
{
    const uint16_t *places = processors->topology.places;
    struct reading *reading;
    bool seen;
    uint32_t i;

    if (!are_there(processors, first, count) || (interrupts && !interrupts_are_counted(processors))) return false;
    if (!(reading = read_now(processors))) return false;
    seen = were_seen(processors, reading, first, count);
    for (i = 0; i < count && seen; i++) {
        times[i] = times_of(&reading->of[places[first + i]]);
        if (interrupts)
            times[i].interrupts = (uint64_t)__atomic_load_n(&processors->interrupts[places[first + i]], __ATOMIC_RELAXED);
    }
    readings_release(reading);
    return seen;
}

bool processors_softirqs(struct processors *processors, uint32_t first, uint32_t count,
                         struct unixlib_processor_times *times)
{
    const uint16_t *places = &processors->topology.places[first];
    uint64_t all[MOST_CPUS];
    uint32_t i;

    if (!are_there(processors, first, count)) return false;
    for (i = 0; i < count; i++)
        if (places[i] >= processors->map.count) return false;
    if (!proc_softirqs_read(processors->proc, &processors->map, all)) return false;
    for (i = 0; i < count; i++) times[i].interrupts = all[places[i]];
    return true;
}
