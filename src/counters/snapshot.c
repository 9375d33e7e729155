/* SPDX-License-Identifier: MIT */
/* Takes a snapshot of the machine's processes, threads and sums, from which all counters of a collection are computed. */
#include "counters/snapshot.h"
#include "counters/counters.h"
#include "library/query/cpu_time.h"
#include "library/query/query.h"

void snapshot_name_total(WCHAR name[INSTANCE_NAME])
{
    static const WCHAR total[] = L"_Total";

    memcpy(name, total, sizeof total);
}

/* A process that is just beginning has no name yet, and so is no instance yet. */
static BOOLEAN next_instance(struct nt_process_list *list, struct nt_listed_process *process)
{
    while (nt_process_list_next(list, process))
        if (process->name_bytes) return TRUE;
    return FALSE;
}

static void add_to_sum(struct snapshot_process *sum, const struct snapshot_process *process)
{
    sum->threads += process->threads;
    sum->kernel += process->kernel;
    sum->user += process->user;
    sum->working_set += process->working_set;
    sum->private_bytes += process->private_bytes;
}

ULONG snapshot_find_process(const struct snapshot *snapshot, const struct snapshot_process *process)
{
    ULONG i;

    for (i = 0; i < snapshot->processes; i++)
        if (snapshot->list[i].id == process->id && snapshot->list[i].creation == process->creation) break;
    return i;
}

ULONG64 snapshot_date(void)
{
    FILETIME now;

    GetSystemTimeAsFileTime(&now);
    return (ULONG64)now.dwHighDateTime << 32 | now.dwLowDateTime;
}

/* Windows lists the process Idle first, with the id 0 and a thread for each processor, whose kernel time is the processor's
   idle time (phnt, System Informer). Wine does not list it. */
static void fill_process_list(struct snapshot *snapshot, struct nt_process_list list, const struct snapshot *since)
{
    static const WCHAR ending[] = L".exe";
    const ULONG cut = ARRAYSIZE(ending) - 1;
    struct snapshot_process sum = { .index = 0 }, *to;
    const struct snapshot_process *ended;
    struct nt_process_list first = list;
    struct nt_listed_process process;
    ULONG count = 0, length, i;

    snapshot_name_total(sum.name);
    while (next_instance(&first, &process)) count++;
    snapshot->list = heap_allocate((count + 2) * sizeof *snapshot->list);
    if (!snapshot->list) return;
    if (snapshot->idle_threads) {
        to = &snapshot->list[snapshot->processes++];
        *to = (struct snapshot_process){ .name = L"Idle", .threads = snapshot->idle_threads };
        for (i = 0; i < snapshot->idle_threads; i++) to->kernel += snapshot->idle_times[i].idle;
        add_to_sum(&sum, to);
    }
    while (next_instance(&list, &process)) {
        to = &snapshot->list[snapshot->processes];
        *to = (struct snapshot_process){ .id = process.id,
                                         .parent = process.parent,
                                         .threads = process.threads,
                                         .creation = process.times.creation,
                                         .kernel = process.times.kernel,
                                         .user = process.times.user,
                                         .working_set = process.working_set,
                                         .private_bytes = process.private_bytes };
        length = process.name_bytes / sizeof *process.name;
        if (length > cut && text_is((struct text){ process.name + length - cut, cut }, ending)) length -= cut;
        if (length > INSTANCE_NAME - 1) length = INSTANCE_NAME - 1;
        memcpy(to->name, process.name, length * sizeof *to->name);
        for (i = 0; i < snapshot->processes; i++)
            if (text_is(as_text(snapshot->list[i].name), to->name)) to->index++;
        snapshot->processes++;
        add_to_sum(&sum, to);
    }
    /* Without the times of processes that ended, the sum would fall at each end, and its rate would be negative. */
    if (since) snapshot->ended = since->ended;
    for (ended = since ? since->list : NULL; since && ended < since->list + since->processes; ended++) {
        if (!ended->id || snapshot_find_process(snapshot, ended) < snapshot->processes) continue;
        snapshot->ended.kernel += ended->kernel;
        snapshot->ended.user += ended->user;
    }
    add_to_sum(&sum, &snapshot->ended);
    snapshot->list[snapshot->processes] = sum;
}

/* The sum is that of the processes, so that it includes the threads that have ended. For a thread that is just beginning
   Wine lists the times of its whole process (get_thread_times, without a Linux thread yet). No thread can have run for
   longer than it exists, plus one tick each of kernel and user time; such times are dropped. */
static void fill_thread_list(struct snapshot *snapshot, struct nt_process_list list)
{
    enum { TICKS = 200000 };
    const struct snapshot_process *const sum = &snapshot->list[snapshot->processes];
    ULONG i, place = snapshot->idle_threads ? 1 : 0;
    struct nt_listed_process process;
    struct nt_listed_thread thread;
    struct nt_times *const times = &thread.times;
    struct snapshot_thread *to;
    ULONG64 now;

    if (!snapshot->processes) return;
    to = heap_allocate((sum->threads + 1) * sizeof *to);
    snapshot->thread_list = to;
    if (!to) return;
    for (i = 0; i < snapshot->idle_threads; i++)
        *to++ = (struct snapshot_thread){ .number = i, .kernel = snapshot->idle_times[i].idle };
    for (; next_instance(&list, &process); place++) {
        now = snapshot_date();
        for (i = 0; i < process.threads; i++) {
            nt_process_list_thread(&process, i, &thread);
            if (times->creation + times->kernel + times->user > now + TICKS) times->kernel = times->user = 0;
            *to++ = (struct snapshot_thread){ place, i, thread.id, times->creation, times->kernel, times->user };
        }
    }
    snapshot->threads = (ULONG)(to - snapshot->thread_list);
    *to = (struct snapshot_thread){ .process = snapshot->processes, .kernel = sum->kernel, .user = sum->user };
}

/* Queries all processors, group by group, into elements of SIZE bytes. NULL: no memory is left, or no source has them. */
static PVOID query_all(const struct snapshot *snapshot, ULONG processors, SIZE_T size,
                       NTSTATUS (*query)(USHORT, ULONG, PVOID))
{
    BYTE *const all = heap_allocate(processors * size), *at = all;
    NTSTATUS status = STATUS_SUCCESS;
    USHORT i;

    for (i = 0; all && i < snapshot->groups.count && NT_SUCCESS(status); i++) {
        status = query(i, snapshot->groups.processors[i], at);
        at += snapshot->groups.processors[i] * size;
    }
    if (NT_SUCCESS(status)) return all;
    heap_release(all);
    return NULL;
}

/* 0: the system does not report them. */
static ULONG find_groups(struct snapshot *snapshot)
{
    ULONG count = 0;
    USHORT i;

    if (!NT_SUCCESS(nt_groups(&snapshot->groups))) return 0;
    for (i = 0; i < snapshot->groups.count; i++) count += snapshot->groups.processors[i];
    return count;
}

static void sample_processes(struct snapshot *snapshot, BOOLEAN with_threads, const struct snapshot *since)
{
    const ULONG64 before = query_interrupt_time_precise();
    struct nt_process_list list, whole;
    ULONG count;

    if (!NT_SUCCESS(nt_process_list_open(&list))) return;
    whole = list;
    query_process_list(&list);
    count = find_groups(snapshot);
    snapshot->idle_times = query_all(snapshot, count, sizeof *snapshot->idle_times, query_processor_times);
    if (snapshot->idle_times) snapshot->idle_threads = count;
    snapshot->list_time = before + (query_interrupt_time_precise() - before) / 2;
    fill_process_list(snapshot, whole, since);
    if (with_threads) fill_thread_list(snapshot, whole);
    nt_release(list.block);
}

/* Tries again if the thread was preempted between the readings: the snapshot's time is not that of the processors then. */
static void sample_processor_times(struct snapshot *snapshot)
{
    enum { TRIES = 4, LONG_TIME = 5000 };
    const ULONG count = find_groups(snapshot);
    ULONG64 before, after;
    int i = 0;

    do {
        heap_release(snapshot->times);
        before = query_interrupt_time_precise();
        snapshot->times = query_all(snapshot, count, sizeof *snapshot->times, query_processor_times);
        after = query_interrupt_time_precise();
    } while (snapshot->times && after - before > LONG_TIME && ++i < TRIES);
    if (!snapshot->times) return;
    snapshot->time = before + (after - before) / 2;
    snapshot->processors = count;
}

static void count_dpc_rates(struct snapshot *snapshot, const struct snapshot *since)
{
    enum { TICK = 156250 };
    ULONG i;

    if (!since || !since->dpcs || since->processors != snapshot->processors || since->time >= snapshot->time) return;
    snapshot->dpc_rates = heap_allocate(snapshot->processors * sizeof *snapshot->dpc_rates);
    for (i = 0; snapshot->dpc_rates && i < snapshot->processors; i++)
        snapshot->dpc_rates[i] =
            (ULONG)((ULONG64)(snapshot->dpcs[i] - since->dpcs[i]) * TICK / (snapshot->time - since->time));
}

/* The work continues that of SINCE. The present frequency stands for that of the whole interval. */
static void count_work(struct snapshot *snapshot, const struct snapshot *since)
{
    const BOOLEAN goes_on = since && since->work && since->processors == snapshot->processors;
    const ULONG64 time = goes_on ? snapshot->time - since->time : 0;
    const struct unixlib_frequency *frequency;
    ULONG64 idle, busy;
    ULONG i;

    snapshot->work = heap_allocate(snapshot->processors * sizeof *snapshot->work);
    for (i = 0; snapshot->work && goes_on && i < snapshot->processors; i++) {
        frequency = &snapshot->frequencies[i];
        idle = snapshot->times[i].idle - since->times[i].idle;
        busy = time > idle ? time - idle : 0;
        snapshot->work[i] = since->work[i];
        if (frequency->nominal) snapshot->work[i] += busy * frequency->current / frequency->nominal;
    }
}

static void sample_processors(struct snapshot *snapshot, ULONG wanted, const struct snapshot *since)
{
    ULONG count;

    sample_processor_times(snapshot);
    count = snapshot->processors;
    if (!count) return;
    if (snapshot_is_wanted(wanted, SNAPSHOT_IDLE_STATES))
        snapshot->idle = query_all(snapshot, count, sizeof *snapshot->idle, query_processor_idle);
    if (snapshot_is_wanted(wanted, SNAPSHOT_DPCS))
        snapshot->dpcs = query_all(snapshot, count, sizeof *snapshot->dpcs, query_processor_dpcs);
    if (snapshot->dpcs) count_dpc_rates(snapshot, since);
    if (!snapshot_is_wanted(wanted, SNAPSHOT_FREQUENCIES)) return;
    snapshot->frequencies = query_all(snapshot, count, sizeof *snapshot->frequencies, query_processor_frequencies);
    if (snapshot->frequencies) count_work(snapshot, since);
}

struct snapshot *snapshot_take(ULONG wanted, const struct snapshot *since)
{
    struct snapshot *snapshot = heap_allocate(sizeof *snapshot);
    MEMORYSTATUSEX memory = { .dwLength = sizeof memory };
    ULONG64 time;

    if (!snapshot) return NULL;
    snapshot->date = snapshot_date();
    snapshot->time = query_interrupt_time_precise();
    if (wanted & SNAPSHOT_PROCESSES) sample_processes(snapshot, snapshot_is_wanted(wanted, SNAPSHOT_THREADS), since);
    if (wanted & SNAPSHOT_MEMORY && GlobalMemoryStatusEx(&memory)) {
        snapshot->memory_available = memory.ullAvailPhys;
        snapshot->commit_limit = memory.ullTotalPageFile;
        snapshot->committed = memory.ullTotalPageFile - memory.ullAvailPageFile;
    }
    time = query_interrupt_time_precise();
    if (wanted & SNAPSHOT_SYSTEM && NT_SUCCESS(query_system_counts(&snapshot->system))) snapshot->system_time = time;
    if (wanted & SNAPSHOT_PROCESSORS) sample_processors(snapshot, wanted, since);
    return snapshot;
}

void snapshot_free(struct snapshot *snapshot)
{
    if (!snapshot) return;
    heap_release(snapshot->times);
    heap_release(snapshot->idle);
    heap_release(snapshot->dpcs);
    heap_release(snapshot->dpc_rates);
    heap_release(snapshot->frequencies);
    heap_release(snapshot->work);
    heap_release(snapshot->idle_times);
    heap_release(snapshot->list);
    heap_release(snapshot->thread_list);
    heap_release(snapshot);
}
