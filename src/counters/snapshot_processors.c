/* SPDX-License-Identifier: MIT */
/* The part of a snapshot that is about processors. */
#include "counters/snapshot.h"
#include "counters/counters.h"
#include "library/query/query.h"

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

void snapshot_take_processors(struct snapshot *snapshot, ULONG wanted, const struct snapshot *since)
{
    ULONG count = 0;
    USHORT i;

    if (!NT_SUCCESS(nt_groups(&snapshot->groups))) return;
    for (i = 0; i < snapshot->groups.count; i++) count += snapshot->groups.processors[i];
    take_times(snapshot, count);
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
