/* SPDX-License-Identifier: MIT */
/* Takes a sample of all processors, processes and threads. */
#include "tools/top/samples.h"
#include "tools/tools.h"
#include "cycletime.h"

#include <stdlib.h>
#include <string.h>

/* Room for at least COUNT elements. */
static bool make_room(void **array, size_t *room, size_t count, size_t size)
{
    size_t wanted = count + count / 2 + 16;
    void *larger;

    if (count <= *room) return true;
    if (!(larger = realloc(*array, wanted * size))) {
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
        return false;
    }
    *array = larger;
    *room = wanted;
    return true;
}

/* These ask into ROOM, of at least ROOM_FOR_EACH bytes for each processor. */
enum { ROOM_FOR_EACH = 0x30 };

_Static_assert(offsetof(CYCLETIME_PROCESSOR_PERFORMANCE, InterruptCount) == SAMPLE_TIMES * sizeof(uint64_t), "its times");
_Static_assert(sizeof(CYCLETIME_PROCESSOR_PERFORMANCE) <= ROOM_FOR_EACH, "CYCLETIME_PROCESSOR_PERFORMANCE");
_Static_assert(sizeof(CYCLETIME_PROCESSOR_IDLE) <= ROOM_FOR_EACH, "CYCLETIME_PROCESSOR_IDLE");

static void add_idle(USHORT group, struct processor *processors, size_t count, ULONG64 *cycles)
{
    ULONG64 before = read_clock();
    ULONG length = count * (ULONG)sizeof *cycles;
    bool has = QueryIdleProcessorCycleTimeEx(group, &length, cycles);
    uint64_t moment = (before + read_clock()) / 2;
    size_t i;

    for (i = 0; i < count; i++) {
        processors[i].moment = moment;
        processors[i].has_idle = has;
        processors[i].idle_cycles = has ? cycles[i] : 0;
    }
}

static void add_system(USHORT group, struct processor *processors, size_t count,
                       SYSTEM_PROCESSOR_CYCLE_TIME_INFORMATION *cycles)
{
    DWORD length = count * (DWORD)sizeof *cycles;
    bool has = GetProcessorSystemCycleTime(group, cycles, &length);
    size_t i;

    for (i = 0; i < count; i++) {
        processors[i].has_system = has;
        processors[i].system_cycles = has ? cycles[i].CycleTime : 0;
    }
}

static void add_states(USHORT group, struct processor *processors, size_t count, CYCLETIME_PROCESSOR_IDLE *idle)
{
    ULONG length = count * (ULONG)sizeof *idle;
    size_t i;

    if (!CycletimeQueryProcessorIdle(group, &length, idle)) return;
    for (i = 0; i < count; i++) {
        processors[i].has_states = true;
        memcpy(processors[i].state, &idle[i].C1Time, sizeof processors[i].state);
        memcpy(processors[i].entered, &idle[i].C1Transitions, sizeof processors[i].entered);
    }
}

static void add_times(USHORT group, struct processor *processors, size_t count, CYCLETIME_PROCESSOR_PERFORMANCE *times)
{
    ULONG length = count * (ULONG)sizeof *times;
    bool has = CycletimeQueryProcessorPerformance(group, &length, times);
    size_t i;

    for (i = 0; i < count; i++) {
        processors[i] = (struct processor){ .group = group, .number = (uint16_t)i, .has_times = has };
        if (!has) continue;
        memcpy(processors[i].time, &times[i], sizeof processors[i].time);
        processors[i].interrupts = times[i].InterruptCount;
    }
}

/* The number of processors in a group; 0: there is no such group. */
static size_t processors_of(USHORT group)
{
    ULONG length = 0;

    return CycletimeQueryProcessorPerformance(group, &length, NULL) ? length / sizeof(CYCLETIME_PROCESSOR_PERFORMANCE) : 0;
}

static bool take_processors(struct sample *sample)
{
    struct processor *processors;
    size_t count;
    USHORT group;

    sample->processor_count = 0;
    for (group = 0; (count = processors_of(group)); group++) {
        if (!make_room((void **)&sample->processors, &sample->processor_room, sample->processor_count + count,
                       sizeof *processors)
            || !make_room(&sample->room, &sample->room_size, count, ROOM_FOR_EACH))
            return false;
        processors = sample->processors + sample->processor_count;
        add_times(group, processors, count, sample->room);
        add_idle(group, processors, count, sample->room);
        add_system(group, processors, count, sample->room);
        add_states(group, processors, count, sample->room);
        sample->processor_count += count;
    }
    return true;
}

/* There may be more processes at the second question than at the first, so the list has more room than needed. */
static bool take_list(struct sample *sample)
{
    ULONG length = (ULONG)sample->list_room;

    while (!CycletimeQueryProcesses(&length, sample->list)) {
        if (GetLastError() != ERROR_INSUFFICIENT_BUFFER) return false;
        if (!make_room((void **)&sample->list, &sample->list_room, length, 1)) return false;
        length = (ULONG)sample->list_room;
    }
    return true;
}

static CYCLETIME_PROCESS_EXTENSION extension_of(const CYCLETIME_PROCESS *process)
{
    const ULONG offset = offsetof(CYCLETIME_PROCESS, Threads) + process->ThreadCount * process->ThreadSize;
    CYCLETIME_PROCESS_EXTENSION extension = { 0 };

    if (process->NameOffset >= offset + sizeof extension)
        memcpy(&extension, (const BYTE *)process + offset, sizeof extension);
    return extension;
}

static void add_process(const CYCLETIME_PROCESS *process, struct task *task)
{
    const CYCLETIME_PROCESS_EXTENSION extension = extension_of(process);
    const uint16_t *name = (const uint16_t *)((const BYTE *)process + process->NameOffset);
    const size_t length = process->NameLength / sizeof *name;
    const CYCLETIME_THREAD *thread = process->Threads;
    ULONG i;

    *task++ = (struct task){ .created = process->CreateTime,
                             .cycles = process->Cycles,
                             .kernel = process->KernelTime,
                             .user = process->UserTime,
                             .name = name,
                             .name_length = length,
                             .process = process->ProcessId,
                             .threads = process->ThreadCount,
                             .working_set = extension.WorkingSet,
                             .is_exact = extension.Flags & CYCLETIME_CYCLES_COUNTED };
    for (i = 0; i < process->ThreadCount; i++, thread = (PVOID)((BYTE *)thread + process->ThreadSize))
        *task++ = (struct task){ .created = thread->CreateTime,
                                 .cycles = thread->Cycles,
                                 .kernel = thread->KernelTime,
                                 .user = thread->UserTime,
                                 .name = name,
                                 .name_length = length,
                                 .process = process->ProcessId,
                                 .thread = thread->ThreadId,
                                 .is_exact = thread->Flags & CYCLETIME_CYCLES_COUNTED };
}

/* Process 0 is the time that Windows' processors are idle. */
static bool take_processes(struct sample *sample)
{
    const CYCLETIME_PROCESS *process;
    size_t count;

    if (!take_list(sample)) return false;
    sample->task_count = 0;
    for (process = (const CYCLETIME_PROCESS *)sample->list;;
         process = (const CYCLETIME_PROCESS *)((const BYTE *)process + process->NextEntryOffset)) {
        count = process->ProcessId ? process->ThreadCount + 1 : 0;
        if (!make_room((void **)&sample->tasks, &sample->task_room, sample->task_count + count, sizeof(struct task)))
            return false;
        if (count) add_process(process, sample->tasks + sample->task_count);
        sample->task_count += count;
        if (!process->NextEntryOffset) return true;
    }
}

bool sample_take(struct sample *sample)
{
    ULONG64 frequency;
    uint64_t before;

    sample->frequency = CycletimeQueryFrequency(&frequency) ? frequency : 0;
    if (!take_processors(sample)) return false;
    before = read_clock();
    if (!take_processes(sample)) return false;
    sample->moment = (before + read_clock()) / 2;
    return true;
}

void sample_free(struct sample *sample)
{
    free(sample->processors);
    free(sample->tasks);
    free(sample->list);
    free(sample->room);
    *sample = (struct sample){ 0 };
}
