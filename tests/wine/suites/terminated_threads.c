/* SPDX-License-Identifier: MIT */
/* With the unixlib: programs whose threads are terminated. With the word "count" on its command line, it counts how many
   of them hang. That happens without cycletime too: Wine's own locks are lost with a terminated thread. */
#include "launch.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATIENCE = 5000 /* ms */, ROUNDS = 400, CHILDREN = 40, BATCHES = 4, MORE = 6 };

TEST(a_thread_is_known_before_it_gets_the_loaders_lock)
{
    struct outcome outcome;

    launch(beside(L"terminated.exe"), L" known", &outcome);
    assert_int_equal(outcome.code, 0);
    assert_true(strtoull(outcome.out, NULL, 10) > 0);
    outcome_free(&outcome);
}

static DWORD WINAPI spins(void *is_over)
{
    while (!*(volatile BOOL *)is_over) GetTickCount();
    return 0;
}

/* Does what the program does to each of its threads, but does not terminate the thread. */
static void run_thread(int number)
{
    volatile BOOL is_over = FALSE;
    HANDLE thread = CreateThread(NULL, 0x10000, spins, (void *)&is_over, 0, NULL);

    assert_non_null(thread);
    Sleep((DWORD)number % 2);
    is_over = TRUE;
    assert_int_equal(WaitForSingleObject(thread, INFINITE), WAIT_OBJECT_0);
    CloseHandle(thread);
}

/* A busy machine also slows the threads that this process runs, so a program hangs that has not ended after ROUNDS of them,
   four times as many as its own. */
static BOOL ends(HANDLE process)
{
    BOOL has_ended = WaitForSingleObject(process, PATIENCE) == WAIT_OBJECT_0;
    int i;

    for (i = 0; i < ROUNDS && !has_ended; i++) {
        run_thread(i);
        has_ended = WaitForSingleObject(process, 0) == WAIT_OBJECT_0;
    }
    return has_ended;
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
    has_ended = ends(program.process);
    if (!has_ended) TerminateProcess(program.process, 1);
    WaitForSingleObject(program.process, INFINITE);
    assert_true(GetExitCodeProcess(program.process, &code));
    program_close(&program);
    return !has_ended || code != 28;
}

/* Runs the program without and with cycletime in turns. Where both hang in three of ten runs, their difference exceeds MORE
   by chance in one of 18 batches, but BATCHES times MORE after all batches in one of 700 cases. */
static void count(const WCHAR *rest)
{
    int alone = 0, hooked = 0, batches = 0, i;

    do {
        for (i = 0; i < CHILDREN; i++) {
            alone += hangs_or_fails(rest, FALSE);
            hooked += hangs_or_fails(rest, TRUE);
        }
        batches++;
        printf("%ls: of %d hang or fail %d without cycletime, %d with it\n", rest, batches * CHILDREN, alone, hooked);
    } while (hooked > alone + batches * MORE && batches < BATCHES);
    assert_in_range(hooked, 0, alone + batches * MORE);
}

TEST(a_program_that_terminates_new_threads_hangs_no_more_often_than_without_cycletime)
{
    count(L" begin 60");
}

TEST(a_program_that_terminates_asking_threads_hangs_no_more_often_than_without_cycletime)
{
    count(L" query 90");
}

int main(int words, char **word)
{
    if (words > 1 && !strcmp(word[1], "count")) cmocka_set_test_filter("a_program_*");
    else cmocka_set_skip_filter("a_program_*");
    return finish(run_all_tests());
}
