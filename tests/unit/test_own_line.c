/* SPDX-License-Identifier: MIT */
/* The calling thread's line, read without the Linux side: when it answers, and when that has to be asked. */
#include "ask.h"
#include "fake_unix.h"
#include "protocol/thread_line.h"
#include "query/host_state.h"

enum { BASE = 1000000000 };

static struct thread_line line;

/* The counter of this machine goes on meanwhile. */
static void synchronise(ULONG64 cycles)
{
    line.cycles = cycles;
    line.tsc = __builtin_ia32_rdtsc();
    line.own++;
    line.area.cpu_id_start = THREAD_MARK;
}

static int boot_with_a_line(void **state)
{
    boot(state);
    fake_unix_install();
    fake_unix.own_cycles = 5000000000;
    fake_unix.line = &line;
    fake_unix.trusted = 0xffffffff;
    line = (struct thread_line){ .own = 0 };
    synchronise(BASE);
    return 0;
}

static ULONG asked(void)
{
    return fake_unix.calls[HOST_CALL_OWN_THREAD_CYCLES];
}

static struct reply ask_cycles(void)
{
    return ask(THREAD_CYCLES, NT_CURRENT_THREAD);
}

/* Between what the line says before and after. */
static void assert_answered_by_the_line(void)
{
    const ULONG64 before = line.cycles + __builtin_ia32_rdtsc() - line.tsc;
    const ULONG calls = asked();
    struct reply reply = ask_cycles();

    assert_int_equal(asked(), calls);
    assert_in_range(reply.cycles, before, line.cycles + __builtin_ia32_rdtsc() - line.tsc);
    assert_answer(reply, cycles_are(reply.cycles));
    assert_true(line.own == reply.cycles);
}

static void assert_answered_by_the_linux_side(void)
{
    const ULONG calls = asked();

    assert_answer(ask_cycles(), cycles_are(5000000000));
    assert_int_equal(asked(), calls + 1);
}

static void line_answers_from_the_second_question_on(void **state)
{
    ULONG i;

    (void)state;
    assert_answered_by_the_linux_side();
    for (i = 0; i < 100; i++) assert_answered_by_the_line();
}

static void thread_that_has_left_its_processor_is_synchronised(void **state)
{
    (void)state;
    assert_answered_by_the_linux_side();
    line.area.cpu_id_start = 1;
    assert_answered_by_the_linux_side();
    synchronise(2 * BASE);
    assert_answered_by_the_line();
}

static void synchronisation_holds_as_long_as_the_linux_side_says(void **state)
{
    (void)state;
    fake_unix.trusted = 1000000000;
    assert_answered_by_the_linux_side();
    assert_answered_by_the_line();
    line.tsc -= 1000000000;
    assert_answered_by_the_linux_side();
    line.tsc += 3000000000;  /* ahead: the counter went back */
    assert_answered_by_the_linux_side();
}

static void line_tells_no_less_than_was_told_before(void **state)
{
    (void)state;
    assert_answered_by_the_linux_side();
    line.own = 1ull << 40;
    assert_answer(ask_cycles(), cycles_are(1ull << 40));
    line.reported = 1ull << 41;
    assert_answer(ask_cycles(), cycles_are(1ull << 41));
    assert_true(line.own == 1ull << 41);
    assert_int_equal(asked(), 1);
}

static void line_of_another_layout_is_not_read(void **state)
{
    int i;

    (void)state;
    fake_unix.line_layout++;
    for (i = 0; i < 3; i++) assert_answered_by_the_linux_side();
    assert_int_equal(fake_unix.calls[HOST_CALL_OWN_LINE], 1);
}

static void thread_without_a_line_asks_the_linux_side(void **state)
{
    int i;

    (void)state;
    fake_unix.line = NULL;
    for (i = 0; i < 3; i++) assert_answered_by_the_linux_side();
    assert_int_equal(fake_unix.calls[HOST_CALL_OWN_LINE], 1);
}

static void line_is_asked_for_again_while_it_is_not_decided(void **state)
{
    (void)state;
    fake_unix.line_status = HOST_NOT_READY;
    assert_answered_by_the_linux_side();
    assert_answered_by_the_linux_side();
    fake_unix.line_status = HOST_DONE;
    assert_answered_by_the_linux_side();
    assert_answered_by_the_line();
}

static void without_a_slot_the_linux_side_is_asked(void **state)
{
    int i;

    (void)state;
    fake_unix.no_slot = TRUE;
    for (i = 0; i < 3; i++) assert_answered_by_the_linux_side();
    assert_int_equal(fake_unix.calls[HOST_CALL_OWN_LINE], 0);
    assert_int_equal(fake_unix.slots_allocated, 1);
    assert_int_equal(fake_unix.slots_freed, 0);
}

static void slot_beyond_those_in_the_threads_block_is_given_back(void **state)
{
    int i;

    (void)state;
    fake_unix.slot_index = 64;
    for (i = 0; i < 3; i++) assert_answered_by_the_linux_side();
    assert_int_equal(fake_unix.slots_allocated, 1);
    assert_int_equal(fake_unix.slots_freed, 1);
}

static void last_slot_in_the_threads_block_is_used(void **state)
{
    (void)state;
    fake_unix.slot_index = 63;
    assert_answered_by_the_linux_side();
    assert_answered_by_the_line();
    assert_int_equal(fake_unix.slots_freed, 0);
}

static void line_is_forgotten_when_the_thread_ends(void **state)
{
    (void)state;
    assert_answered_by_the_linux_side();
    query_host_thread_ends();
    assert_answered_by_the_linux_side();
    assert_int_equal(fake_unix.calls[HOST_CALL_OWN_LINE], 2);
}

static void other_handles_and_no_place_are_not_the_lines(void **state)
{
    (void)state;
    assert_answered_by_the_linux_side();
    assert_int_equal(QueryThreadCycleTime(NT_CURRENT_THREAD, NULL), FALSE);
    assert_answer(ask(THREAD_CYCLES, NULL), failed_with(ERROR_INVALID_HANDLE));
    assert_answer(ask(THREAD_CYCLES, NT_CURRENT_PROCESS), failed_with(ERROR_INVALID_HANDLE));
}

#define WITH_A_LINE(test) { #test, test, boot_with_a_line, NULL, (void *)&wine_8 }

int main(void)
{
    static const struct CMUnitTest tests[] = {
        WITH_A_LINE(line_answers_from_the_second_question_on),
        WITH_A_LINE(thread_that_has_left_its_processor_is_synchronised),
        WITH_A_LINE(synchronisation_holds_as_long_as_the_linux_side_says),
        WITH_A_LINE(line_tells_no_less_than_was_told_before),
        WITH_A_LINE(line_of_another_layout_is_not_read),
        WITH_A_LINE(thread_without_a_line_asks_the_linux_side),
        WITH_A_LINE(line_is_asked_for_again_while_it_is_not_decided),
        WITH_A_LINE(without_a_slot_the_linux_side_is_asked),
        WITH_A_LINE(slot_beyond_those_in_the_threads_block_is_given_back),
        WITH_A_LINE(last_slot_in_the_threads_block_is_used),
        WITH_A_LINE(line_is_forgotten_when_the_thread_ends),
        WITH_A_LINE(other_handles_and_no_place_are_not_the_lines),
    };

    return RUN_APART(tests);
}
