/* SPDX-License-Identifier: MIT */
/* What NtQuerySystemInformation tells of the system as a whole. */
#include "nt_queries.h"

#include <ntstatus.h>
#include <string.h>

enum { MOST = 1024 };

/* phnt's SYSTEM_INTERRUPT_INFORMATION. */
struct interrupts {
    ULONG switches, dpcs, rate, increment, dpc_bypasses, apc_bypasses;
};

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

static ULONG ask_interrupts(struct interrupts *interrupts)
{
    ULONG length = 0;

    memset(interrupts, 0xcc, MOST * sizeof *interrupts);
    SetLastError(POISON);
    assert_int_equal(grafted.system(INTERRUPTS, interrupts, MOST * sizeof *interrupts, &length), STATUS_SUCCESS);
    assert_int_equal(GetLastError(), POISON);
    assert_int_equal(length % sizeof *interrupts, 0);
    return length / sizeof *interrupts;
}

static ULONG grown_since(const struct interrupts *before, ULONG count)
{
    static struct interrupts after[MOST];
    ULONG i, grown = 0;

    assert_int_equal(ask_interrupts(after), count);
    for (i = 0; i < count; i++) {
        assert_in_range(after[i].dpcs - before[i].dpcs, 0, 1000000);
        grown += after[i].dpcs - before[i].dpcs;
        assert_int_equal(after[i].switches, 0);
        assert_int_equal(after[i].rate, 0);
        assert_int_equal(after[i].dpc_bypasses, 0);
        assert_int_equal(after[i].apc_bypasses, 0);
    }
    return grown;
}

/* Wine's own are random. A quiet Linux may have none for a while. */
static void dpcs_grow_and_what_nobody_counts_is_0(void **state)
{
    static struct interrupts before[MOST];
    const ULONG count = ask_interrupts(before);
    ULONG grown = 0, tries;

    (void)state;
    assert_true(count > 0);
    for (tries = 0; tries < 100 && !grown; tries++) {
        Sleep(100);
        grown = grown_since(before, count);
        if (!with_linux_side()) return;
    }
    assert_true(grown > 0);
}

static void short_room_for_interrupts_is_a_mismatch(void **state)
{
    struct interrupts interrupts[1];
    ULONG ours = 0, systems = 0;

    (void)state;
    memset(interrupts, 0xcc, sizeof interrupts);
    assert_int_equal(grafted.system(INTERRUPTS, interrupts, 8, &ours), STATUS_INFO_LENGTH_MISMATCH);
    assert_int_equal(ungrafted.system(INTERRUPTS, interrupts, 8, &systems), STATUS_INFO_LENGTH_MISMATCH);
    assert_int_equal(ours, systems);
    assert_int_equal(interrupts[0].switches, 0xcccccccc);
}

int nt_total_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_idle_time_is_that_of_get_system_times),
        cmocka_unit_test(the_totals_are_the_system_s_but_for_the_idle_time),
        cmocka_unit_test(dpcs_grow_and_what_nobody_counts_is_0),
        cmocka_unit_test(short_room_for_interrupts_is_a_mismatch),
    };

    return cmocka_run_group_tests_name("nt_totals", tests, NULL, NULL);
}
