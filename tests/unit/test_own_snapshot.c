/* SPDX-License-Identifier: MIT */
/* The calling thread's snapshot, read without the unixlib: when it answers, and when that has to be asked. */
#include "ask.h"
#include "library/nt/nt.h"
#include "protocol/thread_clock_snapshot.h"
#include "library/query/cpu_time.h"
#include "library/query/tsc_rate.h"

#include <stdlib.h>
#include <string.h>

enum { BASE = 1000000000 };

BOOL WINAPI DllMain(HINSTANCE instance, DWORD reason, LPVOID reserved);

static struct {
    struct thread_clock_snapshot snapshot;
    struct thread_split split;
} entry;

/* The TSC of this machine goes on meanwhile. */
static void synchronise(ULONG64 cycles)
{
    entry.snapshot.cycles = cycles;
    entry.snapshot.tsc = __builtin_ia32_rdtsc();
    entry.snapshot.own++;
    entry.snapshot.area.cpu_id_start = THREAD_SWITCH_MARKER;
}

static int boot_with_snapshot(void **state)
{
    boot_with_unixlib(state);
    fake_unix.own_cycles = 5000000000;
    fake_unix.snapshot = &entry.snapshot;
    fake_unix.trusted = 0xffffffff;
    memset(&entry, 0, sizeof entry);
    synchronise(BASE);
    return 0;
}

static ULONG asked(void)
{
    return fake_unix.calls[UNIXLIB_CALL_OWN_THREAD_CYCLES];
}

static struct reply ask_cycles(void)
{
    return ask(THREAD_CYCLES, NT_CURRENT_THREAD);
}

/* Between what the snapshot says before and after. */
static void assert_answered_by_snapshot(void)
{
    const ULONG64 before = entry.snapshot.cycles + __builtin_ia32_rdtsc() - entry.snapshot.tsc;
    const ULONG calls = asked();
    struct reply reply = ask_cycles();

    assert_int_equal(asked(), calls);
    assert_in_range(reply.cycles, before, entry.snapshot.cycles + __builtin_ia32_rdtsc() - entry.snapshot.tsc);
    assert_answer(reply, cycles_are(reply.cycles));
    assert_true(entry.snapshot.own == reply.cycles);
}

static void assert_answered_by_the_unixlib(void)
{
    const ULONG calls = asked();

    assert_answer(ask_cycles(), cycles_are(5000000000));
    assert_int_equal(asked(), calls + 1);
}

/* Three questions are answered by the unixlib, which is asked so often for the snapshot. */
static void assert_snapshot_asked_for(ULONG times)
{
    int i;

    for (i = 0; i < 3; i++) assert_answered_by_the_unixlib();
    assert_int_equal(fake_unix.calls[UNIXLIB_CALL_OWN_SNAPSHOT], times);
}

TEST_AFTER_ON(boot_with_snapshot, wine_8, snapshot_answers_from_the_second_question_on)
{
    ULONG i;

    assert_answered_by_the_unixlib();
    for (i = 0; i < 100; i++) assert_answered_by_snapshot();
}

TEST_AFTER_ON(boot_with_snapshot, wine_8, thread_that_has_left_its_processor_is_synchronised)
{
    assert_answered_by_the_unixlib();
    entry.snapshot.area.cpu_id_start = 1;
    assert_answered_by_the_unixlib();
    synchronise(2 * BASE);
    assert_answered_by_snapshot();
}

TEST_AFTER_ON(boot_with_snapshot, wine_8, synchronisation_holds_as_long_as_the_unixlib_says)
{
    fake_unix.trusted = 1000000000;
    assert_answered_by_the_unixlib();
    assert_answered_by_snapshot();
    entry.snapshot.tsc -= 1000000000;
    assert_answered_by_the_unixlib();
    entry.snapshot.tsc += 3000000000;  /* ahead: the TSC went back */
    assert_answered_by_the_unixlib();
}

TEST_AFTER_ON(boot_with_snapshot, wine_8, snapshot_reports_no_less_than_before)
{
    assert_answered_by_the_unixlib();
    entry.snapshot.own = 1ull << 40;
    assert_answer(ask_cycles(), cycles_are(1ull << 40));
    entry.snapshot.reported = 1ull << 41;
    assert_answer(ask_cycles(), cycles_are(1ull << 41));
    assert_true(entry.snapshot.own == 1ull << 41);
    assert_int_equal(asked(), 1);
}

TEST_AFTER_ON(boot_with_snapshot, wine_8, snapshot_of_another_layout_is_not_read)
{
    fake_unix.snapshot_layout++;
    assert_snapshot_asked_for(1);
}

TEST_AFTER_ON(boot_with_snapshot, wine_8, thread_without_a_snapshot_asks_the_unixlib)
{
    fake_unix.snapshot = NULL;
    assert_snapshot_asked_for(1);
}

TEST_AFTER_ON(boot_with_snapshot, wine_8, snapshot_is_asked_for_again_while_it_is_not_decided)
{
    fake_unix.snapshot_status = UNIXLIB_NOT_READY;
    assert_answered_by_the_unixlib();
    assert_answered_by_the_unixlib();
    fake_unix.snapshot_status = UNIXLIB_DONE;
    assert_answered_by_the_unixlib();
    assert_answered_by_snapshot();
}

static void assert_never_answered_by_snapshot(ULONG locks)
{
    assert_snapshot_asked_for(0);
    assert_int_equal(fake_unix.peb_locks, locks);
    assert_int_equal(fake_unix.peb_unlocks, locks);
}

TEST_AFTER_ON(boot_with_snapshot, wine_8, without_a_slot_the_unixlib_is_asked)
{
    memset(fake_unix.slots_taken, 0xff, sizeof fake_unix.slots_taken);
    assert_never_answered_by_snapshot(1);
}

TEST_AFTER_ON(boot_with_snapshot, wine_8, where_there_are_fewer_slots_than_in_the_threads_block_the_unixlib_is_asked)
{
    fake_unix.slot_count = 32;
    assert_never_answered_by_snapshot(0);
}

static void assert_answered_by_slot(ULONG index, ULONG low, ULONG high)
{
    fake_unix.slot_index = index;
    assert_answered_by_the_unixlib();
    assert_answered_by_snapshot();
    assert_int_equal(fake_unix.slots_taken[0], low);
    assert_int_equal(fake_unix.slots_taken[1], high);
    assert_int_equal(fake_unix.peb_unlocks, 1);
}

/* Programs are given the first. */
TEST_AFTER_ON(boot_with_snapshot, wine_8, last_slot_in_the_threads_block_is_taken)
{
    fake_unix.slots_taken[0] = 7;
    assert_answered_by_slot(63, 7, 0x80000000);
}

TEST_AFTER_ON(boot_with_snapshot, wine_8, last_slot_that_is_free_is_taken)
{
    fake_unix.slots_taken[0] = 0x80000001;
    fake_unix.slots_taken[1] = 0xffffffff;
    assert_answered_by_slot(30, 0xc0000001, 0xffffffff);
}

/* Other modules' code runs on the thread after it. */
TEST_AFTER_ON(boot_with_snapshot, wine_8, snapshot_answers_after_the_threads_detach)
{
    assert_answered_by_the_unixlib();
    assert_true(DllMain(NULL, DLL_THREAD_DETACH, NULL));
    assert_answered_by_snapshot();
}

TEST_AFTER_ON(boot_with_snapshot, wine_8, other_handles_and_no_place_are_not_the_snapshots)
{
    assert_answered_by_the_unixlib();
    assert_int_equal(QueryThreadCycleTime(NT_CURRENT_THREAD, NULL), FALSE);
    assert_answer(ask(THREAD_CYCLES, NULL), failed_with(ERROR_INVALID_HANDLE));
    assert_answer(ask(THREAD_CYCLES, NT_CURRENT_PROCESS), failed_with(ERROR_INVALID_HANDLE));
}

/* A second and a quarter of it, by the unixlib and by the snapshot. */
static int boot_with_a_split(void **state)
{
    boot_with_snapshot(state);
    fake_invariant_tsc();
    fake_unix.own_times = (struct unixlib_own_times){ .total = 1000000000, .kernel = 250000000 };
    synchronise(FAKE_RATE);
    return 0;
}

static struct reply ask_times(void)
{
    return ask(THREAD_TIMES, NT_CURRENT_THREAD);
}

static ULONG times_asked(void)
{
    return fake_unix.calls[UNIXLIB_CALL_OWN_THREAD_TIMES];
}

/* The first question asks for the creation time besides. */
static void begin_with_times(void)
{
    ask_times();
    fake_unix.calls[UNIXLIB_CALL_OWN_THREAD_TIMES] = 0;
}

static ULONG64 total_by_snapshot(void)
{
    return (entry.snapshot.cycles + __builtin_ia32_rdtsc() - entry.snapshot.tsc) / (FAKE_RATE / 10000000);
}

TEST_AFTER_ON(boot_with_a_split, wine_8, times_are_the_snapshots_total_and_the_kernel_part_of_its_synchronisation)
{
    struct reply reply;
    ULONG64 before;
    int i;

    begin_with_times();
    for (i = 0; i < 100; i++) {
        before = total_by_snapshot();
        reply = ask_times();
        assert_in_range(reply.kernel + reply.user, before, total_by_snapshot());
        assert_answer(reply, times_of(NT_CURRENT_THREAD, 2500000, reply.user));
    }
    assert_int_equal(times_asked(), 0);
}

TEST_AFTER_ON(boot_with_a_split, wine_8, new_synchronisation_has_new_parts)
{
    begin_with_times();
    synchronise(2 * FAKE_RATE);
    fake_unix.own_times.total = 2000000000;
    fake_unix.own_times.kernel = 300000000;
    assert_answer(ask_times(), times_of(NT_CURRENT_THREAD, 3000000, 17000000));
    assert_int_equal(times_asked(), 1);
    assert_int_equal(ask_times().kernel, 3000000);
    assert_int_equal(times_asked(), 1);
}

/* The answer may have changed the proportion of the thread's times. */
TEST_AFTER_ON(boot_with_a_split, wine_8, times_are_asked_for_again_after_an_answer_about_any_thread)
{
    struct nt_listed_process self = { .id = GetCurrentProcessId() };

    begin_with_times();
    ask(THREAD_TIMES, fake_open_fully(fake.own_thread));
    fake_unix.calls[UNIXLIB_CALL_OWN_THREAD_TIMES] = 0;
    ask_times();
    assert_int_equal(times_asked(), 1);
    ask_times();
    assert_int_equal(times_asked(), 1);
    query_listed_process(&self, NULL);
    ask_times();
    assert_int_equal(times_asked(), 2);
}

TEST_AFTER_ON(boot_with_a_split, wine_8, answers_of_the_snapshot_are_monotonic)
{
    struct reply last, now;

    begin_with_times();
    entry.snapshot.cycles += FAKE_RATE; /* a second of its own */
    last = ask_times();
    assert_int_equal(times_asked(), 0);
    synchronise(FAKE_RATE);
    fake_unix.own_times.kernel = 900000000;
    now = ask_times();
    assert_int_equal(times_asked(), 1);
    assert_true(now.user >= last.user && now.kernel >= last.kernel);
    now = ask(THREAD_TIMES, fake_open_fully(fake.own_thread));
    assert_true(now.user >= last.user && now.kernel >= last.kernel);
}

TEST_AFTER_ON(boot_with_a_split, wine_8, times_of_another_part_of_the_program_are_not_this_ones)
{
    begin_with_times();
    entry.split.owner++;
    ask_times();
    assert_int_equal(times_asked(), 1);
    ask_times();
    assert_int_equal(times_asked(), 1);
}

/* The system divides a thread's time into these parts; the unixlib knows its total, and what the thread got itself. */
static void divide(HANDLE handle, ULONG64 kernel, ULONG64 user, ULONG64 got_kernel, ULONG64 got_total)
{
    struct fake_object *object = fake_object_of(handle);

    object->kernel = kernel;
    object->user = user;
    fake_unix_know_thread(object, UNIXLIB_THREAD_LIVE, 10000000);
    fake_unix.thread.returned_kernel = got_kernel;
    fake_unix.thread.returned_total = got_total;
}

TEST_AFTER_ON(boot_with_a_split, wine_8, parts_of_another_thread_are_no_less_than_it_got_itself)
{
    HANDLE handle = fake_handle(FAKE_THREAD);

    divide(handle, 1, 99, 40000, 99000);
    assert_answer(ask(THREAD_TIMES, handle), times_of(handle, 40000, 60000));
    divide(handle, 99, 1, 40000, 99000);
    assert_answer(ask(THREAD_TIMES, handle), times_of(handle, 40000, 60000));
    divide(handle, 99, 1, 40000, 200000);
    assert_answer(ask(THREAD_TIMES, handle), times_of(handle, 40000, 160000));
}

/* As where its snapshot answered between the other one's answer and the move of the turn, with the kernel part
   as it was. */
TEST_AFTER_ON(boot_with_a_split, wine_8, parts_that_it_got_while_another_asked_are_monotonic)
{
    HANDLE handle = fake_handle(FAKE_THREAD);

    divide(handle, 50, 50, 0, 0);
    assert_answer(ask(THREAD_TIMES, handle), times_of(handle, 50000, 50000));
    divide(handle, 50, 50, 40000, 40000 + 70000);
    assert_answer(ask(THREAD_TIMES, handle), times_of(handle, 50000, 70000));
}

/* Only what is wholly on it. */
TEST_AFTER_ON(boot_with_a_split, wine_8, answer_on_the_threads_own_stack_is_written_without_a_call)
{
    ULONG64 memory[5] = { 0 };
    const ULONG64 answer[2] = { 1, 2 };
    int i;

    ask_cycles();
    fake_unix.stack = (ULONG_PTR)&memory[1];
    fake_unix.stack_size = 3 * sizeof *memory;
    for (i = 0; i < 4; i++) {
        memset(memory, 0, sizeof memory);
        assert_int_equal(nt_answer(&memory[i], answer, sizeof answer), STATUS_SUCCESS);
        assert_true(memory[i] == 1 && memory[i + 1] == 2);
        assert_int_equal(fake_unix.calls[UNIXLIB_CALL_COPY], i == 0 ? 1 : i < 3 ? 1 : 2);
    }
}

TEST_AFTER_ON(boot_with_snapshot, wine_8, quick_times_are_closed_without_an_invariant_tsc)
{
    assert_int_equal(query_tsc_rate(), FAKE_RATE);
    quick_time_open();
    assert_false(quick_time_works());
}

TEST_AFTER_ON(boot_with_a_split, wine_8, quick_times_are_closed_at_a_rate_that_their_factors_cannot_have)
{
    fake_leaf(0x15, 1, 1000, 20000000, 0);
    assert_true(query_tsc_rate() >> 34);
    quick_time_open();
    assert_false(quick_time_works());
}

TEST_AFTER_ON(boot_with_a_split, wine_8, quick_times_are_those_of_a_division)
{
    static const ULONG64 ends[] = { 0, 1, 3, 1ull << 32, 1ull << 63, ~0ull };
    unsigned __int128 cycles;
    int i;

    assert_int_equal(query_tsc_rate(), FAKE_RATE);
    quick_time_open();
    assert_true(quick_time_works());
    for (i = 0; i < 1000000; i++) {
        cycles = ((ULONG64)random() << 42 ^ (ULONG64)random() << 21 ^ (ULONG64)random()) >> random() % 64;
        if (i < (int)ARRAYSIZE(ends)) cycles = ends[i];
        assert_int_equal(quick_100ns((ULONG64)cycles), (ULONG64)(cycles * 10000000 / FAKE_RATE));
        assert_int_equal(quick_nanoseconds((ULONG64)cycles), (ULONG64)((cycles * 1000000000 + FAKE_RATE / 2) / FAKE_RATE));
        assert_int_equal(quick_nanoseconds((ULONG64)cycles), nanoseconds_from_cycles((ULONG64)cycles));
    }
}
