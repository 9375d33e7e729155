/* SPDX-License-Identifier: MIT */
/* System and Memory, of which there is one each. */
#include "catalogue.h"
#include "formula.h"

enum figure { PROCESSES, THREADS, BOOT, BYTES, KILOBYTES, MEGABYTES };

static const struct counter_kind of_system[] = { { L"System Up Time", TYPE_ELAPSED, BOOT },
                                                 { L"Processes", TYPE_NUMBER, PROCESSES },
                                                 { L"Threads", TYPE_NUMBER, THREADS } };
static const struct counter_kind of_memory[] = { { L"Available Bytes", TYPE_LARGE_NUMBER, BYTES },
                                                 { L"Available KBytes", TYPE_LARGE_NUMBER, KILOBYTES },
                                                 { L"Available MBytes", TYPE_LARGE_NUMBER, MEGABYTES } };

static BOOLEAN is_known(ULONG figure)
{
    (void)figure;
    return TRUE;
}

static ULONG system_instances(const struct snapshot *snapshot)
{
    return snapshot->processes ? 1 : 0;
}

static ULONG memory_instances(const struct snapshot *snapshot)
{
    return snapshot->available ? 1 : 0;
}

static ULONG64 read(const struct snapshot *snapshot, ULONG instance, ULONG figure)
{
    (void)instance;
    switch (figure) {
    case PROCESSES: return snapshot->processes;
    case THREADS: return snapshot->list[snapshot->processes].threads;
    case BOOT: return snapshot->date - snapshot->time;
    case BYTES: return snapshot->available;
    case KILOBYTES: return snapshot->available >> 10;
    default: return snapshot->available >> 20;
    }
}

static ULONG earlier(const struct snapshot *snapshot, ULONG instance, const struct snapshot *before)
{
    (void)snapshot;
    (void)before;
    return instance;
}

const struct object_kind object_system = { .name = L"System",
                                           .wanted = SNAPSHOT_PROCESSES,
                                           .counters = of_system,
                                           .counter_count = ARRAYSIZE(of_system),
                                           .instances = system_instances,
                                           .is_known = is_known,
                                           .read = read,
                                           .earlier = earlier };
const struct object_kind object_memory = { .name = L"Memory",
                                           .wanted = SNAPSHOT_MEMORY,
                                           .counters = of_memory,
                                           .counter_count = ARRAYSIZE(of_memory),
                                           .instances = memory_instances,
                                           .is_known = is_known,
                                           .read = read,
                                           .earlier = earlier };
