/* SPDX-License-Identifier: MIT */
#include "snapshot.h"
#include "path.h"
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

static BOOLEAN is_same_name(const WCHAR *left, const WCHAR *right)
{
    return text_is((struct text){ left, (ULONG)wcslen(left) }, right);
}

static ULONG index_of(const struct snapshot_process *list, ULONG count, const WCHAR *name)
{
    ULONG index = 0, i;

    for (i = 0; i < count; i++)
        if (is_same_name(list[i].name, name)) index++;
    return index;
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

static void add(struct snapshot *snapshot, const struct nt_listed_process *process, struct snapshot_process *sum)
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
    sum->threads += to->threads;
    sum->kernel += to->kernel;
    sum->user += to->user;
    sum->working_set += to->working_set;
    sum->private_bytes += to->private_bytes;
}

static void add_all(struct snapshot *snapshot, struct nt_process_list list)
{
    struct snapshot_process sum = { .name = L"_Total" };
    struct nt_process_list first = list;
    struct nt_listed_process process;
    ULONG count = 0;

    while (nt_process_list_next(&first, &process)) count++;
    snapshot->list = HeapAlloc(GetProcessHeap(), 0, (count + 1) * sizeof *snapshot->list);
    if (!snapshot->list) return;
    while (nt_process_list_next(&list, &process)) add(snapshot, &process, &sum);
    snapshot->list[snapshot->processes] = sum;
}

static void take_processes(struct snapshot *snapshot)
{
    const ULONG64 before = query_interrupt_time_precise();
    struct nt_process_list list, whole;

    if (!NT_SUCCESS(nt_process_list_open(&list))) return;
    whole = list;
    query_process_list(&list);
    snapshot->list_time = before + (query_interrupt_time_precise() - before) / 2;
    add_all(snapshot, whole);
    nt_process_list_close(&list);
}

static void take_memory(struct snapshot *snapshot)
{
    MEMORYSTATUSEX memory = { .dwLength = sizeof memory };

    if (GlobalMemoryStatusEx(&memory)) snapshot->available = memory.ullAvailPhys;
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
    if (wanted & SNAPSHOT_PROCESSES) take_processes(snapshot);
    if (wanted & SNAPSHOT_MEMORY) take_memory(snapshot);
    if (wanted & SNAPSHOT_PROCESSORS) take_processors(snapshot);
    return snapshot;
}

void snapshot_free(struct snapshot *snapshot)
{
    if (!snapshot) return;
    if (snapshot->list) HeapFree(GetProcessHeap(), 0, snapshot->list);
    if (snapshot->times) HeapFree(GetProcessHeap(), 0, snapshot->times);
    HeapFree(GetProcessHeap(), 0, snapshot);
}
