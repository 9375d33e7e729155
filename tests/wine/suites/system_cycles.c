/* SPDX-License-Identifier: MIT */
/* GetProcessorSystemCycleTime, the cycles of DPCs and interrupts, which Wine does not report. */
#include "arrays.h"
#include "cycletime.h"
#include "field.h"
#include "processor_times.h"
#include "processors.h"

/* Class 108, SystemProcessorCycleTimeInformation. */
static BOOL counted(void)
{
    ULONG64 cycles[GROUP_PROCESSORS] = { 0 };
    const USHORT group = 0;
    ULONG length;

    return system_ask_processors_of(108, &group, cycles, need(), &length) >= 0 && cycles[0];
}

static void without_a_long_enough_buffer_the_need_is_returned(void **state)
{
    const struct filled refused = { FALSE, ERROR_INSUFFICIENT_BUFFER, need() };
    BYTE *field = field_make();
    ULONG length;

    (void)state;
    for (length = 0; length < need(); length++) {
        assert_true(is_filled(SYSTEM, NULL, length, fill(SYSTEM, 0, NULL, length), refused));
        assert_true(is_filled(SYSTEM, field, length, fill(SYSTEM, 0, field, length), refused));
    }
    for (length = need(); length <= need() + 9; length++)
        assert_true(is_filled(SYSTEM, NULL, length, fill(SYSTEM, 0, NULL, length), refused));
    assert_true(field_is_clean_but(field, NULL, 0));
    field_free(field);
}

static void a_buffer_with_room_is_refused_and_not_written_to_under_wine(void **state)
{
    BYTE *field = field_make();
    ULONG length;

    (void)state;
    if (!is_wine() || counted() || with_unixlib()) SKIP_BECAUSE("they are reported here");
    for (length = need(); length <= need() + 9; length++) {
        const struct filled refused = { FALSE, ERROR_NOT_SUPPORTED, length };

        assert_true(is_filled(SYSTEM, field, length, fill(SYSTEM, 0, field, length), refused));
    }
    assert_true(field_is_clean_but(field, NULL, 0));
    field_free(field);
}

static void on_windows_and_with_the_unixlib_they_are_reported_and_never_go_back(void **state)
{
    ULONG64 last[GROUP_PROCESSORS] = { 0 }, cycles[GROUP_PROCESSORS];
    DWORD length, i;
    int round;

    (void)state;
    if (is_wine() && !with_unixlib()) SKIP_BECAUSE("Wine does not report them without the Linux side");
    for (round = 0; round < 200; round++) {
        length = sizeof cycles;
        SetLastError(POISON);
        assert_int_equal(GetProcessorSystemCycleTime(0, (PSYSTEM_PROCESSOR_CYCLE_TIME_INFORMATION)cycles, &length), TRUE);
        assert_int_equal(GetLastError(), POISON);
        assert_int_equal(length, need());
        for (i = 0; i < length / sizeof *cycles; i++) {
            assert_true(cycles[i] >= last[i]);
            last[i] = cycles[i];
        }
    }
}

static void a_group_that_is_not_there_is_refused_and_no_length_is_reported(void **state)
{
    BYTE *field = field_make();
    ULONG length;

    (void)state;
    for (length = 0; length <= need() + 9; length++) {
        const struct filled refused = { FALSE, ERROR_INVALID_PARAMETER, length };

        assert_true(is_filled(SYSTEM, NULL, length, fill(SYSTEM, absent_group(), NULL, length), refused));
        assert_true(is_filled(SYSTEM, field, length, fill(SYSTEM, absent_group(), field, length), refused));
    }
    assert_true(field_is_clean_but(field, NULL, 0));
    field_free(field);
}

static void without_a_length_it_is_refused(void **state)
{
    const struct filled refused = { FALSE, ERROR_INVALID_PARAMETER, 0 };
    BYTE *field = field_make();

    (void)state;
    assert_true(is_filled(SYSTEM, NULL, 0, fill_at(SYSTEM, 0, NULL, NULL), refused));
    assert_true(is_filled(SYSTEM, field, 0, fill_at(SYSTEM, 0, field, NULL), refused));
    assert_true(field_is_clean_but(field, NULL, 0));
    field_free(field);
}

static void the_length_rule_of_the_idle_cycles_changes_nothing(void **state)
{
    assert_int_equal(CycletimeSetContract(CYCLETIME_CONTRACT_DOCUMENTED), TRUE);
    without_a_long_enough_buffer_the_need_is_returned(state);
    assert_int_equal(CycletimeSetContract(CYCLETIME_CONTRACT_WINDOWS), TRUE);
}

int system_cycles_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_long_enough_buffer_the_need_is_returned),
        cmocka_unit_test(a_buffer_with_room_is_refused_and_not_written_to_under_wine),
        cmocka_unit_test(on_windows_and_with_the_unixlib_they_are_reported_and_never_go_back),
        cmocka_unit_test(a_group_that_is_not_there_is_refused_and_no_length_is_reported),
        cmocka_unit_test(without_a_length_it_is_refused),
        cmocka_unit_test(the_length_rule_of_the_idle_cycles_changes_nothing),
    };

    return cmocka_run_group_tests_name("system cycles", tests, NULL, NULL);
}
