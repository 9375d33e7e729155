/* SPDX-License-Identifier: MIT */
/* GetProcessorSystemCycleTime, the cycles of DPCs and interrupts, which Wine does not report. */
#include "arrays.h"
#include "cycletime.h"
#include "field.h"
#include "processor_times.h"

/* Class 108, SystemProcessorCycleTimeInformation. */
static BOOL counted(void)
{
    ULONG64 cycles[GROUP_PROCESSORS] = { 0 };
    const USHORT group = 0;
    ULONG length;

    return system_ask_processors_of(108, &group, cycles, need(), &length) >= 0 && cycles[0];
}

TEST(without_a_long_enough_buffer_the_need_is_returned)
{
    const struct filled refused = { FALSE, ERROR_INSUFFICIENT_BUFFER, need() };
    BYTE *field = field_make();
    ULONG length;

    for (length = 0; length < need(); length++) {
        assert_true(is_filled(SYSTEM, NULL, length, fill(SYSTEM, 0, NULL, length), refused));
        assert_true(is_filled(SYSTEM, field, length, fill(SYSTEM, 0, field, length), refused));
    }
    for (length = need(); length <= need() + 9; length++)
        assert_true(is_filled(SYSTEM, NULL, length, fill(SYSTEM, 0, NULL, length), refused));
    assert_true(field_is_clean_but(field, NULL, 0));
    field_free(field);
}

TEST(a_buffer_with_room_is_refused_and_not_written_to_under_wine)
{
    BYTE *field = field_make();
    ULONG length;

    if (!is_wine() || counted() || with_unixlib()) SKIP_BECAUSE("they are reported here");
    for (length = need(); length <= need() + 9; length++) {
        const struct filled refused = { FALSE, ERROR_NOT_SUPPORTED, length };

        assert_true(is_filled(SYSTEM, field, length, fill(SYSTEM, 0, field, length), refused));
    }
    assert_true(field_is_clean_but(field, NULL, 0));
    field_free(field);
}

TEST(on_windows_and_with_the_unixlib_they_are_reported_and_never_go_back)
{
    ULONG64 last[GROUP_PROCESSORS] = { 0 }, cycles[GROUP_PROCESSORS];
    DWORD length, i;
    int round;

    if (is_wine() && !with_unixlib()) SKIP_BECAUSE("Wine does not report them without the Linux side");
    for (round = 0; round < 200; round++) {
        length = sizeof cycles;
        assert_succeeds(GetProcessorSystemCycleTime(0, (PSYSTEM_PROCESSOR_CYCLE_TIME_INFORMATION)cycles, &length));
        assert_int_equal(length, need());
        for (i = 0; i < length / sizeof *cycles; i++) {
            assert_true(cycles[i] >= last[i]);
            last[i] = cycles[i];
        }
    }
}

TEST(a_group_that_is_not_there_is_refused_and_no_length_is_reported)
{
    BYTE *field = field_make();
    ULONG length;

    for (length = 0; length <= need() + 9; length++) {
        const struct filled refused = { FALSE, ERROR_INVALID_PARAMETER, length };

        assert_true(is_filled(SYSTEM, NULL, length, fill(SYSTEM, absent_group(), NULL, length), refused));
        assert_true(is_filled(SYSTEM, field, length, fill(SYSTEM, absent_group(), field, length), refused));
    }
    assert_true(field_is_clean_but(field, NULL, 0));
    field_free(field);
}

TEST(a_query_without_a_length_is_refused)
{
    const struct filled refused = { FALSE, ERROR_INVALID_PARAMETER, 0 };
    BYTE *field = field_make();

    assert_true(is_filled(SYSTEM, NULL, 0, fill_at(SYSTEM, 0, NULL, NULL), refused));
    assert_true(is_filled(SYSTEM, field, 0, fill_at(SYSTEM, 0, field, NULL), refused));
    assert_true(field_is_clean_but(field, NULL, 0));
    field_free(field);
}

TEST(the_length_rule_of_the_idle_cycles_changes_nothing)
{
    assert_int_equal(CycletimeSetContract(CYCLETIME_CONTRACT_DOCUMENTED), TRUE);
    without_a_long_enough_buffer_the_need_is_returned(state);
    assert_int_equal(CycletimeSetContract(CYCLETIME_CONTRACT_WINDOWS), TRUE);
}
