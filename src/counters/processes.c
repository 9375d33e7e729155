/* SPDX-License-Identifier: MIT */
/* The object Process: the process Idle, the processes that Wine lists, and the sum of all. Wine does not report how many
   handles a process has: it reports how many there is room for; and wineserver 8 can crash when it lists all handles (class
   64) while a process begins or ends. */
#include "counters/catalogue.h"

enum figure { TIME, USER, PRIVILEGED, ID, PARENT, THREADS, CREATION, WORKING_SET, PRIVATE_BYTES };

/* The figures, in Windows' order. */
static const struct counter_kind counters[] = {
    { L"% Processor Time", 6, TYPE_TIMER, 0, PERF_DETAIL_NOVICE, 0, TIME,
      L"The part of the time in which threads of the process ran on a processor. It may be more than 100 % "
      L"where several run at once." },
    { L"% User Time", 142, TYPE_TIMER, 0, PERF_DETAIL_ADVANCED, 0, USER,
      L"The part of the time in which threads of the process ran code of its own." },
    { L"% Privileged Time", 144, TYPE_TIMER, 0, PERF_DETAIL_ADVANCED, 0, PRIVILEGED,
      L"The part of the time in which the system's kernel ran for threads of the process." },
    { L"Working Set", 180, TYPE_LARGE_NUMBER, -5, PERF_DETAIL_NOVICE, 0, WORKING_SET,
      L"How many bytes of the process's memory are in the computer's main memory now." },
    { L"Private Bytes", 186, TYPE_LARGE_NUMBER, -5, PERF_DETAIL_NOVICE, 0, PRIVATE_BYTES,
      L"How many bytes of memory the process has for itself alone." },
    { L"Thread Count", 680, TYPE_NUMBER, 0, PERF_DETAIL_NOVICE, 0, THREADS, L"How many threads the process has now." },
    { L"Elapsed Time", 684, TYPE_ELAPSED, -4, PERF_DETAIL_NOVICE, 0, CREATION,
      L"How many seconds ago the process was created." },
    { L"ID Process", 784, TYPE_NUMBER, -1, PERF_DETAIL_NOVICE, 0, ID,
      L"The number by which the system knows the process. It is free for another one when it ends." },
    { L"Creating Process ID", 1410, TYPE_NUMBER, -1, PERF_DETAIL_NOVICE, 0, PARENT,
      L"The number of the process that created this one, which may have ended." },
};

static ULONG count_processes(const struct snapshot *snapshot)
{
    return snapshot->processes ? snapshot->processes + 1 : 0;
}

static void process_name(const struct snapshot *snapshot, ULONG instance, WCHAR name[INSTANCE_NAME])
{
    memcpy(name, snapshot->list[instance].name, INSTANCE_NAME * sizeof *name);
}

static ULONG process_index(const struct snapshot *snapshot, ULONG instance)
{
    return snapshot->list[instance].index;
}

/* The sum of all processes has no creation time, so its elapsed time is 0. */
static BOOLEAN read_process(const struct snapshot *snapshot, ULONG instance, ULONG figure, struct raw_value *value)
{
    const struct snapshot_process *const process = &snapshot->list[instance];

    switch (figure) {
    case TIME: value->figure = process->kernel + process->user; break;
    case USER: value->figure = process->user; break;
    case PRIVILEGED: value->figure = process->kernel; break;
    case ID: value->figure = process->id; break;
    case PARENT: value->figure = process->parent; break;
    case THREADS: value->figure = process->threads; break;
    case CREATION: value->figure = process->creation ? process->creation : snapshot->date; break;
    case WORKING_SET: value->figure = process->working_set; break;
    default: value->figure = process->private_bytes; break;
    }
    return TRUE;
}

/* When a process ends, another one may get its name and index; an id together with a creation time is unique. */
static ULONG find_earlier_process(const struct snapshot *snapshot, ULONG instance, const struct snapshot *before)
{
    const ULONG found = snapshot_find_process(before, &snapshot->list[instance]);

    if (instance == snapshot->processes) return before->processes ? before->processes : NO_INSTANCE;
    return found < before->processes ? found : NO_INSTANCE;
}

const struct object_kind object_process = { .name = L"Process",
                                            .help =
                                                L"The programs that run, each of which has memory and threads of its own.",
                                            .index = 230,
                                            .detail = PERF_DETAIL_NOVICE,
                                            .wanted = SNAPSHOT_PROCESSES,
                                            .counters = counters,
                                            .counter_count = ARRAYSIZE(counters),
                                            .moment = offsetof(struct snapshot, list_time),
                                            .instances = count_processes,
                                            .name_of = process_name,
                                            .index_of = process_index,
                                            .read = read_process,
                                            .earlier = find_earlier_process };
