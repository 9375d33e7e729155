/* SPDX-License-Identifier: MIT */
/* By their names, this file and another_thread.c are the first of their program: a child has to run for longer than this
   process did. */
#include "calls.h"
#include "functions.h"

#include <stdlib.h>
#include <string.h>

/* The child's own view of its times before and after brackets ours; but a 32-bit Wine lists a process up to a step ahead
   of what the process sees itself (measured on 8.0 and 10.0). */
static void assert_reported(struct program *child, HANDLE handle)
{
    struct times before = child_ask(child);
    struct times times = times_of(PROCESS_TIMES, handle);
    ULONG64 counted_before = system_process_cycles(handle);
    ULONG64 cycles = cycles_of(PROCESS_CYCLES, handle);
    ULONG64 counted_after = system_process_cycles(handle);
    struct times after = child_ask(child);

    after.kernel += STEP;
    after.user += STEP;
    assert_between(before, times, after);
    assert_cycles_between(before, cycles, after);
    assert_cycles_counted(counted_before, cycles, counted_after);
}

TEST(a_child_that_ran_less_than_we_did_is_measured_by_its_handle)
{
    struct times own = system_process_times(GetCurrentProcess());
    struct program child;

    child_start(&child, 0);
    while (total(own) < 3 * total(child_ask(&child)) + 3000000) {
        spin(ticks_of_ms(100));
        own = system_process_times(GetCurrentProcess());
    }
    assert_reported(&child, child.process);
    program_end_and_close(&child);
}

TEST(a_child_that_ran_more_than_we_did_is_measured_by_its_handle)
{
    struct times own = system_process_times(GetCurrentProcess());
    struct program child;

    child_start(&child, (unsigned)(total(own) / 10000) * 3 / 2 + 300);
    assert_true(total(child_ask(&child)) > total(system_process_times(GetCurrentProcess())));
    assert_reported(&child, child.process);
    program_end_and_close(&child);
}

TEST(a_child_is_measured_by_a_handle_with_limited_rights)
{
    struct program child;
    HANDLE handle;

    child_start(&child, 100);
    assert_non_null(handle = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, child.id));
    assert_reported(&child, handle);
    CloseHandle(handle);
    program_end_and_close(&child);
}

TEST(a_child_that_runs_has_the_systems_creation_time_and_no_exit_time)
{
    struct program child;
    struct times times;

    child_start(&child, 0);
    times = times_of(PROCESS_TIMES, child.process);
    assert_int_equal(times.creation, system_process_times(child.process).creation);
    assert_true(times.creation > system_process_times(GetCurrentProcess()).creation);
    assert_int_equal(times.exit, 0);
    program_end_and_close(&child);
}

/* How often wineserver has written so far, once for each question to it: the server opens the file, so that the file is
   about the server. -1: Linux does not count. */
static LONG64 server_writes(void)
{
    static const char field[] = "syscw: ";
    char text[512] = "";
    const char *at;
    DWORD size;
    const HANDLE file = CreateFileW(L"\\\\?\\unix\\proc\\self\\io", GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL,
                                    OPEN_EXISTING, 0, NULL);

    if (file == INVALID_HANDLE_VALUE) return -1;
    ReadFile(file, text, sizeof text - 1, &size, NULL);
    CloseHandle(file);
    at = strstr(text, field);
    return at ? strtoll(at + strlen(field), NULL, 10) : -1;
}

static void ask_for_times(HANDLE process)
{
    (void)times_of(PROCESS_TIMES, process);
}

static void ask_for_cycles(HANDLE process)
{
    (void)cycles_of(PROCESS_CYCLES, process);
}

static void ask_system(HANDLE process)
{
    system_process_times(process);
}

static void ask_for_id(HANDLE process)
{
    GetProcessId(process);
}

/* Other programs of this Wine may ask the server meanwhile, so the least of some counts is taken. */
static LONG64 count_writes(void (*ask)(HANDLE), HANDLE process)
{
    enum { QUESTIONS = 100, COUNTS = 50 };
    LONG64 least = MAXLONG, before, writes;
    int count, i;

    for (count = 0; count < COUNTS; count++) {
        before = server_writes();
        for (i = 0; i < QUESTIONS; i++) ask(process);
        writes = server_writes() - before;
        if (writes < least) least = writes;
    }
    return least;
}

enum { READING = 19 }; /* writes for reading the counts, at most */

/* In new WoW64 mode Wine sends two messages to find out a process's id, and one for its times. */
TEST(a_child_that_runs_is_measured_by_as_many_messages_to_the_server_as_the_system_sends_for_its_id)
{
    struct program child;
    LONG64 systems, for_id;

    if (!is_wine() || !with_unixlib()) SKIP_BECAUSE("without the unixlib the list of processes is read too");
    if (server_writes() < 0) SKIP_BECAUSE("this Linux does not count what a process writes");
    child_start_asking(&child);
    systems = count_writes(ask_system, child.process);
    for_id = count_writes(ask_for_id, child.process);
    print_message("100 times: %d writes for the times without cycletime, %d for the id\n", (int)systems, (int)for_id);
    assert_in_range(systems, 100, 100 + READING);
    assert_in_range(for_id, 100, 200 + READING);
    assert_in_range(count_writes(ask_for_times, child.process), 100, for_id + 5);
    assert_in_range(count_writes(ask_for_cycles, child.process), 100, for_id + 5);
    program_end_and_close(&child);
}

/* docs/internals/measurements.md has these numbers. In a program that is linked with cycletime and hooked too, the question
   for the times is one to the other copy, which asks for the id itself. */
TEST(this_process_is_measured_without_a_message_and_an_ended_one_by_those_for_its_id_and_its_times)
{
    struct program child;
    LONG64 for_id, for_both;

    if (!is_wine() || !with_unixlib()) SKIP_BECAUSE("without the unixlib the list of processes is read too");
    if (server_writes() < 0) SKIP_BECAUSE("this Linux does not count what a process writes");
    child_start_asking(&child);
    assert_in_range(count_writes(ask_for_times, GetCurrentProcess()), 0, READING);
    assert_in_range(count_writes(ask_for_cycles, GetCurrentProcess()), 0, READING);
    program_end(&child);
    for_id = count_writes(ask_for_id, child.process);
    for_both = for_id + 100 + (with_hooks() ? for_id : 0);
    assert_in_range(count_writes(ask_for_times, child.process), 200, for_both + READING);
    program_close(&child);
}
