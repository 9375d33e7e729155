/* SPDX-License-Identifier: MIT */
/* Every call of NT and every allocation that an answer about processors takes, failing one by one and in every way. */
#include "ask_processors.h"

/* Groups, and times of any group, but no counters: Windows 7 has them, but it could be. */
static const struct fake_machine windows_without_counters = { .name = "Windows without counters", .has_groups = TRUE,
    .limited_rights = TRUE, .idle_cycles = STATUS_INVALID_INFO_CLASS, .system_cycles = STATUS_INVALID_INFO_CLASS };

static const NTSTATUS failures[] = {
    STATUS_UNSUCCESSFUL, STATUS_INFO_LENGTH_MISMATCH, STATUS_BUFFER_TOO_SMALL, STATUS_INVALID_PARAMETER,
    STATUS_NO_MEMORY, STATUS_ACCESS_DENIED, STATUS_INSUFFICIENT_RESOURCES,
};

/* Asks with a little more room than is needed. Success reports the length that was needed, failure none. */
static BOOL fill_cycles(enum counts counts, USHORT group, ULONG64 cycles[65])
{
    ULONG need = fake_groups.of[group] * sizeof *cycles, length = need + 3, i;
    BOOL returned;

    for (i = 0; i < 65; i++) cycles[i] = UNTOUCHED;
    SetLastError(POISON);
    returned = counts == IDLE_OF_GROUP ? QueryIdleProcessorCycleTimeEx(group, &length, cycles)
                                       : GetProcessorSystemCycleTime(group, (PVOID)cycles, &length);
    assert_int_equal(length, returned ? need : need + 3);
    assert_int_equal(fake.blocks, 0);
    return returned;
}

/* TRUE: it has failed, and touched nothing; FALSE: it has succeeded, and reported correct times. */
static BOOLEAN fails_or_is_true(enum counts counts, USHORT group)
{
    ULONG count = fake_groups.of[group], i;
    ULONG64 cycles[65];
    BOOL returned = fill_cycles(counts, group, cycles);

    assert_int_equal(returned ? GetLastError() == POISON : GetLastError() && GetLastError() != POISON, TRUE);
    for (i = 0; i < 65; i++) assert_int_equal(cycles[i], returned && i < count ? true_count(counts, group, i) : UNTOUCHED);
    return !returned;
}

static void fail_one_by_one(enum counts counts, USHORT group, NTSTATUS status)
{
    ULONG before = fake.position, last, failed = 0, position;

    fails_or_is_true(counts, group);
    last = fake.position - before;
    assert_in_range(last, 1, 20);
    for (position = 1; position <= last; position++) {
        fake.failing_position = fake.position + position;
        fake.failing_status = status;
        failed += fails_or_is_true(counts, group);
        fake.failing_position = 0;
        fails_or_is_true(counts, group);
    }
    if (counts_are_known(counts)) assert_int_equal(failed, last);
}

TEST_CASES(every_call_of_an_answer_counts,
           WITH(windows_10, 2, every_call_of_an_answer_counts), WITH(windows_10, 160, every_call_of_an_answer_counts),
           WITH(windows_without_counters, 160, every_call_of_an_answer_counts),
           WITH(windows_vista, 2, every_call_of_an_answer_counts), WITH(windows_xp, 2, every_call_of_an_answer_counts),
           WITH(wine_8, 2, every_call_of_an_answer_counts), WITH(wine_8, 80, every_call_of_an_answer_counts),
           WITH(wine_10, 64, every_call_of_an_answer_counts))
{
    enum counts counts;
    USHORT group;
    size_t i;

    for (counts = IDLE_OF_GROUP; counts < COUNTS; counts++) {
        fails_or_is_true(counts, 0);  /* the source is chosen */
        for (group = 0; group < fake_groups.count; group++)
            for (i = 0; i < ARRAYSIZE(failures); i++) fail_one_by_one(counts, group, failures[i]);
    }
}

/* A class that is not there is another matter than one that fails. */
TEST_ON_WINE(groups_that_are_not_reported_are_one)
{
    static const NTSTATUS absent[] = { STATUS_INVALID_INFO_CLASS, STATUS_NOT_IMPLEMENTED, STATUS_NOT_SUPPORTED };
    size_t i;

    for (i = 0; i < ARRAYSIZE(absent); i++) {
        fake.status[CALL_GROUPS] = absent[i];
        assert_filled(IDLE_OF_GROUP, 0);
        assert_call(((struct call){ IDLE_OF_GROUP, 1, TRUE, 0, 0 }),
                    ((struct outcome){ FALSE, ERROR_INVALID_PARAMETER, 0, 0 }));
    }
}

TEST_ON_WINE_AND(windows_10, groups_that_do_not_fit_fail_the_answer)
{
    fake.status[CALL_GROUPS] = STATUS_INFO_LENGTH_MISMATCH;
    assert_call(((struct call){ IDLE_OF_GROUP, 0, TRUE, 0, 0 }), ((struct outcome){ FALSE, ERROR_BAD_LENGTH, 0, 0 }));
    assert_int_equal(fake.blocks, 0);
}

TEST_ON_EVERY(asking_for_the_length_takes_the_groups_only)
{
    enum fake_call call;

    for (call = 0; call < CALLS; call++)
        if (call != CALL_GROUPS && call != CALL_ALLOCATE && call != CALL_BASIC) fake.status[call] = STATUS_UNSUCCESSFUL;
    assert_call(((struct call){ IDLE_OF_GROUP, 0, TRUE, 0, 0 }),
                ((struct outcome){ TRUE, POISON, fake_groups.of[0] * sizeof(ULONG64), 0 }));
}
