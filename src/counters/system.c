/* SPDX-License-Identifier: MIT */
/* The objects System, Memory and Paging File. Only Linux knows how many threads wait for a processor, how often a processor
   switched threads, and how much of the swap space, which stands for Windows' page file, is used. */
#include "counters/catalogue.h"
#include "library/query/query.h"

enum figure {
    SWITCHES,
    BOOT,
    QUEUE,
    PROCESSES,
    THREADS,
    BYTES,
    KILOBYTES,
    MEGABYTES,
    COMMITTED,
    LIMIT,
    COMMITTED_PART,
    USAGE
};

/* The figures of each object, in Windows' order. */
static const struct counter_kind of_system[] = {
    { L"Context Switches/sec", 146, TYPE_RATE, -2, PERF_DETAIL_ADVANCED, SNAPSHOT_SYSTEM, SWITCHES,
      L"How many times in a second a processor went from one thread to another, of all processors." },
    { L"System Up Time", 674, TYPE_ELAPSED, -5, PERF_DETAIL_NOVICE, 0, BOOT,
      L"How many seconds ago the computer was started." },
    { L"Processor Queue Length", 44, TYPE_NUMBER, 1, PERF_DETAIL_NOVICE, SNAPSHOT_SYSTEM, QUEUE,
      L"How many threads could run and wait for a processor, of all processors." },
    { L"Processes", 248, TYPE_NUMBER, 0, PERF_DETAIL_NOVICE, SNAPSHOT_PROCESSES, PROCESSES,
      L"How many processes there are now." },
    { L"Threads", 250, TYPE_NUMBER, 0, PERF_DETAIL_NOVICE, SNAPSHOT_PROCESSES, THREADS,
      L"How many threads all processes have now." },
};

static const struct counter_kind of_memory[] = {
    { L"Available Bytes", 24, TYPE_LARGE_NUMBER, -5, PERF_DETAIL_NOVICE, 0, BYTES,
      L"How many bytes of main memory programs may have at once." },
    { L"Committed Bytes", 26, TYPE_LARGE_NUMBER, -6, PERF_DETAIL_NOVICE, 0, COMMITTED,
      L"How many bytes of main memory and page file together are in use." },
    { L"Commit Limit", 30, TYPE_LARGE_NUMBER, -6, PERF_DETAIL_ADVANCED, 0, LIMIT,
      L"How many bytes of main memory and page file there are together." },
    { L"% Committed Bytes In Use", 1406, TYPE_FRACTION, 0, PERF_DETAIL_EXPERT, 0, COMMITTED_PART,
      L"The part of the commit limit that is committed." },
    { L"Available KBytes", 1380, TYPE_LARGE_NUMBER, -2, PERF_DETAIL_NOVICE, 0, KILOBYTES,
      L"How many times 1024 bytes of main memory programs may have at once." },
    { L"Available MBytes", 1382, TYPE_LARGE_NUMBER, 0, PERF_DETAIL_NOVICE, 0, MEGABYTES,
      L"How many times 1048576 bytes of main memory programs may have at once." },
};

static const struct counter_kind of_paging_file[] = {
    { L"% Usage", 702, TYPE_FRACTION, 0, PERF_DETAIL_ADVANCED, 0, USAGE, L"The part of the page file that is in use." },
};

static BOOLEAN is_known_of_system(ULONG figure)
{
    struct unixlib_system counts;

    if (figure != SWITCHES && figure != QUEUE && figure != USAGE) return TRUE;
    return NT_SUCCESS(query_system_counts(&counts));
}

static ULONG count_system(const struct snapshot *snapshot)
{
    (void)snapshot;
    return 1;
}

/* Without a page file Windows has not even the instance _Total. */
static ULONG paging_files(const struct snapshot *snapshot)
{
    return snapshot->system_time && snapshot->system.swap_total ? 1 : 0;
}

static void paging_file_name(const struct snapshot *snapshot, ULONG instance, WCHAR name[INSTANCE_NAME])
{
    (void)snapshot;
    (void)instance;
    snapshot_name_total(name);
}

/* Linux counts the running threads, too. They are as many as the processors, since no processor idles while a thread waits.
   Both values of a fraction have 32 bits, so they are halved until they fit. */
static BOOLEAN read_system(const struct snapshot *snapshot, ULONG instance, ULONG figure, struct raw_value *value)
{
    const struct unixlib_system *const system = &snapshot->system;
    const BOOLEAN has_counts = snapshot->system_time != 0, has_list = snapshot->processes != 0;
    BOOLEAN is_known = snapshot->memory_available != 0;

    (void)instance;
    switch (figure) {
    case SWITCHES: value->figure = system->context_switches; return has_counts;
    case QUEUE: value->figure = system->runnable > system->cpus ? system->runnable - system->cpus : 0; return has_counts;
    case BOOT: value->figure = snapshot->date - snapshot->time; return TRUE;
    case PROCESSES: value->figure = snapshot->processes; return has_list;
    case THREADS: value->figure = has_list ? snapshot->list[snapshot->processes].threads : 0; return has_list;
    case BYTES: value->figure = snapshot->memory_available; break;
    case KILOBYTES: value->figure = snapshot->memory_available >> 10; break;
    case MEGABYTES: value->figure = snapshot->memory_available >> 20; break;
    case COMMITTED: value->figure = snapshot->committed; break;
    case LIMIT: value->figure = snapshot->commit_limit; break;
    case COMMITTED_PART: *value = (struct raw_value){ snapshot->committed, snapshot->commit_limit }; break;
    default:
        *value = (struct raw_value){ system->swap_total - system->swap_free, system->swap_total };
        is_known = TRUE;
        break;
    }
    for (; value->base > 0xffffffff; value->base >>= 1) value->figure >>= 1;
    return is_known;
}

const struct object_kind object_system = { .name = L"System",
                                           .help = L"What concerns all processors and processes of the computer together.",
                                           .index = 2,
                                           .detail = PERF_DETAIL_NOVICE,
                                           .standard = 2,
                                           .counters = of_system,
                                           .counter_count = ARRAYSIZE(of_system),
                                           .is_known = is_known_of_system,
                                           .moment = offsetof(struct snapshot, system_time),
                                           .instances = count_system,
                                           .read = read_system };
const struct object_kind object_memory = { .name = L"Memory",
                                           .help = L"The computer's main memory, and what of it programs have.",
                                           .index = 4,
                                           .detail = PERF_DETAIL_NOVICE,
                                           .wanted = SNAPSHOT_MEMORY,
                                           .counters = of_memory,
                                           .counter_count = ARRAYSIZE(of_memory),
                                           .is_known = is_known_of_system,
                                           .moment = offsetof(struct snapshot, system_time),
                                           .instances = count_system,
                                           .read = read_system };
const struct object_kind object_paging_file = { .name = L"Paging File",
                                                .help = L"Where memory is kept that is not used at the moment.",
                                                .index = 700,
                                                .detail = PERF_DETAIL_ADVANCED,
                                                .wanted = SNAPSHOT_SYSTEM,
                                                .counters = of_paging_file,
                                                .counter_count = ARRAYSIZE(of_paging_file),
                                                .is_known = is_known_of_system,
                                                .moment = offsetof(struct snapshot, system_time),
                                                .instances = paging_files,
                                                .name_of = paging_file_name,
                                                .read = read_system };
