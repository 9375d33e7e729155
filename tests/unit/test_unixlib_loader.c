/* SPDX-License-Identifier: MIT */
/* How the unixlib is found, and when it is refused. */
#include "ask.h"

#define TREE L"\\??\\Z:\\tree\\lib\\wine"
#define ELSEWHERE L"\\??\\Z:\\else where"

static CYCLETIME_UNIXLIB_STATE unixlib_state(void)
{
    CYCLETIME_UNIXLIB_STATE state = (CYCLETIME_UNIXLIB_STATE)0xcccccccc;

    assert_done(CycletimeQueryUnixlibState(&state));
    return state;
}

#define assert_state(expected) assert_int_equal(unixlib_state(), CYCLETIME_UNIXLIB_STATE_##expected)

/* The unixlib is not in use, for the reason `because`; the loader has tried `tries` times. */
#define assert_not_in_use(because, tries) do { \
    assert_state(because); \
    assert_answered_by_nt(); \
    assert_int_equal(fake_unix.load_count, tries); \
} while (0)

static void assert_answered_by_nt(void)
{
    assert_int_equal(source_of(CYCLETIME_QUESTION_THREAD_CYCLES), CYCLETIME_SOURCE_NT_TIMES);
    assert_int_equal(source_of(CYCLETIME_QUESTION_PROCESS_TIMES), CYCLETIME_SOURCE_NT_TIMES);
    assert_true_answer(THREAD_TIMES, NT_CURRENT_THREAD);
}

static void assert_tried(ULONG number, const WCHAR *path)
{
    size_t i;

    assert_true(number < fake_unix.load_count);
    for (i = 0; path[i] || fake_unix.loads[number][i]; i++) assert_int_equal(fake_unix.loads[number][i], path[i]);
}

static int boot_varied(void **state)
{
    void *machine = (void *)&wine_8;

    return boot_with_unixlib(&machine);
}

#define VALUE(test, number, value) { #test " " number, test, boot_varied, NULL, (void *)value }
#define TEST_WITH_EACH_OF(test, first, second, third, fourth) TEST_CASES(test, \
    VALUE(test, "0", first), VALUE(test, "1", second), VALUE(test, "2", third), VALUE(test, "3", fourth))

TEST_AFTER_ON(boot_with_unixlib, wine_8, is_found_beside_the_dll)
{
    assert_state(ACTIVE);
    assert_tried(0, L"\\??\\Z:\\tree\\lib\\wine\\x86_64-windows\\cycletime_unixlib.dll");
    assert_int_equal(fake_unix.load_count, 1);
    assert_int_equal(source_of(CYCLETIME_QUESTION_THREAD_CYCLES), CYCLETIME_SOURCE_UNIXLIB);
    assert_int_equal(source_of(CYCLETIME_QUESTION_PROCESS_TIMES), CYCLETIME_SOURCE_UNIXLIB);
    assert_int_equal(source_of(CYCLETIME_QUESTION_IDLE_CYCLES), CYCLETIME_SOURCE_NT_TIMES);
}

TEST_AFTER_ON(boot_with_unixlib, wine_8, is_loaded_once_and_pinned_with_who_loaded_it)
{
    unixlib_state();
    unixlib_state();
    ask(THREAD_CYCLES, NT_CURRENT_THREAD);
    ask(PROCESS_TIMES, NT_CURRENT_PROCESS);
    assert_int_equal(fake_unix.load_count, 1);
    assert_int_equal(fake_unix.calls[UNIXLIB_CALL_VERSION], 1);
    assert_int_equal(fake_unix.pins, 1);
    assert_int_equal(fake_unix.handles, 0);
    assert_int_equal(fake_unix.unloads, 0);
}

TEST_AFTER_ON(boot_with_unixlib, wine_8, source_gets_the_rate_before_it_is_asked_for_cycles)
{
    ULONG64 frequency;

    fake_unix.own_cycles = 1000000000000;
    assert_answer(ask(THREAD_CYCLES, NT_CURRENT_THREAD), cycles_are(1000000000000));
    assert_true(CycletimeQueryFrequency(&frequency));
    assert_int_equal(fake_unix.rate, frequency);
}

TEST_AFTER_ON(boot_with_unixlib, wine_8, rate_that_it_refuses_leaves_cycles_to_others)
{
    fake_unix.refuses_rate = TRUE;
    assert_int_equal(source_of(CYCLETIME_QUESTION_THREAD_CYCLES), CYCLETIME_SOURCE_NT_TIMES);
    assert_int_equal(source_of(CYCLETIME_QUESTION_THREAD_TIMES), CYCLETIME_SOURCE_UNIXLIB);
    assert_state(ACTIVE_BY_CALLS);
}

TEST_AFTER_ON(boot_with_unixlib, wine_8, machine_without_the_quick_clock_is_recognised)
{
    fake_unix.clock = UNIXLIB_CLOCK_TSC_COARSE;
    assert_state(ACTIVE_BY_CALLS);
}

static CYCLETIME_UNIXLIB_CLOCK unixlib_clock(void)
{
    CYCLETIME_UNIXLIB_CLOCK clock = (CYCLETIME_UNIXLIB_CLOCK)0xcccccccc;

    assert_done(CycletimeQueryUnixlibClock(&clock));
    return clock;
}

TEST_AFTER_ON(boot_with_unixlib, wine_8, reason_for_the_slower_clock_is_reported)
{
    static const CYCLETIME_UNIXLIB_CLOCK clocks[UNIXLIB_CLOCKS + 1] = {
        CYCLETIME_UNIXLIB_CLOCK_NOT_NOW, CYCLETIME_UNIXLIB_CLOCK_TSC, CYCLETIME_UNIXLIB_CLOCK_NOT_TRUSTED,
        CYCLETIME_UNIXLIB_CLOCK_COARSE, CYCLETIME_UNIXLIB_CLOCK_CHANGED, CYCLETIME_UNIXLIB_CLOCK_REFUSED,
        CYCLETIME_UNIXLIB_CLOCK_IN_USE, CYCLETIME_UNIXLIB_CLOCK_UNSEEN, CYCLETIME_UNIXLIB_CLOCK_FORBIDDEN,
        CYCLETIME_UNIXLIB_CLOCK_NOT_TRIED, CYCLETIME_UNIXLIB_CLOCK_NONE };

    for (fake_unix.clock = 0; fake_unix.clock <= UNIXLIB_CLOCKS; fake_unix.clock++)
        assert_int_equal(unixlib_clock(), clocks[fake_unix.clock]);
}

/* It is decided then. */
TEST_AFTER_ON(boot_with_unixlib, wine_8, thread_is_asked_for_its_cycles_before_it_is_asked_for_its_clock)
{
    unixlib_clock();
    assert_int_equal(fake_unix.calls[UNIXLIB_CALL_OWN_THREAD_CYCLES], 1);
}

TEST_AFTER_ON(boot_with_unixlib, wine_8, without_the_unixlib_there_is_no_clock_of_it)
{
    fake_unix.unixlib = L"0";
    assert_int_equal(unixlib_clock(), CYCLETIME_UNIXLIB_CLOCK_NONE);
    assert_refused(CycletimeQueryUnixlibClock(NULL), ERROR_INVALID_PARAMETER);
}

TEST_AFTER_ON(boot_with_unixlib, wine_8, memory_below_2_gb_is_brought_for_the_records)
{
    unixlib_state();
    assert_int_equal(fake_unix.allocated, 1);
    assert_int_equal(fake_unix.zero_bits, 1);
    assert_true(fake_unix.thread_table);
    assert_int_equal(fake_unix.released, 0);
    assert_int_equal(fake_unix.calls[UNIXLIB_CALL_THREAD_TABLE], 2);
}

/* Each row is a test: a change that leaves the unixlib in use, and what is counted then. */
#define STILL_IN_USE(name, change, counted, expected) \
    TEST_AFTER_ON(boot_with_unixlib, wine_8, name) \
    { \
        change; \
        assert_state(ACTIVE); \
        assert_int_equal(fake_unix.counted, expected); \
    }
STILL_IN_USE(records_that_another_part_has_placed_stay_where_they_are, fake_unix.has_thread_table = TRUE, allocated, 0)
STILL_IN_USE(records_that_are_refused_change_nothing_else, fake_unix.refuses_records = TRUE, allocated, 0)
STILL_IN_USE(without_memory_the_unixlib_takes_its_own, fake_unix.no_memory = TRUE, calls[UNIXLIB_CALL_THREAD_TABLE], 1)

static void place_records_elsewhere(void)
{
    fake_unix.has_thread_table = TRUE;
}

TEST_AFTER_ON(boot_with_unixlib, wine_8, memory_that_comes_too_late_is_released)
{
    fake_unix.while_allocating = place_records_elsewhere;
    assert_state(ACTIVE);
    assert_int_equal(fake_unix.allocated, 1);
    assert_int_equal(fake_unix.released, 1);
}

TEST_AFTER_ON(boot_with_unixlib, wine_8, static_program_finds_it_where_wine_looks)
{
    fake_unix.own_path = L"C:\\program.exe";
    fake_unix.directories[0] = L"\\??\\Z:\\usr\\lib\\wine";
    fake_unix.directories[1] = TREE;
    assert_state(ACTIVE);
    assert_tried(0, L"\\??\\C:\\cycletime_unixlib.dll");
    assert_tried(1, L"\\??\\Z:\\usr\\lib\\wine\\x86_64-windows\\cycletime_unixlib.dll");
    assert_tried(2, L"\\??\\Z:\\tree\\lib\\wine\\x86_64-windows\\cycletime_unixlib.dll");
}

TEST_WITH_EACH_OF(directory_that_is_named_is_the_only_one,
          L"Z:\\else where", L"\\??\\Z:\\else where", L"\\\\?\\Z:\\else where\\", L"Z:/else where/")
{
    fake_unix.unixlib = *state;
    assert_not_in_use(MISSING, 1);
    assert_tried(0, L"\\??\\Z:\\else where\\x86_64-windows\\cycletime_unixlib.dll");
}

TEST_AFTER_ON(boot_with_unixlib, wine_8, unix_path_that_is_named_is_understood)
{
    fake_unix.unixlib = L"/else/where";
    fake_unix.files[2] = L"\\??\\unix\\else\\where\\x86_64-windows\\cycletime_unixlib.dll";
    assert_state(ACTIVE);
}

#define NAMED(name, value, expected) \
    TEST_AFTER_ON(boot_with_unixlib, wine_8, name) \
    { \
        fake_unix.unixlib = value; \
        assert_state(expected); \
    }
NAMED(empty_name_is_none, L"", ACTIVE)
NAMED(word_for_on_is_no_directory, L"on", ACTIVE)
NAMED(number_for_on_is_no_directory, L"1", ACTIVE)
NAMED(word_for_off_is_off, L"off", OFF)

#define NOT_IN_USE(name, change, because, tries) \
    TEST_AFTER_ON(boot_with_unixlib, wine_8, name) \
    { \
        change; \
        assert_not_in_use(because, tries); \
    }
NOT_IN_USE(zero_turns_it_off_and_nothing_is_loaded, fake_unix.unixlib = L"0", OFF, 0)
NOT_IN_USE(what_is_nowhere_is_missing, fake_unix.files[0] = NULL, MISSING, 1)
NOT_IN_USE(dll_that_is_too_old_to_share_its_library_has_another_version, fake_unix.old_dll = TRUE, OTHER_VERSION, 0)
NOT_IN_USE(library_without_a_version_is_refused, fake_unix.version_status = UNIXLIB_FAILED, OTHER_VERSION, 1)
NOT_IN_USE(wine_that_hides_its_version_has_no_linux_side, fake_unix.wine = NULL, NO_WAY, 0)
NOT_IN_USE(wine_without_a_dispatcher_has_no_linux_side, fake_unix.no_dispatcher = TRUE, NO_WAY, 0)

TEST_WITH_EACH_OF(wine_from_11_2_on_loads_it_by_path, "11.2", "11.10-rc1", "12.0 (Staging)", "100.0")
{
    fake_unix.wine = *state;
    assert_state(ACTIVE);
    assert_tried(0, TREE L"\\x86_64-unix\\cycletime_unixlib.so");
    assert_int_equal(fake_unix.load_count, 1);
    assert_int_equal(fake_unix.pins, 1);
}

static WCHAR last_of(const WCHAR *text)
{
    while (text[1]) text++;
    return *text;
}

/* Older ones print a line for a class that they do not know: a .dll is opened, a .so is not asked for. */
TEST_WITH_EACH_OF(wine_before_11_2_is_never_asked_for_a_path, "11.1", "10.20", "9.0-rc2", "8.0")
{
    ULONG i;

    fake_unix.wine = *state;
    fake_unix.files[0] = NULL;
    assert_not_in_use(MISSING, 1);
    for (i = 0; i < fake_unix.load_count; i++) assert_int_equal(last_of(fake_unix.loads[i]), 'l');
}

TEST_AFTER_ON(boot_with_unixlib, wine_8, wine_from_11_2_on_is_asked_by_name_too)
{
    fake_unix.wine = "11.2";
    fake_unix.files[1] = NULL;
    fake_unix.files[2] = L"cycletime_unixlib.so";
    assert_state(ACTIVE);
    assert_tried(1, L"cycletime_unixlib.so");
}

TEST_AFTER_ON(boot_with_unixlib, wine_8, stub_dll_without_a_library_that_loads_is_reported_so)
{
    fake_unix.unusable = fake_unix.files[0];
    assert_not_in_use(NOT_LOADED, 1);
    assert_int_equal(fake_unix.unloads, 1);
    assert_int_equal(fake_unix.pins, 0);
}

TEST_AFTER_ON(boot_with_unixlib, wine_8, library_that_the_dll_of_this_process_uses_is_taken_and_none_is_loaded)
{
    fake_unix.share = fake_unix_share;
    assert_state(ACTIVE);
    assert_int_equal(source_of(CYCLETIME_QUESTION_THREAD_CYCLES), CYCLETIME_SOURCE_UNIXLIB);
    assert_int_equal(fake_unix.shares, 1);
    assert_int_equal(fake_unix.load_count, 0);
    assert_int_equal(fake_unix.pins, 1);
}

TEST_AFTER_ON(boot_with_unixlib, wine_8, library_of_the_dll_is_taken_even_if_another_directory_is_named)
{
    fake_unix.share = fake_unix_share;
    fake_unix.unixlib = ELSEWHERE;
    assert_state(ACTIVE);
    assert_int_equal(fake_unix.load_count, 0);
}

/* A second library would publish this process a second time. */
TEST_AFTER_ON(boot_with_unixlib, wine_8, library_of_the_dll_that_has_another_version_is_refused_and_none_is_loaded)
{
    fake_unix.share = fake_unix_share;
    fake_unix.version = UNIXLIB_VERSION + 1;
    assert_not_in_use(OTHER_VERSION, 0);
    assert_int_equal(fake_unix.shares, 1);
}

TEST_AFTER_ON(boot_with_unixlib, wine_8, library_is_searched_for_if_the_dll_uses_none)
{
    fake_unix.share = fake_unix_share;
    fake_unix.shared_is_closed = TRUE;
    assert_state(ACTIVE);
    assert_int_equal(fake_unix.load_count, 1);
}

TEST_AFTER_ON(boot_with_unixlib, wine_8, library_of_the_dll_is_not_used_if_it_is_turned_off)
{
    fake_unix.share = fake_unix_share;
    fake_unix.unixlib = L"0";
    assert_not_in_use(OFF, 0);
    assert_int_equal(fake_unix.shares, 0);
}

/* The fake ends the test if it is called for anything but the version. */
TEST_AFTER_ON(boot_with_unixlib, wine_8, library_of_another_version_is_refused)
{
    fake_unix.version = UNIXLIB_VERSION + 1;
    assert_not_in_use(OTHER_VERSION, 1);
    assert_int_equal(fake_unix.unloads, 1);
}

TEST_AFTER_ON(boot_with_unixlib, wine_8, other_version_is_a_better_reason_than_a_missing_one)
{
    fake_unix.version = UNIXLIB_VERSION + 1;
    fake_unix.directories[0] = ELSEWHERE;
    assert_not_in_use(OTHER_VERSION, 2);
}

TEST_CASES(windows_has_none,
           AFTER(boot_with_unixlib, windows_10, windows_has_none), AFTER(boot_with_unixlib, windows_xp, windows_has_none))
{
    assert_state(NOT_WINE);
    assert_int_equal(fake_unix.load_count, 0);
}

/* As within a DllMain. */
TEST_AFTER_ON(boot_with_unixlib, wine_8, holder_of_the_loaders_lock_is_answered_without_it_until_later)
{
    fake_unix.loader_locked = TRUE;
    fake_unix.own_cycles = 1ull << 50;
    assert_state(NOT_NOW);
    assert_true_answer(THREAD_CYCLES, NT_CURRENT_THREAD);
    assert_int_equal(fake_unix.load_count, 0);
    fake_unix.loader_locked = FALSE;
    assert_answer(ask(THREAD_CYCLES, NT_CURRENT_THREAD), cycles_are(1ull << 50));
    assert_state(ACTIVE);
}

static void assert_not_waited_for(BOOLEAN *held)
{
    *held = TRUE;
    assert_state(NOT_NOW);
    assert_true_answer(THREAD_TIMES, NT_CURRENT_THREAD);
    assert_int_equal(fake_unix.load_count, 0);
    assert_int_equal(fake_unix.locks, 0);
    *held = FALSE;
}

/* It may be suspended. */
TEST_AFTER_ON(boot_with_unixlib, wine_8, another_that_holds_a_lock_of_the_loader_or_the_peb_is_not_waited_for)
{
    assert_not_waited_for(&fake_unix.loader_held);
    assert_not_waited_for(&fake_unix.peb_held);
    assert_state(ACTIVE);
    assert_int_equal(fake_unix.locks, 0);
}

static void ask_meanwhile(void)
{
    fake_unix.meanwhile = NULL;
    assert_state(NOT_NOW);
    assert_true_answer(THREAD_TIMES, NT_CURRENT_THREAD);
}

TEST_AFTER_ON(boot_with_unixlib, wine_8, a_caller_does_not_wait_while_another_loads_the_unixlib)
{
    fake_unix.meanwhile = ask_meanwhile;
    assert_state(ACTIVE);
    assert_null(fake_unix.meanwhile);
    assert_int_equal(fake_unix.load_count, 1);
}

TEST_AFTER_ON(boot_with_unixlib, wine_8, library_that_another_part_is_opening_is_asked_again)
{
    fake_unix.version_status = UNIXLIB_NOT_READY;
    assert_state(NOT_NOW);
    fake_unix.version_status = 0;
    assert_state(ACTIVE);
}

TEST_AFTER_ON(boot_with_unixlib, wine_8, path_that_is_too_long_is_not_found)
{
    static WCHAR path[2000];
    size_t i;

    for (i = 0; i < 1010; i++) path[i] = L"Z:\\"[i < 3 ? i : 2];
    for (i = 3; i < 1010; i++) path[i] = 'x';
    fake_unix.unixlib = path;
    assert_not_in_use(MISSING, 0);
}

TEST_AFTER_ON(boot_with_unixlib, wine_8, no_output_is_refused)
{
    assert_refused(CycletimeQueryUnixlibState(NULL), ERROR_INVALID_PARAMETER);
}
