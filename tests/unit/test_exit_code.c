/* SPDX-License-Identifier: MIT */
/* Each rule by which a process's exit code is decided, and which rule goes before which. */
#include "apart.h"
#include "launch/exit_code.h"

#include <signal.h>

#define CTRL_C 0xC000013A

/* Checks the decision of the process itself, before its end. */
static void assert_ends(struct exit_facts facts, enum exit_rule rule, int status)
{
    const struct exit_decision decision = exit_code_decide(&facts);

    assert_int_equal(decision.rule, rule);
    assert_int_equal(decision.status, status);
    assert_int_equal(decision.signal, rule == EXIT_BY_CTRL_C ? SIGINT : 0);
}

/* Checks the decision of its parent, after its end. */
static void assert_ended(struct exit_facts facts, enum exit_rule rule, int status, int signal)
{
    struct exit_decision decision;

    facts.has_ended = true;
    decision = exit_code_decide(&facts);
    assert_int_equal(decision.rule, rule);
    assert_int_equal(decision.status, status);
    assert_int_equal(decision.signal, signal);
}

TEST(the_code_that_wine_reported_after_a_kill_replaces_each_other_one)
{
    const struct exit_facts kill = {
        .status = 4, .has_code = true, .code = 4, .has_killers_code = true, .is_reported = true, .killers_code = 5
    };
    struct exit_facts killed_by_linux = kill, with_zero = kill, after_ctrl_c = kill;

    assert_ended(kill, EXIT_OF_KILL, 5, 0);
    killed_by_linux.status = 0;
    killed_by_linux.signal = SIGKILL;
    assert_ended(killed_by_linux, EXIT_OF_KILL, 5, 0);
    with_zero.killers_code = 0;
    assert_ended(with_zero, EXIT_OF_KILL, 0, 0);
    after_ctrl_c.code = CTRL_C;
    after_ctrl_c.signal = SIGINT;
    assert_ended(after_ctrl_c, EXIT_OF_KILL, 5, 0);
}

TEST(a_process_that_ctrl_c_ended_ends_by_sigint)
{
    assert_ends((struct exit_facts){ .has_code = true, .code = CTRL_C, .by_event = true }, EXIT_BY_CTRL_C, 0x3a);
    assert_ends((struct exit_facts){ .status = 9, .has_code = true, .code = 9, .by_event = true }, EXIT_BY_CTRL_C, 9);
    assert_ended((struct exit_facts){ .signal = SIGINT, .has_code = true, .code = CTRL_C }, EXIT_BY_CTRL_C, 0, SIGINT);
    assert_ended((struct exit_facts){ .status = 0x3a, .has_code = true, .code = CTRL_C }, EXIT_OF_LINUX, 0x3a, 0);
}

TEST(a_recorded_code_is_used_where_wine_or_linux_has_lost_it)
{
    const struct exit_facts recorded = { .has_code = true, .code = 7, .has_thread = true, .thread_code = 8 };

    assert_ends(recorded, EXIT_RECORDED, 7);
    assert_ends((struct exit_facts){ .has_code = true, .is_killed = true }, EXIT_RECORDED, 0);
    assert_ends((struct exit_facts){ .status = 3, .has_code = true, .code = 7 }, EXIT_OF_LINUX, 3);
    assert_ended((struct exit_facts){ .signal = SIGKILL, .has_code = true, .code = 7 }, EXIT_RECORDED, 7, 0);
    assert_ended((struct exit_facts){ .status = 3, .has_code = true, .code = 7 }, EXIT_OF_LINUX, 3, 0);
    assert_ended((struct exit_facts){ .signal = SIGKILL, .has_code = true }, EXIT_OF_LINUX, 0, SIGKILL);
}

TEST(the_code_of_a_kill_that_has_only_begun_counts_if_the_process_recorded_none)
{
    struct exit_facts begun = { .has_killers_code = true, .killers_code = 6 };
    struct exit_decision decision = exit_code_decide(&begun);

    assert_true(decision.has_code && decision.is_killers);
    assert_int_equal(decision.code, 6);
    assert_ends(begun, EXIT_RECORDED, 6);
    begun.signal = SIGKILL;
    assert_ended(begun, EXIT_RECORDED, 6, 0);
    begun.has_code = true;
    begun.code = 7;
    decision = exit_code_decide(&begun);
    assert_false(decision.is_killers);
    assert_int_equal(decision.code, 7);
}

TEST(the_last_threads_code_is_used_if_no_code_is_recorded)
{
    assert_ends((struct exit_facts){ .has_thread = true, .thread_code = 9 }, EXIT_OF_THREAD, 9);
    assert_ends((struct exit_facts){ .has_thread = true, .thread_code = 9, .is_killed = true }, EXIT_OF_THREAD, 9);
    assert_ends((struct exit_facts){ .has_thread = true }, EXIT_OF_THREAD, 0);
    assert_ends((struct exit_facts){ .status = 2, .has_thread = true, .thread_code = 9 }, EXIT_OF_LINUX, 2);
}

TEST(a_killed_process_whose_code_is_unknown_ends_with_1)
{
    assert_ends((struct exit_facts){ .is_killed = true }, EXIT_UNKNOWN, 1);
    assert_ends((struct exit_facts){ .has_thread = true, .is_killed = true }, EXIT_UNKNOWN, 1);
    assert_ends((struct exit_facts){ .status = 2, .is_killed = true }, EXIT_OF_LINUX, 2);
}

TEST(otherwise_wines_and_linuxs_status_stay)
{
    assert_ends((struct exit_facts){ .status = 0 }, EXIT_OF_LINUX, 0);
    assert_ends((struct exit_facts){ .status = 256 }, EXIT_OF_LINUX, 256);
    assert_ended((struct exit_facts){ .status = 3 }, EXIT_OF_LINUX, 3, 0);
    assert_ended((struct exit_facts){ .signal = SIGSEGV }, EXIT_OF_LINUX, 0, SIGSEGV);
}

TEST(linux_gets_the_low_byte_and_a_failure_stays_one)
{
    struct exit_facts facts = { .has_code = true, .code = 0x1234 };

    assert_ends(facts, EXIT_RECORDED, 0x34);
    facts.code = 0xC0000100;
    assert_ends(facts, EXIT_RECORDED, 1);
    assert_int_equal(exit_code_decide(&facts).code, 0xC0000100);
}
