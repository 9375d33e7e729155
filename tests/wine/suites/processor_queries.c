/* SPDX-License-Identifier: MIT */
/* Tests how the NT layer treats lengths and groups, as far as cycletime relies on it. */
#include "arrays.h"
#include "field.h"
#include "processor_times.h"

#include <ntstatus.h>

enum { PERFORMANCE = 8, IDLE_CYCLES = 83, SYSTEM_CYCLES = 108 };

/* Into the last aligned SIZE bytes before memory that is not there; all else in the field has to stay clean. Windows
   refuses a buffer that is not aligned (STATUS_DATATYPE_MISALIGNMENT: ReactOS' tests of SystemFlagsInformation, and Wine's
   of SystemProcessorBrandString); cycletime passes aligned buffers only. */
static LONG query(ULONG class, const USHORT *group, ULONG size, ULONG *length)
{
    BYTE *field = field_make(), *buffer = field + ((FIELD - size) & ~7u);
    LONG status;

    *length = 0;
    status = group ? system_ask_processors_of(class, group, buffer, size, length)
                   : system_ask_processors(class, buffer, size, length);
    assert_true(field_is_clean_but(field, buffer, status >= 0 ? *length : 0));
    field_free(field);
    return status;
}

TEST(processor_times_without_room_for_one_report_no_need_under_wine)
{
    ULONG size, length;

    if (!is_wine()) SKIP_BECAUSE("whether Windows reports the need, no test of Wine's says");
    if (with_hooks()) SKIP_BECAUSE("cycletime answers the query of ntdll");
    for (size = 0; size < sizeof(struct processor_times); size++) {
        assert_int_equal(query(PERFORMANCE, NULL, size, &length), STATUS_INFO_LENGTH_MISMATCH);
        assert_int_equal(length, 0);
    }
}

TEST(processor_times_need_room_for_one)
{
    ULONG length;

    assert_int_equal(query(PERFORMANCE, NULL, 0, &length), STATUS_INFO_LENGTH_MISMATCH);
}

/* Wine's test of class 8 (dlls/ntdll/tests/info.c, test_query_procperf) asserts this on Windows for room for one processor,
   for all, and for two bytes more. */
static BOOL is_known_on_windows(ULONG size, ULONG all)
{
    return size == sizeof(struct processor_times) || size == all || size == all + 2;
}

TEST(processor_times_stop_at_the_buffers_end)
{
    const ULONG entry = sizeof(struct processor_times);
    ULONG size, length, all;

    assert_int_equal(query(PERFORMANCE, NULL, FIELD, &all), STATUS_SUCCESS);
    assert_true(all >= processors() * entry || all + entry > FIELD);
    for (size = entry; size <= all + 9; size++) {
        if (!is_wine() && !is_known_on_windows(size, all)) continue;
        assert_int_equal(query(PERFORMANCE, NULL, size, &length), STATUS_SUCCESS);
        assert_int_equal(length, size / entry * entry < all ? size / entry * entry : all);
    }
}

/* phnt: class 8 takes a group through NtQuerySystemInformationEx. */
TEST(processor_times_of_a_group_are_reported_on_windows)
{
    const ULONG need = processors() * sizeof(struct processor_times);
    USHORT group = 0;
    ULONG length;

    if (is_wine()) SKIP_BECAUSE("Wine does not report them");
    assert_int_equal(query(PERFORMANCE, &group, need, &length), STATUS_SUCCESS);
    assert_int_equal(length, need);
    group = absent_group();
    assert_true(query(PERFORMANCE, &group, need, &length) < 0);
}

TEST(processor_times_of_a_group_are_not_reported_under_wine)
{
    USHORT group;
    ULONG length;

    if (!is_wine()) SKIP_BECAUSE("Windows reports them");
    if (with_hooks()) SKIP_BECAUSE("cycletime answers the query of ntdll");
    for (group = 0; group <= absent_group(); group++)
        assert_true(query(PERFORMANCE, &group, processors() * sizeof(struct processor_times), &length) < 0);
}

/* Microsoft's page of GetSystemTimes promises it of the sums; of one processor's times, two clock ticks may be missing. */
TEST(kernel_time_includes_idle_time)
{
    const ULONG64 slack = is_wine() ? 0 : 2 * 156250;
    struct processor_times times[GROUP_PROCESSORS];
    ULONG i;

    system_processor_times(times);
    for (i = 0; i < processors(); i++) {
        assert_true(times[i].kernel + slack >= times[i].idle);
        assert_true(times[i].idle > 0);
    }
}

TEST(dpc_and_interrupt_times_are_zero_under_wine)
{
    struct processor_times times[GROUP_PROCESSORS];
    ULONG i;

    if (!is_wine()) SKIP_BECAUSE("Windows reports them");
    if (with_hooks()) SKIP_BECAUSE("cycletime answers the query of ntdll");
    system_processor_times(times);
    for (i = 0; i < processors(); i++) assert_int_equal(times[i].dpc | times[i].interrupt, 0);
}

/* With room for all: all of them, or an error. */
static void assert_cycles_are_all_there_or_refused(ULONG class)
{
    USHORT group = 0;
    ULONG length, size;
    LONG status = query(class, &group, need(), &length);

    if (status < 0) {
        print_message("class %lu: 0x%08lx\n", class, status);
        return;
    }
    assert_int_equal(length, need());
    for (size = 0; size < need(); size++) {
        assert_int_equal(query(class, &group, size, &length), STATUS_BUFFER_TOO_SMALL);
        assert_int_equal(length, need());
    }
    for (size = need(); size <= need() + 9; size++) {
        assert_int_equal(query(class, &group, size, &length), STATUS_SUCCESS);
        assert_int_equal(length, need());
    }
}

TEST(cycles_of_a_group_are_all_there_or_refused)
{
    assert_cycles_are_all_there_or_refused(IDLE_CYCLES);
    assert_cycles_are_all_there_or_refused(SYSTEM_CYCLES);
}

TEST(cycles_of_an_absent_group_are_refused)
{
    USHORT group = absent_group();
    ULONG length;

    assert_true(query(IDLE_CYCLES, &group, need(), &length) < 0);
    assert_true(query(SYSTEM_CYCLES, &group, need(), &length) < 0);
}
