/* SPDX-License-Identifier: MIT */
/* The object Thread: the threads of the listed processes, numbered in each from 0, and the sum of all. Wine does not report
   how often a thread is switched to, nor its state. */
#include "counters/catalogue.h"

enum figure { TIME, USER, PRIVILEGED, CREATION, PROCESS, ID };

/* The figures, in Windows' order. */
static const struct counter_kind counters[] = {
    { L"% Processor Time", 6, TYPE_TIMER, 0, PERF_DETAIL_NOVICE, 0, TIME,
      L"The part of the time in which the thread ran on a processor." },
    { L"% User Time", 142, TYPE_TIMER, 0, PERF_DETAIL_ADVANCED, 0, USER,
      L"The part of the time in which the thread ran code of its program's." },
    { L"% Privileged Time", 144, TYPE_TIMER, 0, PERF_DETAIL_ADVANCED, 0, PRIVILEGED,
      L"The part of the time in which the system's kernel ran for the thread." },
    { L"Elapsed Time", 684, TYPE_ELAPSED, -4, PERF_DETAIL_NOVICE, 0, CREATION,
      L"How many seconds ago the thread was created." },
    { L"ID Process", 784, TYPE_NUMBER, -1, PERF_DETAIL_NOVICE, 0, PROCESS,
      L"The number by which the system knows the thread's process." },
    { L"ID Thread", 804, TYPE_NUMBER, 0, PERF_DETAIL_NOVICE, 0, ID,
      L"The number by which the system knows the thread. It is free for another one when it ends." },
};

static ULONG count_threads(const struct snapshot *snapshot)
{
    return snapshot->thread_list ? snapshot->threads + 1 : 0;
}

static void thread_name(const struct snapshot *snapshot, ULONG instance, WCHAR name[INSTANCE_NAME])
{
    if (instance < snapshot->threads) path_write_number(name, snapshot->thread_list[instance].number);
    else snapshot_name_total(name);
}

static ULONG thread_parent(const struct snapshot *snapshot, ULONG instance)
{
    return snapshot->thread_list[instance].process;
}

/* Returns how many instances before this one have the same name: one for each earlier process of the same name that has a
   thread with this number. */
static ULONG thread_index(const struct snapshot *snapshot, ULONG instance)
{
    const struct snapshot_thread *const thread = &snapshot->thread_list[instance];
    const struct snapshot_process *const own = &snapshot->list[thread->process];
    ULONG index = 0, i;

    for (i = 0; own->index && i < thread->process; i++)
        if (snapshot->list[i].threads > thread->number && text_is(as_text(snapshot->list[i].name), own->name)) index++;
    return index;
}

static BOOLEAN read_thread(const struct snapshot *snapshot, ULONG instance, ULONG figure, struct raw_value *value)
{
    const struct snapshot_thread *const thread = &snapshot->thread_list[instance];

    switch (figure) {
    case TIME: value->figure = thread->kernel + thread->user; break;
    case USER: value->figure = thread->user; break;
    case PRIVILEGED: value->figure = thread->kernel; break;
    case CREATION: value->figure = thread->creation ? thread->creation : snapshot->date; break;
    case PROCESS: value->figure = snapshot->list[thread->process].id; break;
    default: value->figure = thread->id; break;
    }
    return TRUE;
}

/* The threads of Idle all have the id 0. */
static ULONG find_earlier_thread(const struct snapshot *snapshot, ULONG instance, const struct snapshot *before)
{
    const struct snapshot_thread *const thread = &snapshot->thread_list[instance];
    ULONG i;

    if (!before->thread_list) return NO_INSTANCE;
    if (instance == snapshot->threads) return before->threads;
    for (i = 0; i < before->threads; i++)
        if (before->thread_list[i].id == thread->id && before->thread_list[i].creation == thread->creation
            && (thread->id || before->thread_list[i].number == thread->number))
            return i;
    return NO_INSTANCE;
}

const struct object_kind object_thread = {
    .name = L"Thread",
    .help = L"The threads of the programs that run, each of which runs on one processor at a "
            L"time.",
    .index = 232,
    .detail = PERF_DETAIL_EXPERT,
    .wanted = SNAPSHOT_THREADS,
    .counters = counters,
    .counter_count = ARRAYSIZE(counters),
    .moment = offsetof(struct snapshot, list_time),
    .instances = count_threads,
    .name_of = thread_name,
    .index_of = thread_index,
    .parent = &object_process,
    .parent_of = thread_parent,
    .read = read_thread,
    .earlier = find_earlier_thread
};
