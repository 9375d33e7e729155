/* SPDX-License-Identifier: MIT */
/* With the unixlib: a hooked program queries the times of its child, which lives or has ended. */
#include "plain_run.h"

#include <wchar.h>

#define WORK_MS 300
#define AT_ONCE 6  /* most of what they do is waiting until Linux has forgotten the child */

/* In the order in which they are asked for. Those without children come first: a child of another could be taken for the
   first program in their place (launch.h). */
static struct run {
    const WCHAR *words, *ending;
    struct program program;
    struct outcome outcome;
} runs[] = {
    { .words = L"must no-children", .ending = L"killed" },
    { .words = L"must no-children", .ending = L"live" },
    { .words = L"must no-children", .ending = L"return" },
    { .words = L"must", .ending = L"return" },
    { .words = L"must", .ending = L"exit" },
    { .words = L"must", .ending = L"terminate" },
    { .words = L"must", .ending = L"crash" },
    { .words = L"must", .ending = L"own-id" },
    { .words = L"must", .ending = L"abort" },
    { .words = L"must", .ending = L"fail-fast" },
    { .words = L"must", .ending = L"int-29" },
    { .words = L"must", .ending = L"killed" },
    { .words = L"must", .ending = L"weak" },
    { .words = L"must", .ending = L"nt" },
    { .words = L"must", .ending = L"weak-job" },
    { .words = L"must", .ending = L"spared" },
    { .words = L"must", .ending = L"unasked" },
    { .words = L"must", .ending = L"live" },
};

static void begin(struct run *run)
{
    const WCHAR *path = beside(L"exiting.exe");

    if (run->program.process) return;
    launch_start(&run->program, run->words, path, format_line(L"\"%ls\" %ls %llu", path, run->ending, ticks_of_ms(WORK_MS)),
                 NULL);
}

/* Starts the next runs too, so that they run meanwhile. */
static const struct outcome *outcome_of(const WCHAR *words, const WCHAR *ending)
{
    struct run *run = runs, *const end = runs + ARRAYSIZE(runs), *next;

    while (run < end && (wcscmp(run->words, words) || wcscmp(run->ending, ending))) run++;
    assert_true(run < end);
    for (next = run; next < end && next < run + AT_ONCE; next++) begin(next);
    if (!run->outcome.out) program_finish(&run->program, NULL, 0, &run->outcome);
    assert_ended_well(&run->outcome);
    return &run->outcome;
}

/* A success leaves the last error alone. */
static ULONG64 value(const struct outcome *outcome, const char *who, const char *what)
{
    struct said answer = said(outcome, who, what);

    assert_int_equal(answer.done, TRUE);
    assert_int_equal(answer.error, POISON);
    return answer.value;
}

/* By the clock, from before one's questions until after the other's; 1 % because the rates are measured apart. */
static ULONG64 passed(const struct outcome *outcome, const char *from, const char *to)
{
    return (value(outcome, to, "ended") - value(outcome, from, "began")) / 100 * 101;
}

/* Of work by the time-stamp counter: a tenth is for interrupts and what a hypervisor takes unseen, which nobody ran. */
static ULONG64 at_least(ULONG64 ran)
{
    return ran / 10 * 9;
}

/* The child's work after its last query is the difference between its exact value and its last published one. */
static void assert_exact(const struct outcome *outcome)
{
    const ULONG64 ran = at_least(value(outcome, "unasked", "ran")), most = passed(outcome, "later", "over");
    const ULONG64 times = value(outcome, "later", "times"), cycles = value(outcome, "later", "cycles");

    assert_true(ran >= ticks_of_ms(WORK_MS / 4));
    assert_true(times >= times_of_ticks(at_least(value(outcome, "child", "ran"))));
    assert_in_range(value(outcome, "parent", "times"), times + times_of_ticks(ran), times + times_of_ticks(most));
    assert_in_range(value(outcome, "parent", "cycles"), cycles / 100 * 99 + ran, cycles / 100 * 101 + most);
}

/* A date may be read from a clock that is a step behind. */
static void assert_dates(const struct outcome *outcome)
{
    assert_in_range(value(outcome, "parent", "creation"), value(outcome, "first", "date") - STEP,
                    value(outcome, "created", "date") + STEP);
    assert_in_range(value(outcome, "parent", "exit"), value(outcome, "last", "date") - STEP,
                    value(outcome, "over", "date") + STEP);
}

/* Nothing changes any more. */
static void assert_reported_again(const struct outcome *outcome)
{
    static const char *const what[] = { "times", "cycles", "creation", "exit" };
    size_t i;

    for (i = 0; i < ARRAYSIZE(what); i++)
        assert_int_equal(value(outcome, "again", what[i]), value(outcome, "parent", what[i]));
}

static void assert_ended_exactly(const struct outcome *outcome, DWORD code)
{
    assert_int_equal(value(outcome, "exit", "code"), code);
    assert_exact(outcome);
    assert_dates(outcome);
    assert_reported_again(outcome);
}

#define ENDED_TEST(name, ending, code) TEST(name) { assert_ended_exactly(outcome_of(L"must", ending), code); }

ENDED_TEST(a_child_that_returned_from_main_is_reported_exactly, L"return", 7)
ENDED_TEST(a_child_that_another_of_its_threads_ended_is_reported_exactly, L"exit", 7)
ENDED_TEST(a_child_that_terminated_itself_is_reported_exactly, L"terminate", 7)

/* It meets the filter that it set, and no other. */
TEST(a_child_that_crashed_is_reported_exactly)
{
    const struct outcome *outcome = outcome_of(L"must", L"crash");

    assert_ended_exactly(outcome, (DWORD)EXCEPTION_ACCESS_VIOLATION);
    assert_int_equal(value(outcome, "filter", "kept"), TRUE);
}

ENDED_TEST(a_child_that_terminated_itself_by_its_id_is_reported_exactly, L"own-id", 7)
ENDED_TEST(a_child_that_aborted_is_reported_exactly, L"abort", 3)
ENDED_TEST(a_child_that_failed_fast_is_reported_exactly, L"fail-fast", 0xc0000602)
/* By the processor's instruction: no code of Windows runs any more. */
ENDED_TEST(a_child_that_failed_fast_by_an_instruction_is_reported_exactly, L"int-29", (DWORD)STATUS_STACK_BUFFER_OVERRUN)

static void assert_killed(const struct outcome *outcome)
{
    assert_ended_exactly(outcome, 7);
    value(outcome, "kill", "ticks");
}

#define KILLED_TEST(name, ending) TEST(name) { assert_killed(outcome_of(L"must", ending)); }

KILLED_TEST(a_child_that_was_killed_is_reported_exactly, L"killed")
KILLED_TEST(a_child_that_was_killed_by_a_handle_for_nothing_else_is_reported_exactly, L"weak")
KILLED_TEST(a_child_that_ntdll_killed_is_reported_exactly, L"nt")
KILLED_TEST(a_child_whose_job_was_killed_by_a_handle_for_nothing_else_is_reported_exactly, L"weak-job")

/* It ends later, as if nobody had tried. */
TEST(a_child_that_could_not_be_killed_is_reported_exactly)
{
    const struct outcome *outcome = outcome_of(L"must", L"spared");
    const struct said answer = said(outcome, "kill", "ticks");

    assert_int_equal(answer.done, FALSE);
    assert_int_equal(answer.error, ERROR_ACCESS_DENIED);
    assert_int_equal(value(outcome, "exit", "code"), 7);
    assert_exact(outcome);
    assert_reported_again(outcome);
}

TEST(a_child_that_cycletime_is_not_in_is_killed_as_ever)
{
    const struct outcome *outcome = outcome_of(L"must no-children", L"killed");

    assert_int_equal(value(outcome, "exit", "code"), 7);
    value(outcome, "kill", "ticks");
    assert_dates(outcome);
}

/* Nobody knew anything of it before. */
TEST(a_child_that_was_killed_and_never_asked_is_reported_exactly)
{
    const struct outcome *outcome = outcome_of(L"must", L"unasked");
    const ULONG64 ran = at_least(value(outcome, "child", "ran") + value(outcome, "unasked", "ran"));

    assert_true(ran >= ticks_of_ms(WORK_MS));
    assert_in_range(value(outcome, "parent", "times"), times_of_ticks(ran),
                    times_of_ticks(passed(outcome, "first", "over")));
    assert_true(value(outcome, "parent", "cycles") >= ran / 100 * 99);
    assert_dates(outcome);
    assert_reported_again(outcome);
}

/* Between them it worked, unasked: what it published last is too little. */
TEST(a_child_that_lives_is_reported_between_its_own_answers)
{
    const struct outcome *outcome = outcome_of(L"must", L"live");
    const ULONG64 ran = at_least(value(outcome, "between", "ran"));

    assert_true(ran >= ticks_of_ms(WORK_MS / 20));
    assert_in_range(value(outcome, "live", "times"), value(outcome, "child", "times") + times_of_ticks(ran),
                    value(outcome, "later", "times"));
    assert_in_range(value(outcome, "live", "cycles"), value(outcome, "child", "cycles") / 100 * 99 + ran,
                    value(outcome, "later", "cycles") / 100 * 101);
    assert_int_equal(value(outcome, "live", "exit"), 0);
    assert_int_equal(value(outcome, "live", "creation"), value(outcome, "child", "creation"));
}

/* Both the child and its parent are reported by the system, each behind by up to a step of kernel and of user time. */
TEST(a_live_child_that_cycletime_is_not_in_is_reported_as_the_system_reports_it)
{
    const struct outcome *outcome = outcome_of(L"must no-children", L"live");

    assert_in_range(value(outcome, "live", "times"), value(outcome, "child", "times") - 2 * STEP,
                    value(outcome, "later", "times") + 2 * STEP);
    assert_int_equal(value(outcome, "live", "times") % STEP, 0);
    assert_int_equal(value(outcome, "live", "exit"), 0);
}

TEST(an_ended_child_that_cycletime_is_not_in_has_its_dates_and_no_figures)
{
    const struct outcome *outcome = outcome_of(L"must no-children", L"return");
    const struct said cycles = said(outcome, "parent", "cycles");

    assert_dates(outcome);
    assert_int_equal(value(outcome, "parent", "times"), 0);
    assert_int_equal(cycles.done, FALSE);
    assert_int_equal(cycles.error, ERROR_NOT_SUPPORTED);
    assert_true(cycles.value == UNTOUCHED);
}

/* The last answer does not stay the last. */
TEST(a_child_that_was_seen_before_it_ended_is_reported_exactly_too)
{
    const struct outcome *outcome = outcome_of(L"must", L"live");

    assert_exact(outcome);
    assert_dates(outcome);
    assert_reported_again(outcome);
}
