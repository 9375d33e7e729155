/* SPDX-License-Identifier: MIT */
#include "fake_groups.h"
#include "fake_nt.h"
#include "library/nt/calls.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

struct fake_groups fake_groups;

/* Windows: as few groups as there can be, the last one or two holding what is left. Wine: one group, of 64 at most. Before
   groups: as many as a mask has room for. */
static void lay_out(ULONG count)
{
    if (!fake.machine->has_groups || fake.machine->is_wine) {
        fake_groups.count = 1;
        fake_groups.of[0] = count < 64 ? count : 64;
        return;
    }
    while (count) {
        ULONG here = count == 80 ? 40 : count < 64 ? count : 64;
        fake_groups.of[fake_groups.count++] = here;
        count -= here;
    }
}

void fake_processors(ULONG count)
{
    ULONG i;

    assert(count <= FAKE_PROCESSORS);
    fake_groups = (struct fake_groups){ .processors = count };
    lay_out(count);
    for (i = 0; i < count; i++) {
        fake_groups.idle[i] = 7000000000 + 100003 * i;
        fake_groups.user[i] = 1000000000 + 2003 * i;
        fake_groups.dpc[i] = 3000000 + 101 * i;
        fake_groups.interrupt[i] = 5000000 + 11 * i;
        fake_groups.kernel[i] = fake_groups.idle[i] + 20000000 + 7 * i;
        fake_groups.idle_cycles[i] = 1900000000000 + 1000000007ull * i;
        fake_groups.system_cycles[i] = 2000000000 + 1000003 * i;
    }
}

ULONG fake_first_of(USHORT group)
{
    ULONG first = 0;
    USHORT i;

    for (i = 0; i < group; i++) first += fake_groups.of[i];
    return first;
}

ULONG fake_reported_of(USHORT group)
{
    return fake.machine->is_wine && fake_groups.count == 1 ? fake_groups.processors : fake_groups.of[group];
}

static ULONG linux_number(ULONG processor)
{
    return processor + (processor + 1) / 3 * fake_groups.hole;
}

static struct nt_processor_times times_of(ULONG processor)
{
    struct nt_processor_times info = { .idle = fake_groups.idle[processor],
        .kernel = fake_groups.kernel[processor], .user = fake_groups.user[processor],
        .interrupts = 77 };

    if (!fake.machine->is_wine) {
        info.dpc = fake_groups.dpc[processor];
        info.interrupt = fake_groups.interrupt[processor];
    }
    return info;
}

/* Indexed by Linux's number, up to the buffer's end, whatever the groups; a length of 0 has a need of 0. */
static NTSTATUS times_under_wine(struct nt_processor_times *info, ULONG length, PULONG needed)
{
    ULONG room = length / sizeof *info, entries = 0, processor;

    *needed = 0;
    if (!room) return STATUS_INFO_LENGTH_MISMATCH;
    for (processor = 0; processor + fake_groups.missing < fake_groups.processors; processor++) {
        if (linux_number(processor) >= room) break;
        while (entries < linux_number(processor)) memset(&info[entries++], 0, sizeof *info);
        info[entries++] = times_of(processor);
    }
    *needed = entries * sizeof *info;
    return STATUS_SUCCESS;
}

static NTSTATUS times_of_group(USHORT group, struct nt_processor_times *info, ULONG length, PULONG needed)
{
    ULONG count = fake_groups.of[group] - fake_groups.missing, i;

    *needed = count * sizeof *info;
    if (length < *needed) return STATUS_INFO_LENGTH_MISMATCH;
    for (i = 0; i < count; i++) info[i] = times_of(fake_first_of(group) + i);
    return STATUS_SUCCESS;
}

static NTSTATUS cycles_of_group(const ULONG64 *all, USHORT group, ULONG64 *cycles, ULONG length, PULONG needed)
{
    ULONG count = fake_groups.of[group] - fake_groups.missing;

    *needed = count * sizeof *cycles;
    if (length < *needed) return STATUS_BUFFER_TOO_SMALL;
    if (all) memcpy(cycles, all + fake_first_of(group), *needed);
    else memset(cycles, 0, *needed);
    return STATUS_SUCCESS;
}

NTSTATUS fake_query_processors(ULONG class, const USHORT *group, PVOID buffer, ULONG length, PULONG needed)
{
    BOOLEAN is_wine = fake.machine->is_wine;
    USHORT which = group ? *group : fake_groups.current;

    if (class == SystemProcessorPerformanceInformation && is_wine)
        return group ? STATUS_NOT_IMPLEMENTED : times_under_wine(buffer, length, needed);
    if (class == SystemProcessorIdleCycleTimeInformation && fake.machine->idle_cycles) return fake.machine->idle_cycles;
    if (class == SystemProcessorCycleTimeInformation && fake.machine->system_cycles) return fake.machine->system_cycles;
    if (which >= fake_groups.count) return STATUS_INVALID_PARAMETER;
    if (class == SystemProcessorPerformanceInformation) return times_of_group(which, buffer, length, needed);
    if (class == SystemProcessorCycleTimeInformation)
        return cycles_of_group(fake_groups.system_cycles, which, buffer, length, needed);
    return cycles_of_group(fake.machine->zero_idle_cycles ? NULL : fake_groups.idle_cycles, which, buffer, length, needed);
}

NTSTATUS fake_query_groups(PVOID buffer, ULONG length, PULONG needed)
{
    SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX *info = buffer;
    USHORT i;

    *needed = offsetof(SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX, Group.GroupInfo)
              + fake_groups.count * sizeof info->Group.GroupInfo[0];
    if (length < *needed) return STATUS_INFO_LENGTH_MISMATCH;
    memset(buffer, 0, *needed);
    info->Relationship = RelationGroup;
    info->Size = *needed;
    info->Group.MaximumGroupCount = fake_groups.count + 1;
    info->Group.ActiveGroupCount = fake_groups.count;
    for (i = 0; i < fake_groups.count; i++) {
        PROCESSOR_GROUP_INFO *reported = (PROCESSOR_GROUP_INFO *)((BYTE *)buffer
            + offsetof(SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX, Group.GroupInfo)) + i;
        reported->MaximumProcessorCount = 64;
        reported->ActiveProcessorCount = (BYTE)fake_groups.of[i];
    }
    return STATUS_SUCCESS;
}
