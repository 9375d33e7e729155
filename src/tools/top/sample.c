/* SPDX-License-Identifier: MIT */
/* Takes a sample of all processors, processes and threads. */
#include "tools/top/samples.h"
#include "tools/tools.h"
#include "cycletime.h"

#include <stdlib.h>
#include <string.h>

static bool enlarge_array(void **array, size_t *room, size_t count, size_t size)
{
    size_t wanted = count + count / 2 + 16;
    void *larger;

    if (count <= *room) return true;
    larger = realloc(*array, wanted * size);
    if (!larger) {
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

static bool take_all_processors(struct sample *sample)
{
    CYCLETIME_PROCESSOR_PERFORMANCE *times;
    SYSTEM_PROCESSOR_CYCLE_TIME_INFORMATION *system;
    CYCLETIME_PROCESSOR_IDLE *states;
    struct processor *processors;
    uint64_t moment, *idle;
    ULONG count, i, length;
    USHORT group;
    bool has;

    sample->processor_count = 0;
    for (group = 0;; group++) {
        length = 0;
        if (!CycletimeQueryProcessorPerformance(group, &length, NULL) || !length) return true; /* there is no such group */
        count = length / (ULONG)sizeof *times;
        if (!enlarge_array((void **)&sample->processors, &sample->processor_room, sample->processor_count + count,
                           sizeof *processors)
            || !enlarge_array(&sample->room, &sample->room_size, count, ROOM_FOR_EACH))
            return false;
        processors = sample->processors + sample->processor_count;
        times = sample->room;
        length = count * (ULONG)sizeof *times;
        has = CycletimeQueryProcessorPerformance(group, &length, times);
        for (i = 0; i < count; i++) {
            processors[i] = (struct processor){ .group = group, .number = (uint16_t)i, .has_times = has };
            if (!has) continue;
            memcpy(processors[i].time, &times[i], sizeof processors[i].time);
            processors[i].interrupts = times[i].InterruptCount;
        }
        idle = sample->room;
        length = count * (ULONG)sizeof *idle;
        moment = read_tool_clock();
        has = QueryIdleProcessorCycleTimeEx(group, &length, idle);
        moment = (moment + read_tool_clock()) / 2;
        for (i = 0; i < count; i++) {
            processors[i].moment = moment;
            processors[i].has_idle = has;
            processors[i].idle_cycles = has ? idle[i] : 0;
        }
        system = sample->room;
        length = count * (ULONG)sizeof *system;
        has = GetProcessorSystemCycleTime(group, system, (DWORD *)&length);
        for (i = 0; i < count; i++) {
            processors[i].has_system = has;
            processors[i].system_cycles = has ? system[i].CycleTime : 0;
        }
        states = sample->room;
        length = count * (ULONG)sizeof *states;
        has = CycletimeQueryProcessorIdle(group, &length, states);
        for (i = 0; has && i < count; i++) {
            processors[i].has_states = true;
            memcpy(processors[i].state, &states[i].C1Time, sizeof processors[i].state);
            memcpy(processors[i].entered, &states[i].C1Transitions, sizeof processors[i].entered);
        }
        sample->processor_count += count;
    }
}

static void add_process_tasks(const CYCLETIME_PROCESS *process, struct task *task)
{
    const size_t offset = offsetof(CYCLETIME_PROCESS, Threads) + (size_t)process->ThreadCount * process->ThreadSize;
    const uint16_t *name = (const uint16_t *)((const BYTE *)process + process->NameOffset);
    const size_t length = process->NameLength / sizeof *name;
    const CYCLETIME_THREAD *thread = process->Threads;
    CYCLETIME_PROCESS_EXTENSION extension = { 0 };
    ULONG i;

    if (process->NameOffset >= offset + sizeof extension)
        memcpy(&extension, (const BYTE *)process + offset, sizeof extension);
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

/* There may be more processes at the second question than at the first, so the list has more room than needed. Process 0 is
   the time that Windows' processors are idle. */
static bool take_tasks(struct sample *sample)
{
    ULONG length = (ULONG)sample->list_room, offset;
    const CYCLETIME_PROCESS *process;
    size_t count;

    while (!CycletimeQueryProcesses(&length, sample->list)) {
        if (GetLastError() != ERROR_INSUFFICIENT_BUFFER) return false;
        if (!enlarge_array((void **)&sample->list, &sample->list_room, length, 1)) return false;
        length = (ULONG)sample->list_room;
    }
    sample->task_count = 0;
    process = (const CYCLETIME_PROCESS *)sample->list;
    do {
        count = process->ProcessId ? process->ThreadCount + 1 : 0;
        if (!enlarge_array((void **)&sample->tasks, &sample->task_room, sample->task_count + count, sizeof(struct task)))
            return false;
        if (count) add_process_tasks(process, sample->tasks + sample->task_count);
        sample->task_count += count;
        offset = process->NextEntryOffset;
        process = (const CYCLETIME_PROCESS *)((const BYTE *)process + offset);
    } while (offset);
    return true;
}

bool sample_take(struct sample *sample)
{
    ULONG64 frequency;
    uint64_t before;

    sample->frequency = CycletimeQueryFrequency(&frequency) ? frequency : 0;
    if (!take_all_processors(sample)) return false;
    before = read_tool_clock();
    if (!take_tasks(sample)) return false;
    sample->moment = (before + read_tool_clock()) / 2;
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
