/* SPDX-License-Identifier: MIT */
/* What NtQuerySystemInformation tells of the system as a whole. */
#include "nt_queries.h"

#include <ntstatus.h>
#include <string.h>

static ULONG64 idle_by_get_system_times(void)
{
    FILETIME idle, kernel, user;

    assert_true(answers.system_times(&idle, &kernel, &user));
    return (ULONG64)idle.dwHighDateTime << 32 | idle.dwLowDateTime;
}

static void the_idle_time_is_that_of_get_system_times(void **state)
{
    ULONG64 told[0x200] = { 0 }, before = idle_by_get_system_times();
    ULONG length = 0;

    (void)state;
    Sleep(50);
    SetLastError(POISON);
    assert_int_equal(grafted.system(TOTALS, told, sizeof told, &length), STATUS_SUCCESS);
    assert_int_equal(GetLastError(), POISON);
    assert_in_range(told[0], before, idle_by_get_system_times());
}

static void the_totals_are_the_system_s_but_for_the_idle_time(void **state)
{
    BYTE ours[0x200], systems[0x200];
    ULONG our_length = 0, its_length = 0, room;

    (void)state;
    for (room = 0; room < sizeof ours; room += 8) {
        memset(ours, 0xcc, sizeof ours);
        memset(systems, 0xcc, sizeof systems);
        assert_int_equal(grafted.system(TOTALS, ours, room, &our_length),
                         ungrafted.system(TOTALS, systems, room, &its_length));
        assert_int_equal(our_length, its_length);
        assert_true(!memcmp(ours + room, systems + room, sizeof ours - room));
    }
}

int nt_total_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_idle_time_is_that_of_get_system_times),
        cmocka_unit_test(the_totals_are_the_system_s_but_for_the_idle_time),
    };

    return cmocka_run_group_tests_name("nt_totals", tests, NULL, NULL);
}
