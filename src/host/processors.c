/* SPDX-License-Identifier: MIT */
#include "processors.h"
#include "proc_interrupts.h"
#include "proc_stat.h"
#include "raise.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static int64_t monotonic(void)
{
    struct timespec time;

    if (clock_gettime(CLOCK_MONOTONIC, &time)) return -1;
    return time.tv_sec * 1000000000ll + time.tv_nsec;
}

static int64_t load(const int64_t *value)
{
    return __atomic_load_n(value, __ATOMIC_RELAXED);
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

/* Where there is no sysfs, as the C library does. */
static bool map_from_stat(struct processors *processors)
{
    struct proc_stat stat;
    struct proc_stat_cpu cpu;

    processors->map.count = 0;
    proc_stat_begin(&stat, processors->stat);
    while (proc_stat_next(&stat, &cpu)) cpu_map_add(&processors->map, cpu.cpu);
    return processors->map.count;
}

static bool tells_of_cpus(int file)
{
    struct proc_stat stat;
    struct proc_stat_cpu cpu;

    proc_stat_begin(&stat, file);
    return proc_stat_next(&stat, &cpu);
}

static bool fail(struct processors *processors, int error)
{
    processors_close(processors);
    errno = error;
    return false;
}

bool processors_open(struct processors *processors, const char *root)
{
    uint32_t i;

    processors->now = monotonic;
    processors->proc = open_at(root, "/proc", O_DIRECTORY);
    processors->stat = open_at(root, "/proc/stat", 0);
    processors->cpus = open_at(root, "/sys/devices/system/cpu", O_DIRECTORY);
    if (processors->proc < 0 || processors->stat < 0) return fail(processors, ENOENT);
    if (!tells_of_cpus(processors->stat)) return fail(processors, ENODATA);
    if (!map_from_list(processors) && !map_from_stat(processors)) return fail(processors, ENODATA);
    for (i = 0; i < processors->map.count; i++) processors->of[i] = (struct processor){ .idle = IDLE_CLOCK_NEW };
    return true;
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
    processors->map.count = 0;
}

static void note(struct processor *processor, const struct proc_stat_cpu *cpu, int64_t now)
{
    idle_clock_advance(&processor->idle, cpu->idle, now);
    raise_last(&processor->system, cpu->system);
    raise_last(&processor->user, cpu->user);
    raise_last(&processor->irq, cpu->irq);
    raise_last(&processor->softirq, cpu->softirq);
    __atomic_store_n(&processor->was_seen, 1, __ATOMIC_RELEASE);
}

static bool are_there(const struct processors *processors, uint32_t first, uint32_t count)
{
    return count <= processors->map.count && first <= processors->map.count - count;
}

static bool read_stat(struct processors *processors, uint32_t first, uint32_t count)
{
    const struct cpu_map *map = &processors->map;
    const int64_t now = processors->now();
    const uint32_t end = first + count;
    struct proc_stat stat;
    struct proc_stat_cpu cpu;
    uint32_t i = first;

    if (now < 0) return false;
    proc_stat_begin(&stat, processors->stat);
    while (i < end && proc_stat_next(&stat, &cpu)) {
        while (i < end && map->cpus[i] < cpu.cpu) i++;
        if (i < end && map->cpus[i] == cpu.cpu) note(&processors->of[i++], &cpu, now);
    }
    if (stat.failed) return false;
    for (i = first; i < end; i++)
        if (!__atomic_load_n(&processors->of[i].was_seen, __ATOMIC_ACQUIRE)) return false;
    return true;
}

bool processors_idle(struct processors *processors, uint32_t first, uint32_t count, uint64_t *nanoseconds)
{
    uint32_t i;

    if (!are_there(processors, first, count) || !read_stat(processors, first, count)) return false;
    for (i = 0; i < count; i++) nanoseconds[i] = (uint64_t)load(&processors->of[first + i].idle.shown);
    return true;
}

bool processors_times(struct processors *processors, uint32_t first, uint32_t count, struct processor_times *times)
{
    const struct processor *processor;
    uint32_t i;

    if (!are_there(processors, first, count) || !read_stat(processors, first, count)) return false;
    for (i = 0; i < count; i++) {
        processor = &processors->of[first + i];
        times[i].idle = (uint64_t)load(&processor->idle.shown);
        times[i].user = (uint64_t)load(&processor->user);
        times[i].irq = (uint64_t)load(&processor->irq);
        times[i].softirq = (uint64_t)load(&processor->softirq);
        times[i].kernel = times[i].idle + times[i].irq + times[i].softirq + (uint64_t)load(&processor->system);
    }
    return true;
}

bool processors_interrupts(struct processors *processors, uint32_t first, uint32_t count, uint64_t *counts)
{
    uint64_t all[MOST_CPUS];
    uint32_t i;

    if (!are_there(processors, first, count)) return false;
    if (!proc_interrupts_read(processors->proc, &processors->map, all)) return false;
    for (i = 0; i < count; i++)
        counts[i] = (uint64_t)raise_last(&processors->of[first + i].interrupts, (int64_t)all[first + i]);
    return true;
}
