/* SPDX-License-Identifier: MIT */
/* Process: those that Wine lists, and their sum. Idle is none of them. How many handles one has Wine does not tell:
   it tells how many there is room for. */
#include "catalogue.h"
#include "formula.h"

enum figure { TIME, USER, PRIVILEGED, ID, PARENT, THREADS, CREATION, WORKING_SET, PRIVATE_BYTES };

static const struct counter_kind counters[] = {
    { L"% Processor Time", TYPE_TIMER, TIME },
    { L"% User Time", TYPE_TIMER, USER },
    { L"% Privileged Time", TYPE_TIMER, PRIVILEGED },
    { L"Working Set", TYPE_LARGE_NUMBER, WORKING_SET },
    { L"Private Bytes", TYPE_LARGE_NUMBER, PRIVATE_BYTES },
    { L"Thread Count", TYPE_NUMBER, THREADS },
    { L"Elapsed Time", TYPE_ELAPSED, CREATION },
    { L"ID Process", TYPE_NUMBER, ID },
    { L"Creating Process ID", TYPE_NUMBER, PARENT },
};

static ULONG instances(const struct snapshot *snapshot)
{
    return snapshot->processes ? snapshot->processes + 1 : 0;
}

static void name_of(const struct snapshot *snapshot, ULONG instance, WCHAR name[INSTANCE_NAME])
{
    memcpy(name, snapshot->list[instance].name, INSTANCE_NAME * sizeof *name);
}

static ULONG index_of(const struct snapshot *snapshot, ULONG instance)
{
    return snapshot->list[instance].index;
}

static BOOLEAN is_known(ULONG figure)
{
    (void)figure;
    return TRUE;
}

/* All of them together began never, so no time has passed. */
static ULONG64 creation_of(const struct snapshot *snapshot, const struct snapshot_process *process)
{
    return process->creation ? process->creation : snapshot->date;
}

static ULONG64 read(const struct snapshot *snapshot, ULONG instance, ULONG figure)
{
    const struct snapshot_process *const process = &snapshot->list[instance];

    switch (figure) {
    case TIME: return process->kernel + process->user;
    case USER: return process->user;
    case PRIVILEGED: return process->kernel;
    case ID: return process->id;
    case PARENT: return process->parent;
    case THREADS: return process->threads;
    case CREATION: return creation_of(snapshot, process);
    case WORKING_SET: return process->working_set;
    default: return process->private_bytes;
    }
}

/* A name and its number pass from one process to another, when one ends; an id and its creation do not. */
static ULONG earlier(const struct snapshot *snapshot, ULONG instance, const struct snapshot *before)
{
    const struct snapshot_process *const process = &snapshot->list[instance];
    ULONG i;

    if (instance == snapshot->processes) return before->processes ? before->processes : NO_INSTANCE;
    for (i = 0; i < before->processes; i++)
        if (before->list[i].id == process->id && before->list[i].creation == process->creation) return i;
    return NO_INSTANCE;
}

const struct object_kind object_process = { .name = L"Process",
                                            .wanted = SNAPSHOT_PROCESSES,
                                            .counters = counters,
                                            .counter_count = ARRAYSIZE(counters),
                                            .instances = instances,
                                            .name_of = name_of,
                                            .index_of = index_of,
                                            .is_known = is_known,
                                            .read = read,
                                            .earlier = earlier };
