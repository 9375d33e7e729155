/* SPDX-License-Identifier: MIT */
#include "snapshot.h"
#include "../query/query.h"

static NTSTATUS read_processors(struct snapshot *snapshot)
{
    NTSTATUS status = STATUS_SUCCESS;
    ULONG done = 0;
    USHORT i;

    for (i = 0; i < snapshot->groups.count && NT_SUCCESS(status); i++) {
        status = query_processor_times(i, snapshot->groups.processors[i], snapshot->times + done);
        done += snapshot->groups.processors[i];
    }
    return status;
}

/* A thread that loses its processor in between would put the times at another moment than theirs. So it tries again. */
static NTSTATUS read_at_one_moment(struct snapshot *snapshot)
{
    enum { TRIES = 4, LONG_TIME = 5000 };
    ULONG64 before, after;
    NTSTATUS status;
    int i = 0;

    do {
        before = query_interrupt_time_precise();
        status = read_processors(snapshot);
        after = query_interrupt_time_precise();
    } while (NT_SUCCESS(status) && after - before > LONG_TIME && ++i < TRIES);
    snapshot->time = before + (after - before) / 2;
    return status;
}

static void take_processors(struct snapshot *snapshot)
{
    ULONG count = 0;
    USHORT i;

    if (!NT_SUCCESS(nt_groups(&snapshot->groups))) return;
    for (i = 0; i < snapshot->groups.count; i++) count += snapshot->groups.processors[i];
    snapshot->times = HeapAlloc(GetProcessHeap(), 0, count * sizeof *snapshot->times);
    if (snapshot->times && NT_SUCCESS(read_at_one_moment(snapshot))) snapshot->processors = count;
}

static ULONG64 date_now(void)
{
    FILETIME now;

    GetSystemTimeAsFileTime(&now);
    return (ULONG64)now.dwHighDateTime << 32 | now.dwLowDateTime;
}

struct snapshot *snapshot_take(ULONG wanted)
{
    struct snapshot *snapshot = HeapAlloc(GetProcessHeap(), HEAP_ZERO_MEMORY, sizeof *snapshot);

    if (!snapshot) return NULL;
    snapshot->date = date_now();
    snapshot->time = query_interrupt_time_precise();
    if (wanted & SNAPSHOT_PROCESSORS) take_processors(snapshot);
    return snapshot;
}

void snapshot_free(struct snapshot *snapshot)
{
    if (!snapshot) return;
    if (snapshot->times) HeapFree(GetProcessHeap(), 0, snapshot->times);
    HeapFree(GetProcessHeap(), 0, snapshot);
}
