/* SPDX-License-Identifier: MIT */
#include "arrays.h"
#include "cycletime.h"
#include "processor_times.h"

const char *const array_names[ARRAYS] = { "QueryIdleProcessorCycleTime", "QueryIdleProcessorCycleTimeEx",
                                          "GetProcessorSystemCycleTime" };

ULONG processors(void)
{
    return GetActiveProcessorCount(0);
}

ULONG need(void)
{
    return processors() * sizeof(ULONG64);
}

USHORT absent_group(void)
{
    return GetActiveProcessorGroupCount();
}

struct filled fill_at(enum array array, USHORT group, void *buffer, ULONG *length)
{
    struct filled filled = { FALSE, POISON, 0 };

    SetLastError(POISON);
    switch (array) {
    case IDLE: filled.done = QueryIdleProcessorCycleTime(length, buffer); break;
    case IDLE_EX: filled.done = QueryIdleProcessorCycleTimeEx(group, length, buffer); break;
    default: filled.done = GetProcessorSystemCycleTime(group, buffer, length); break;
    }
    filled.error = GetLastError();
    return filled;
}

struct filled fill(enum array array, USHORT group, void *buffer, ULONG length)
{
    ULONG reported = length;
    struct filled filled = fill_at(array, group, buffer, &reported);

    filled.length = reported;
    return filled;
}

BOOL is_filled(enum array array, const void *buffer, ULONG length, struct filled filled, struct filled expected)
{
    if (filled.done == expected.done && filled.error == expected.error && filled.length == expected.length) return TRUE;
    print_error("%s, %s, length %lu: %d, error %lu, length %lu; expected %d, %lu, %lu\n", array_names[array],
                buffer ? "buffer" : "NULL", length, filled.done, filled.error, filled.length, expected.done, expected.error,
                expected.length);
    return FALSE;
}

void idle_cycles(ULONG64 *cycles)
{
    ULONG64 values[GROUP_PROCESSORS + 1];
    struct filled filled;
    ULONG i;

    for (i = 0; i <= GROUP_PROCESSORS; i++) values[i] = UNTOUCHED;
    filled = fill(IDLE_EX, 0, values, sizeof values);
    assert_int_equal(filled.done, TRUE);
    assert_int_equal(filled.error, POISON);
    assert_true(filled.length == need() || filled.length == processors());
    for (i = 0; i <= GROUP_PROCESSORS; i++) assert_int_equal(values[i] == UNTOUCHED, i >= processors());
    for (i = 0; i < processors(); i++) cycles[i] = values[i];
}
