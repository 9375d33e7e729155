/* SPDX-License-Identifier: MIT */
/* The times of all processors: the clock of each, whose idle time is finer than /proc/stat's ticks and never decreases; the
   readings of all of them, which threads publish one after the other; and their interrupts. */
#include "unixlib/processors/processors.h"
#include "unixlib/clocks/linux_clock.h"
#include "protocol/arithmetic.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const int64_t LONG_IDLE = 10 * 1000000000ll;

bool idle_clock_began_anew(const struct idle_clock *clock, int64_t reported)
{
    return clock->shown >= LONG_IDLE && clock->base + reported <= clock->shown / 2;
}

void idle_clock_advance(struct idle_clock *clock, int64_t reported, int64_t now)
{
    const int64_t most = clock->shown + now - clock->moment;
    const int64_t idle = clock->base + reported;

    if (idle > clock->shown) clock->shown = idle < most ? idle : most;
    clock->moment = now;
}

void idle_clock_resume(struct idle_clock *clock, int64_t reported, int64_t now, int64_t worked)
{
    clock->shown += now - clock->moment - worked;
    clock->base = clock->shown - reported;
    clock->moment = now;
}

/* Divides TIME in proportion to the samples' growth. The largest part takes what rounding leaves. */
static void share_out(struct processor_clock *clock, int64_t time)
{
    const int64_t *growth = clock->growth;
    int64_t share, sum = 0, left = time;
    int largest = PROC_STAT_SYSTEM, i;

    for (i = 0; i < PROC_STAT_PARTS; i++) {
        sum += growth[i];
        if (growth[i] > growth[largest]) largest = i;
    }
    for (i = 0; i < PROC_STAT_PARTS; i++) {
        if (i == largest) continue;
        share = (int64_t)in_proportion((uint64_t)time, (uint64_t)growth[i], (uint64_t)sum);
        clock->part[i] += share;
        left -= share;
    }
    clock->part[largest] += left;
}

/* Returns by how much all samples grew together. A sample that became smaller counts on from its new value. */
static int64_t take_cpu_samples(struct processor_clock *clock, const int64_t *reported)
{
    int64_t growth[PROC_STAT_PARTS], sum = 0;
    int i;

    for (i = 0; i < PROC_STAT_PARTS; i++) {
        growth[i] = reported[i] > clock->sample[i] ? reported[i] - clock->sample[i] : 0;
        clock->sample[i] = reported[i];
        sum += growth[i];
    }
    if (sum > 0) memcpy(clock->growth, growth, sizeof growth);
    return sum;
}

void processor_clock_advance(struct processor_clock *clock, const struct proc_stat_cpu *reported, int64_t now)
{
    const int64_t idle = clock->idle.shown, passed = now - clock->idle.moment;
    int64_t sampled;

    if (!reported) {
        if (!clock->seen) return;
        idle_clock_resume(&clock->idle, 0, now, 0);
        clock->off = 1;
        return;
    }
    sampled = take_cpu_samples(clock, reported->part);
    if (!clock->seen) {
        clock->idle = (struct idle_clock){ .shown = reported->idle, .moment = now };
        share_out(clock, now > reported->idle ? now - reported->idle : sampled);
        clock->seen = 1;
        return;
    }
    if (clock->off || idle_clock_began_anew(&clock->idle, reported->idle))
        idle_clock_resume(&clock->idle, reported->idle, now, sampled < passed ? sampled : passed);
    else idle_clock_advance(&clock->idle, reported->idle, now);
    clock->off = 0;
    share_out(clock, passed - (clock->idle.shown - idle));
}

/* The memory is not malloc's: a thread that is ended in there would leave its lock locked. */
static struct reading *make_reading(const struct readings *readings)
{
    struct reading *reading =
        mmap(NULL, sizeof *reading + readings->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (reading == MAP_FAILED) return NULL;
    reading->users = 1;
    return reading;
}

bool readings_open(struct readings *readings, uint32_t processors)
{
    *readings = (struct readings){ .size = processors * sizeof(struct processor_clock) };
    readings->latest = readings->all[0] = make_reading(readings);
    return readings->latest;
}

void readings_close(struct readings *readings)
{
    uint32_t i;

    for (i = 0; i < MOST_READINGS && readings->all[i]; i++)
        munmap(readings->all[i], sizeof *readings->all[i] + readings->size);
    *readings = (struct readings){ 0 };
}

void readings_release(struct reading *reading)
{
    __atomic_fetch_sub(&reading->users, 1, __ATOMIC_SEQ_CST);
}

/* A reading that was replaced, and perhaps used anew, before it was held, is released again. */
struct reading *readings_latest(struct readings *readings)
{
    struct reading *reading;

    for (;;) {
        reading = __atomic_load_n(&readings->latest, __ATOMIC_SEQ_CST);
        __atomic_fetch_add(&reading->users, 1, __ATOMIC_SEQ_CST);
        if (reading == __atomic_load_n(&readings->latest, __ATOMIC_SEQ_CST)) return reading;
        readings_release(reading);
    }
}

/* An empty slot is filled, unless another thread has filled it meanwhile. */
struct reading *readings_free_one(struct readings *readings)
{
    struct reading *reading, *none;
    int32_t users;
    uint32_t i;

    for (i = 0; i < MOST_READINGS; i++) {
        reading = __atomic_load_n(&readings->all[i], __ATOMIC_SEQ_CST);
        users = 0;
        if (reading && __atomic_compare_exchange_n(&reading->users, &users, 1, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
            return reading;
        if (reading) continue;
        reading = make_reading(readings);
        if (!reading) continue;
        none = NULL;
        if (__atomic_compare_exchange_n(&readings->all[i], &none, reading, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
            return reading;
        munmap(reading, sizeof *reading + readings->size);
    }
    return NULL;
}

bool readings_publish(struct readings *readings, struct reading *base, struct reading *next)
{
    struct reading *latest = base;

    __atomic_fetch_add(&next->users, 1, __ATOMIC_SEQ_CST);
    if (!__atomic_compare_exchange_n(&readings->latest, &latest, next, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
        readings_release(next);
        return false;
    }
    readings_release(base);
    return true;
}

static int open_at(const char *root, const char *path, int flags)
{
    char name[4096];
    const int length = snprintf(name, sizeof name, "%s%s", root, path);

    if (length < 0 || (size_t)length >= sizeof name) return -1;
    return open(name, flags | O_RDONLY | O_CLOEXEC);
}

/* Reads sysfs's list of the CPUs that are online or, where there is no sysfs, takes those of /proc/stat, as the C library
   does. Returns false if /proc/stat has none. */
static bool find_cpus(struct processors *processors)
{
    const int file = openat(processors->cpus, "online", O_RDONLY | O_CLOEXEC);
    struct proc_stat stat;
    struct proc_stat_cpu cpu;
    char text[16384];
    ssize_t got = 0;

    if (file >= 0) {
        got = read(file, text, sizeof text);
        close(file);
    }
    proc_stat_begin(&stat, processors->stat);
    if (!proc_stat_next(&stat, &cpu)) return false;
    if (got > 0 && cpu_map_parse(&processors->map, text, (size_t)got)) return true;
    processors->map.count = 0;
    proc_stat_begin(&stat, processors->stat);
    while (proc_stat_next(&stat, &cpu)) cpu_map_add(&processors->map, cpu.cpu);
    return processors->map.count;
}

bool processors_begin(struct processors *processors)
{
    struct cpu_topology *topology = &processors->topology;

    for (topology->count = 0; topology->count < processors->map.count; topology->count++)
        topology->places[topology->count] = (uint16_t)topology->count;
    processors->counted = 0;
    return readings_open(&processors->readings, processors->map.count);
}

bool processors_open(struct processors *processors, const char *root)
{
    int error = 0;

    processors->monotonic = linux_steady_clock;
    processors->proc = open_at(root, "/proc", O_DIRECTORY);
    processors->stat = open_at(root, "/proc/stat", 0);
    processors->cpus = open_at(root, "/sys/devices/system/cpu", O_DIRECTORY);
    if (processors->proc < 0 || processors->stat < 0) error = ENOENT;
    else if (!find_cpus(processors)) error = ENODATA;
    else if (!processors_begin(processors)) error = ENOMEM;
    if (!error) return true;
    processors_close(processors);
    errno = error;
    return false;
}

void processors_close(struct processors *processors)
{
    int *const files[] = { &processors->proc, &processors->stat, &processors->cpus };
    size_t i;

    for (i = 0; i < sizeof files / sizeof *files; i++) {
        if (*files[i] >= 0) close(*files[i]);
        *files[i] = -1;
    }
    readings_close(&processors->readings);
    processors->map.count = processors->topology.count = 0;
}

/* Makes NEXT of BASE and of what Linux reports now. The clock is read in between, so that NEXT's time is no earlier than
   BASE's and no later than the report. */
static bool make_next_reading(const struct processors *processors, struct reading *next, const struct reading *base)
{
    const struct cpu_map *map = &processors->map;
    struct proc_stat stat;
    struct proc_stat_cpu cpu;
    uint64_t now;
    uint32_t i = 0;

    memcpy(next->of, base->of, processors->readings.size);
    if (!processors->monotonic(&now) || now < (uint64_t)base->now) return false;
    next->now = (int64_t)now;
    proc_stat_begin(&stat, processors->stat);
    while (i < map->count && proc_stat_next(&stat, &cpu)) {
        while (i < map->count && map->cpus[i] < cpu.cpu) processor_clock_advance(&next->of[i++], NULL, next->now);
        if (i < map->count && map->cpus[i] == cpu.cpu) processor_clock_advance(&next->of[i++], &cpu, next->now);
    }
    while (i < map->count) processor_clock_advance(&next->of[i++], NULL, next->now);
    return !stat.failed;
}

/* Returns a reading that was taken after this was called: the caller's own or, where another thread was quicker, that
   thread's. The caller releases it. NULL: nothing can be read, or there is no memory. */
static struct reading *take_current_reading(struct processors *processors)
{
    struct reading *own = readings_free_one(&processors->readings), *base, *latest;
    bool taken, published;

    if (!own) return NULL;
    for (;;) {
        base = readings_latest(&processors->readings);
        taken = make_next_reading(processors, own, base);
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

/* If several threads find the count too old at once, each counts for itself, so that no thread waits for another. */
static bool interrupts_are_counted(struct processors *processors)
{
    const uint64_t counted = atomic_read(&processors->counted);
    uint64_t all[MOST_CPUS], now;
    uint32_t i;

    if (!processors->monotonic(&now)) return false;
    if (counted && now <= counted + INTERRUPTS_AGE) return true;
    if (!proc_table_read(processors->proc, "interrupts", &processors->map, all)) return false;
    for (i = 0; i < processors->map.count; i++) atomic_maximum(&processors->interrupts[i], all[i]);
    __atomic_thread_fence(__ATOMIC_RELEASE);
    atomic_maximum(&processors->counted, now);
    return true;
}

bool processors_times(struct processors *processors, uint32_t first, uint32_t count, bool interrupts,
                      struct unixlib_processor_times *times)
{
    const uint32_t all = processors->topology.count;
    const uint16_t *places = processors->topology.places;
    const struct processor_clock *clock;
    struct reading *reading;
    bool are_seen = true;
    uint32_t i;

    if (count > all || first > all - count || (interrupts && !interrupts_are_counted(processors))) return false;
    reading = take_current_reading(processors);
    if (!reading) return false;
    for (i = 0; i < count && are_seen; i++)
        are_seen = places[first + i] < processors->map.count && reading->of[places[first + i]].seen;
    for (i = 0; i < count && are_seen; i++) {
        clock = &reading->of[places[first + i]];
        times[i] = (struct unixlib_processor_times){
            .idle = (uint64_t)clock->idle.shown,
            .user = (uint64_t)clock->part[PROC_STAT_USER],
            .irq = (uint64_t)clock->part[PROC_STAT_IRQ],
            .softirq = (uint64_t)clock->part[PROC_STAT_SOFTIRQ],
            .kernel = (uint64_t)(clock->idle.shown + clock->part[PROC_STAT_SYSTEM] + clock->part[PROC_STAT_SOFTIRQ]
                                 + clock->part[PROC_STAT_IRQ]),
        };
        if (interrupts) times[i].interrupts = __atomic_load_n(&processors->interrupts[places[first + i]], __ATOMIC_RELAXED);
    }
    readings_release(reading);
    return are_seen;
}

bool processors_softirqs(struct processors *processors, uint32_t first, uint32_t count,
                         struct unixlib_processor_times *times)
{
    const uint16_t *places = &processors->topology.places[first];
    uint64_t all[MOST_CPUS];
    uint32_t i;

    if (count > processors->topology.count || first > processors->topology.count - count) return false;
    for (i = 0; i < count; i++)
        if (places[i] >= processors->map.count) return false;
    if (!proc_table_read(processors->proc, "softirqs", &processors->map, all)) return false;
    for (i = 0; i < count; i++) times[i].interrupts = all[places[i]];
    return true;
}
