/* SPDX-License-Identifier: MIT */
/* Takes a snapshot of the processes, threads and sums of the machine, from which all counters of a collection are
   computed. */
#include "counters/snapshot.h"
#include "counters/counters.h"
#include "library/query/cpu_time.h"
#include "library/query/query.h"

static ULONG index_of(const struct snapshot_process *list, ULONG count, const WCHAR *name)
{
    ULONG index = 0, i;

    for (i = 0; i < count; i++)
        if (text_is(text_of(list[i].name), name)) index++;
    return index;
}

void snapshot_name_total(WCHAR name[INSTANCE_NAME])
{
    static const WCHAR total[] = L"_Total";

    memcpy(name, total, sizeof total);
}

static void put_name(const WCHAR *from, ULONG length, WCHAR to[INSTANCE_NAME])
{
    static const WCHAR ending[] = L".exe";
    const ULONG cut = ARRAYSIZE(ending) - 1;

    if (length > cut && text_is((struct text){ from + length - cut, cut }, ending)) length -= cut;
    if (length > INSTANCE_NAME - 1) length = INSTANCE_NAME - 1;
    memcpy(to, from, length * sizeof *to);
    to[length] = 0;
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

static void add_process(struct snapshot *snapshot, const struct nt_listed_process *process, struct snapshot_process *sum)
{
    struct snapshot_process *const to = &snapshot->list[snapshot->processes];

    *to = (struct snapshot_process){ .id = process->id,
                                     .parent = process->parent,
                                     .threads = process->threads,
                                     .creation = process->times.creation,
                                     .kernel = process->times.kernel,
                                     .user = process->times.user,
                                     .working_set = process->working_set,
                                     .private_bytes = process->private_bytes };
    put_name(process->name, process->name_bytes / sizeof *process->name, to->name);
    to->index = index_of(snapshot->list, snapshot->processes++, to->name);
    add_to_sum(sum, to);
}

/* Windows lists the process Idle first, with the id 0 and a thread for each processor, whose kernel time is the processor's
   idle time (phnt, System Informer). Wine does not list it. */
static void add_idle_process(struct snapshot *snapshot, struct snapshot_process *sum)
{
    struct snapshot_process idle = { .name = L"Idle", .threads = snapshot->idle_threads };
    ULONG i;

    if (!snapshot->idle_threads) return;
    for (i = 0; i < snapshot->idle_threads; i++) idle.kernel += snapshot->idle_times[i].idle;
    snapshot->list[snapshot->processes++] = idle;
    add_to_sum(sum, &idle);
}

ULONG snapshot_find_process(const struct snapshot *snapshot, const struct snapshot_process *process)
{
    ULONG i;

    for (i = 0; i < snapshot->processes; i++)
        if (snapshot->list[i].id == process->id && snapshot->list[i].creation == process->creation) break;
    return i;
}

/* Without the times of processes that ended, the sum would fall at each end, and its rate would be negative. */
static void add_ended(struct snapshot *snapshot, const struct snapshot *since, struct snapshot_process *sum)
{
    const struct snapshot_process *process;

    snapshot->ended = since->ended;
    for (process = since->list; process < since->list + since->processes; process++) {
        if (!process->id || snapshot_find_process(snapshot, process) < snapshot->processes) continue;
        snapshot->ended.kernel += process->kernel;
        snapshot->ended.user += process->user;
    }
    add_to_sum(sum, &snapshot->ended);
}

static void add_all(struct snapshot *snapshot, struct nt_process_list list, const struct snapshot *since)
{
    struct snapshot_process sum = { .index = 0 };
    struct nt_process_list first = list;
    struct nt_listed_process process;
    ULONG count = 0;

    snapshot_name_total(sum.name);
    while (next_instance(&first, &process)) count++;
    snapshot->list = heap_allocate((count + 2) * sizeof *snapshot->list);
    if (!snapshot->list) return;
    add_idle_process(snapshot, &sum);
    while (next_instance(&list, &process)) add_process(snapshot, &process, &sum);
    if (since) add_ended(snapshot, since, &sum);
    snapshot->list[snapshot->processes] = sum;
}

static ULONG64 date_now(void)
{
    FILETIME now;

    GetSystemTimeAsFileTime(&now);
    return (ULONG64)now.dwHighDateTime << 32 | now.dwLowDateTime;
}

/* For a thread that is just beginning Wine lists the times of its whole process (get_thread_times, without a Linux thread
   yet). No thread can have run for longer than it exists, plus one tick each of kernel and user time. */
static void drop_what_is_not_its_own(struct nt_times *times, ULONG64 now)
{
    enum { TICKS = 200000 };

    if (times->creation + times->kernel + times->user > now + TICKS) times->kernel = times->user = 0;
}

/* Adds the threads of PROCESS, whose index in the list is PLACE. */
static void add_threads(struct snapshot *snapshot, const struct nt_listed_process *process, ULONG place)
{
    const ULONG64 now = date_now();
    struct nt_listed_thread thread;
    ULONG i;

    for (i = 0; i < process->threads; i++) {
        nt_process_list_thread(process, i, &thread);
        drop_what_is_not_its_own(&thread.times, now);
        snapshot->thread_list[snapshot->threads++] = (struct snapshot_thread){ .process = place,
                                                                               .number = i,
                                                                               .id = thread.id,
                                                                               .creation = thread.times.creation,
                                                                               .kernel = thread.times.kernel,
                                                                               .user = thread.times.user };
    }
}

/* The sum is that of the processes, so that it includes the threads that have ended. */
static void add_all_threads(struct snapshot *snapshot, struct nt_process_list list)
{
    const struct snapshot_process *const sum = &snapshot->list[snapshot->processes];
    struct nt_listed_process process;
    ULONG i, place = snapshot->idle_threads ? 1 : 0;

    if (!snapshot->processes) return;
    snapshot->thread_list = heap_allocate((sum->threads + 1) * sizeof *snapshot->thread_list);
    if (!snapshot->thread_list) return;
    for (i = 0; i < snapshot->idle_threads; i++)
        snapshot->thread_list[snapshot->threads++] =
            (struct snapshot_thread){ .number = i, .kernel = snapshot->idle_times[i].idle };
    while (next_instance(&list, &process)) add_threads(snapshot, &process, place++);
    snapshot->thread_list[snapshot->threads] =
        (struct snapshot_thread){ .process = snapshot->processes, .kernel = sum->kernel, .user = sum->user };
}

/* 0: the system does not report them. */
static ULONG count_processors(struct snapshot *snapshot)
{
    ULONG count = 0;
    USHORT i;

    if (!NT_SUCCESS(nt_groups(&snapshot->groups))) return 0;
    for (i = 0; i < snapshot->groups.count; i++) count += snapshot->groups.processors[i];
    return count;
}

/* Queries all processors, group by group, into elements of SIZE bytes. */
static NTSTATUS query_all(const struct snapshot *snapshot, NTSTATUS (*query)(USHORT, ULONG, PVOID), SIZE_T size,
                          PVOID elements)
{
    NTSTATUS status = STATUS_SUCCESS;
    BYTE *at = elements;
    USHORT i;

    for (i = 0; i < snapshot->groups.count && NT_SUCCESS(status); i++) {
        status = query(i, snapshot->groups.processors[i], at);
        at += snapshot->groups.processors[i] * size;
    }
    return status;
}

static void take_idle_times(struct snapshot *snapshot)
{
    const ULONG count = count_processors(snapshot);

    snapshot->idle_times = heap_allocate(count * sizeof *snapshot->idle_times);
    if (!snapshot->idle_times) return;
    if (NT_SUCCESS(query_all(snapshot, query_processor_times, sizeof *snapshot->idle_times, snapshot->idle_times)))
        snapshot->idle_threads = count;
}

static void take_processes(struct snapshot *snapshot, BOOLEAN with_threads, const struct snapshot *since)
{
    const ULONG64 before = query_interrupt_time_precise();
    struct nt_process_list list, whole;

    if (!NT_SUCCESS(nt_process_list_open(&list))) return;
    whole = list;
    query_process_list(&list);
    take_idle_times(snapshot);
    snapshot->list_time = before + (query_interrupt_time_precise() - before) / 2;
    add_all(snapshot, whole, since);
    if (with_threads) add_all_threads(snapshot, whole);
    nt_process_list_close(&list);
}

/* If the thread is preempted between the readings, the time of the snapshot is not that of the processors' times. So it
   tries again. */
static NTSTATUS read_at_one_moment(struct snapshot *snapshot)
{
    enum { TRIES = 4, LONG_TIME = 5000 };
    ULONG64 before, after;
    NTSTATUS status;
    int i = 0;

    do {
        before = query_interrupt_time_precise();
        status = query_all(snapshot, query_processor_times, sizeof *snapshot->times, snapshot->times);
        after = query_interrupt_time_precise();
    } while (NT_SUCCESS(status) && after - before > LONG_TIME && ++i < TRIES);
    snapshot->time = before + (after - before) / 2;
    return status;
}

static void take_times(struct snapshot *snapshot, ULONG count)
{
    snapshot->times = heap_allocate(count * sizeof *snapshot->times);
    if (snapshot->times && NT_SUCCESS(read_at_one_moment(snapshot))) snapshot->processors = count;
}

/* NULL: no memory is left, or no source reports the values. */
static PVOID take_all(const struct snapshot *snapshot, SIZE_T size, NTSTATUS (*query)(USHORT, ULONG, PVOID))
{
    PVOID all = heap_allocate(snapshot->processors * size);

    if (!all || NT_SUCCESS(query_all(snapshot, query, size, all))) return all;
    heap_release(all);
    return NULL;
}

static void take_dpc_rates(struct snapshot *snapshot, const struct snapshot *since)
{
    enum { TICK = 156250 };
    ULONG i;

    if (!since || !since->dpcs || since->processors != snapshot->processors || since->time >= snapshot->time) return;
    if (!(snapshot->dpc_rates = heap_allocate(snapshot->processors * sizeof *snapshot->dpc_rates))) return;
    for (i = 0; i < snapshot->processors; i++)
        snapshot->dpc_rates[i] =
            (ULONG)((ULONG64)(snapshot->dpcs[i] - since->dpcs[i]) * TICK / (snapshot->time - since->time));
}

static ULONG64 busy_since(const struct snapshot *snapshot, const struct snapshot *since, ULONG processor)
{
    const ULONG64 time = snapshot->time - since->time,
                  idle = snapshot->times[processor].idle - since->times[processor].idle;

    return time > idle ? time - idle : 0;
}

/* The present frequency stands for that of the whole interval. */
static void add_work(const struct snapshot *snapshot, const struct snapshot *since, ULONG processor)
{
    const struct processor_frequency *const frequency = &snapshot->frequencies[processor];
    const ULONG64 busy = busy_since(snapshot, since, processor);

    snapshot->work[processor] = since->work[processor];
    if (frequency->nominal) snapshot->work[processor] += busy * frequency->current / frequency->nominal;
}

static void take_work(struct snapshot *snapshot, const struct snapshot *since)
{
    const BOOLEAN goes_on = since && since->work && since->processors == snapshot->processors;
    ULONG i;

    snapshot->work = heap_allocate(snapshot->processors * sizeof *snapshot->work);
    if (!snapshot->work || !goes_on) return;
    for (i = 0; i < snapshot->processors; i++) add_work(snapshot, since, i);
}

static void take_processors(struct snapshot *snapshot, ULONG wanted, const struct snapshot *since)
{
    take_times(snapshot, count_processors(snapshot));
    if (!snapshot->processors) return;
    if (snapshot_is_wanted(wanted, SNAPSHOT_IDLE_STATES))
        snapshot->idle = take_all(snapshot, sizeof *snapshot->idle, query_processor_idle);
    if (snapshot_is_wanted(wanted, SNAPSHOT_DPCS))
        snapshot->dpcs = take_all(snapshot, sizeof *snapshot->dpcs, query_processor_dpcs);
    if (snapshot->dpcs) take_dpc_rates(snapshot, since);
    if (!snapshot_is_wanted(wanted, SNAPSHOT_FREQUENCIES)) return;
    snapshot->frequencies = take_all(snapshot, sizeof *snapshot->frequencies, query_processor_frequencies);
    if (snapshot->frequencies) take_work(snapshot, since);
}

static void take_memory(struct snapshot *snapshot)
{
    MEMORYSTATUSEX memory = { .dwLength = sizeof memory };

    if (!GlobalMemoryStatusEx(&memory)) return;
    snapshot->memory_available = memory.ullAvailPhys;
    snapshot->commit_limit = memory.ullTotalPageFile;
    snapshot->committed = memory.ullTotalPageFile - memory.ullAvailPageFile;
}

static void take_system(struct snapshot *snapshot)
{
    const ULONG64 time = query_interrupt_time_precise();

    if (NT_SUCCESS(query_system_counts(&snapshot->system))) snapshot->system_time = time;
}

struct snapshot *snapshot_take(ULONG wanted, const struct snapshot *since)
{
    struct snapshot *snapshot = heap_allocate(sizeof *snapshot);

    if (!snapshot) return NULL;
    snapshot->date = date_now();
    snapshot->time = query_interrupt_time_precise();
    if (wanted & SNAPSHOT_PROCESSES) take_processes(snapshot, snapshot_is_wanted(wanted, SNAPSHOT_THREADS), since);
    if (wanted & SNAPSHOT_MEMORY) take_memory(snapshot);
    if (wanted & SNAPSHOT_SYSTEM) take_system(snapshot);
    if (wanted & SNAPSHOT_PROCESSORS) take_processors(snapshot, wanted, since);
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
