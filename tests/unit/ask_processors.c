/* SPDX-License-Identifier: MIT */
#include "ask_processors.h"

#include <string.h>

enum { ROOM = FAKE_PROCESSORS * sizeof(ULONG64) + 64, SENTINEL = 0xcc };

static BOOLEAN has_counter(enum counts counts)
{
    const struct fake_machine *machine = fake.machine;

    if (counts == SYSTEM_OF_GROUP) return !machine->system_cycles;
    return !machine->idle_cycles && !machine->zero_idle_cycles;
}

BOOLEAN counts_are_known(enum counts counts)
{
    return counts != SYSTEM_OF_GROUP || !fake.machine->is_wine;
}

ULONG64 true_count(enum counts counts, USHORT group, ULONG processor)
{
    const ULONG64 cycles_in_100ns = FAKE_RATE / 10000000;
    ULONG i = fake_first_of(group) + processor;

    if (counts == SYSTEM_OF_GROUP)
        return has_counter(counts) ? fake_groups.system_cycles[i]
                                   : (fake_groups.dpc[i] + fake_groups.interrupt[i]) * cycles_in_100ns;
    return has_counter(counts) ? fake_groups.idle_cycles[i] : fake_groups.idle[i] * cycles_in_100ns;
}

static BOOL make(struct call call, PULONG length, PVOID buffer)
{
    switch (call.counts) {
    case IDLE_HERE: return QueryIdleProcessorCycleTime(length, buffer);
    case IDLE_OF_GROUP: return QueryIdleProcessorCycleTimeEx(call.group, length, buffer);
    default: return GetProcessorSystemCycleTime(call.group, buffer, length);
    }
}

void check_call(struct call call, struct outcome expected, const char *file, int line)
{
    USHORT group = call.counts == IDLE_HERE ? fake_groups.current : call.group;
    _Alignas(16) BYTE buffer[ROOM], all[ROOM], length[24], lengths[24];
    ULONG64 count;
    DWORD error;
    BOOL returned;
    ULONG i;

    memset(buffer, SENTINEL, sizeof buffer);
    memset(all, SENTINEL, sizeof all);
    memset(length, SENTINEL, sizeof length);
    memset(lengths, SENTINEL, sizeof lengths);
    memcpy(length + 8 + call.offset, &call.length, sizeof call.length);
    memcpy(lengths + 8 + call.offset, &expected.length, sizeof expected.length);
    for (i = 0; i < expected.filled; i++) {
        count = true_count(call.counts, group, i);
        memcpy(all + 16 + call.offset + i * sizeof count, &count, sizeof count);
    }
    SetLastError(POISON);
    returned = make(call, (PVOID)(length + 8 + call.offset), call.none ? NULL : buffer + 16 + call.offset);
    error = GetLastError();
    if (returned == expected.returned && error == expected.error && !memcmp(length, lengths, sizeof length)
        && !memcmp(buffer, all, sizeof all)) return;
    memcpy(&i, length + 8 + call.offset, sizeof i);
    print_error("%s of group %u, length %u: returned %d, last error %#x, length %u; expected %d, %#x, %u\n",
                call.none ? "NULL" : "buffer", group, call.length, returned, error, i, expected.returned, expected.error,
                expected.length);
    for (i = 0; i < sizeof buffer && buffer[i] == all[i]; i++) {}
    if (i < sizeof buffer) print_error("the buffer differs at byte %d\n", (int)(i - 16 - call.offset));
    _fail(file, line);
}

void check_filled(enum counts counts, USHORT group, const char *file, int line)
{
    ULONG count = fake_groups.of[counts == IDLE_HERE ? fake_groups.current : group], need = count * sizeof(ULONG64);
    struct outcome filled = { TRUE, POISON, need, count }, unknown = { FALSE, ERROR_NOT_SUPPORTED, need, 0 };

    check_call((struct call){ counts, group, FALSE, need, 0 }, counts_are_known(counts) ? filled : unknown, file, line);
}

int boot_setting(void **state)
{
    const struct setting *setting = *state;

    fake_boot(setting->machine);
    fake_processors(setting->processors);
    return 0;
}
