/* SPDX-License-Identifier: MIT */
/* The list of all processes: under Wine only this list has the times of another process. */
#include "ask.h"

static HANDLE process; /* of another process; each test has a new one */

static int boot_with_another(void **state)
{
    boot(state);
    process = fake_handle(FAKE_PROCESS);
    return 0;
}

TEST_ON_WINE(every_process_is_found_among_many)
{
    HANDLE handles[300];
    size_t i;

    for (i = 0; i < ARRAYSIZE(handles); i++) handles[i] = fake_handle(FAKE_PROCESS);
    for (i = 0; i < ARRAYSIZE(handles); i++) assert_true_answer(PROCESS_TIMES, handles[i]);
    assert_int_equal(fake.blocks, 0);
}

TEST_AFTER_ON_WINE(boot_with_another, list_longer_than_expected_is_asked_for_again)
{
    fake.list_bytes = 0x100000;
    assert_true_answer(PROCESS_TIMES, process);
    assert_int_equal(fake.count[CALL_PROCESS_LIST], 2);
    assert_int_equal(fake.blocks, 0);
}

TEST_AFTER_ON_WINE(boot_with_another, length_that_sufficed_is_used_at_once)
{
    fake.list_bytes = 0x100000;
    assert_true_answer(PROCESS_TIMES, process);
    fake.count[CALL_PROCESS_LIST] = 0;
    assert_true_answer(PROCESS_TIMES, process);
    assert_int_equal(fake.count[CALL_PROCESS_LIST], 1);
}

TEST_AFTER_ON_WINE(boot_with_another, list_that_grows_between_two_queries_is_caught_up_with)
{
    fake.list_bytes = 0x20000;
    fake.list_growth = 0x3000;
    assert_true_answer(PROCESS_TIMES, process);
    assert_int_equal(fake.blocks, 0);
}

TEST_AFTER_ON_WINE(boot_with_another, list_that_outgrows_every_query_fails)
{
    fake.list_bytes = 0x20000;
    fake.list_growth = 0x8000;
    assert_fails(PROCESS_TIMES, process, ERROR_BAD_LENGTH);
    assert_in_range(fake.count[CALL_PROCESS_LIST], 2, 20);
    assert_int_equal(fake.blocks, 0);
}

TEST_AFTER_ON_WINE(boot_with_another, memory_that_fails_at_the_second_query_leaks_nothing)
{
    fake.list_bytes = 0x100000;
    fake.status[CALL_ALLOCATE] = STATUS_NO_MEMORY;
    assert_fails(PROCESS_TIMES, process, ERROR_NOT_ENOUGH_MEMORY);
    assert_fails(PROCESS_CYCLES, process, ERROR_NOT_ENOUGH_MEMORY);
    fake.status[CALL_ALLOCATE] = STATUS_SUCCESS;
    assert_true_answer(PROCESS_TIMES, process);
    assert_int_equal(fake.blocks, 0);
}

/* Values missing from the broken list are unknown; the handle still reports the dates. */
TEST_ON_WINE(next_entry_that_leads_out_of_the_list_ends_it)
{
    static const ULONG offsets[] = { 0x10000, 0xfff8, 0xfff0, 0x10000 - 0x50, 0x7ffffff8, 0x80000000, 0xfffffff8, 8 };
    size_t i;

    for (i = 0; i < ARRAYSIZE(offsets); i++) {
        process = fake_handle(FAKE_PROCESS);
        fake.corrupt_next = offsets[i];
        assert_fails(PROCESS_CYCLES, process, ERROR_NOT_SUPPORTED);
        assert_int_equal(fake.blocks, 0);
    }
}

static const ULONG64 MS = FAKE_RATE / 1000; /* ticks of the fake TSC in a millisecond */

static void spend(HANDLE handle)
{
    fake_object_of(handle)->kernel += 100000;
    fake_object_of(handle)->user += 200000;
}

TEST_ON_WINE(queries_soon_after_a_list_share_it)
{
    HANDLE handles[100];
    size_t i;

    fake.list_ticks = MS;
    for (i = 0; i < ARRAYSIZE(handles); i++) handles[i] = fake_handle(FAKE_PROCESS);
    for (i = 0; i < ARRAYSIZE(handles); i++) assert_true_answer(PROCESS_TIMES, handles[i]);
    for (i = 0; i < ARRAYSIZE(handles); i++) assert_true_answer(PROCESS_CYCLES, handles[i]);
    assert_int_equal(fake.count[CALL_PROCESS_LIST], 1);
}

TEST_AFTER_ON_WINE(boot_with_another, list_is_used_for_eight_times_as_long_as_it_took)
{
    fake.list_ticks = MS;
    assert_true_answer(PROCESS_TIMES, process);
    fake_processor.tsc += 8 * MS - MS / 10;
    assert_true_answer(PROCESS_TIMES, process);
    spend(process);
    fake_processor.tsc += MS / 10;
    assert_true_answer(PROCESS_TIMES, process);
    assert_int_equal(fake.count[CALL_PROCESS_LIST], 2);
}

TEST_AFTER_ON_WINE(boot_with_another, list_that_took_long_is_used_for_100_ms)
{
    fake.list_ticks = 100 * MS;
    assert_true_answer(PROCESS_TIMES, process);
    spend(process);
    fake_processor.tsc += 100 * MS;
    assert_true_answer(PROCESS_TIMES, process);
}

TEST_AFTER_ON_WINE(boot_with_another, list_from_before_the_counter_was_set_back_is_not_used)
{
    fake.list_ticks = MS;
    assert_true_answer(PROCESS_TIMES, process);
    spend(process);
    fake_processor.tsc -= 1000 * MS;
    assert_true_answer(PROCESS_TIMES, process);
}

TEST_ON_WINE(process_that_began_after_the_list_is_found_in_a_new_one)
{
    HANDLE first = fake_handle(FAKE_PROCESS), second;

    fake.list_ticks = MS;
    assert_true_answer(PROCESS_TIMES, first);
    second = fake_handle(FAKE_PROCESS);
    assert_true_answer(PROCESS_TIMES, second);
    fake_object_of(first)->creation += 5; /* its id is reused */
    spend(first);
    assert_true_answer(PROCESS_TIMES, first);
    assert_int_equal(fake.count[CALL_PROCESS_LIST], 3);
}

TEST_AFTER_ON_WINE(boot_with_another, ended_process_needs_no_list)
{
    fake.list_ticks = MS;
    assert_true_answer(PROCESS_TIMES, process);
    fake_end(fake_object_of(process));
    assert_true_answer(PROCESS_TIMES, process);
    assert_int_equal(fake.count[CALL_PROCESS_LIST], 1);
}

static HANDLE reused;

/* Another thread closes the handle, and opens another process, which gets the handle's number. */
static void reuse_handle(void)
{
    struct fake_object *object = fake_object_of(reused), *another = fake_object_of(fake_handle(FAKE_PROCESS));

    object->id = another->id;
    object->creation = another->creation;
    object->kernel = another->kernel;
    object->user = another->user;
}

TEST_ON_WINE(handle_that_becomes_another_processs_meanwhile_is_refused)
{
    reused = fake_handle(FAKE_PROCESS);
    fake.meanwhile_basic = reuse_handle;
    assert_fails(PROCESS_CYCLES, reused, ERROR_INVALID_HANDLE);
    assert_true_answer(PROCESS_CYCLES, reused);
}

static struct fake_object *first, *second;

/* Another thread closes the handle and opens the other process again and again, and the handle gets the same number. */

static void open_second(void)
{
    fake_reuse(reused, second);
}

static void open_first_the_second_time(void)
{
    static int times;

    if (++times == 2) fake_reuse(reused, first);
}

TEST_ON_WINE(handle_that_is_now_one_processs_and_now_anothers_is_refused)
{
    reused = fake_handle(FAKE_PROCESS);
    first = fake_object_of(reused);
    second = fake_object(FAKE_PROCESS);
    fake.meanwhile_basic = open_second;
    fake.meanwhile_times = open_first_the_second_time;
    assert_fails(PROCESS_CYCLES, reused, ERROR_INVALID_HANDLE);
    fake.meanwhile_times = NULL;
    assert_true_answer(PROCESS_CYCLES, reused);
}

TEST_ON_WINE(own_process_needs_no_list)
{
    assert_true_answer(PROCESS_TIMES, NT_CURRENT_PROCESS);
    assert_true_answer(PROCESS_TIMES, fake_open_fully(fake.own_process));
    assert_true_answer(PROCESS_CYCLES, NT_CURRENT_PROCESS);
    assert_int_equal(fake.count[CALL_PROCESS_LIST], 0);
}

TEST_ON_TWO(windows_10, windows_xp, list_is_not_asked_where_the_process_returns_correct_times)
{
    HANDLE process = fake_handle(FAKE_PROCESS);

    assert_true_answer(PROCESS_TIMES, process);
    assert_true_answer(PROCESS_CYCLES, process);
    assert_int_equal(fake.count[CALL_PROCESS_LIST], 0);
}
