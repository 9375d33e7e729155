/* SPDX-License-Identifier: MIT */
/* With the unixlib: programs whose threads are terminated. With the word "count" on its command line, it counts how many
   of them hang. That happens without cycletime too: Wine's own locks are lost with a terminated thread. */
#include "launch.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATIENCE = 15000, CHILDREN = 40, MORE = 6 };

static void a_thread_is_known_before_it_gets_the_loaders_lock(void **state)
{
    struct outcome outcome;

    (void)state;
    launch(beside(L"terminated.exe"), L" known", &outcome);
    assert_int_equal(outcome.code, 0);
    assert_true(strtoull(outcome.out, NULL, 10) > 0);
    outcome_free(&outcome);
}

/* Whether it hangs, or Wine ends it because a thread was terminated within a call of its server. */
static BOOL hangs_or_fails(const WCHAR *rest, BOOL is_hooked)
{
    const WCHAR *path = beside(L"terminated.exe");
    struct program program;
    WCHAR line[MAX_PATH + 64];
    BOOL has_ended;
    DWORD code;

    assert_in_range(_snwprintf(line, ARRAYSIZE(line), L"\"%ls\"%ls", path, rest), 1, ARRAYSIZE(line) - 1);
    if (is_hooked) launch_start(&program, L"must", path, line, NULL);
    else program_start(&program, path, line, NULL, NULL);
    has_ended = WaitForSingleObject(program.process, PATIENCE) == WAIT_OBJECT_0;
    if (!has_ended) TerminateProcess(program.process, 1);
    WaitForSingleObject(program.process, INFINITE);
    assert_true(GetExitCodeProcess(program.process, &code));
    program_close(&program);
    return !has_ended || code != 28;
}

/* Runs the program without and with cycletime in turns. */
static void count(const WCHAR *rest)
{
    int alone = 0, hooked = 0, i;

    for (i = 0; i < CHILDREN; i++) {
        alone += hangs_or_fails(rest, FALSE);
        hooked += hangs_or_fails(rest, TRUE);
    }
    printf("%ls: of %d hang or fail %d without cycletime, %d with it\n", rest, CHILDREN, alone, hooked);
    assert_in_range(hooked, 0, alone + MORE);
}

static void a_program_that_terminates_new_threads_hangs_no_more_often_than_without_cycletime(void **state)
{
    (void)state;
    count(L" begin 60");
}

static void a_program_that_terminates_asking_threads_hangs_no_more_often_than_without_cycletime(void **state)
{
    (void)state;
    count(L" query 90");
}

int main(int words, char **word)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thread_is_known_before_it_gets_the_loaders_lock),
    };
    const struct CMUnitTest counts[] = {
        cmocka_unit_test(a_program_that_terminates_new_threads_hangs_no_more_often_than_without_cycletime),
        cmocka_unit_test(a_program_that_terminates_asking_threads_hangs_no_more_often_than_without_cycletime),
    };

    if (words > 1 && !strcmp(word[1], "count"))
        return finish(cmocka_run_group_tests_name("terminated threads, counted", counts, NULL, NULL));
    return finish(cmocka_run_group_tests_name("terminated threads", tests, NULL, NULL));
}
