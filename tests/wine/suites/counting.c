/* SPDX-License-Identifier: MIT */
/* Programs with no knowledge of cycletime call pdh.dll, with functions found in all ways. Their results are compared with
   Linux's for the same time. */
#include "launch.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TICK 100000.0 /* the step of the idle times in /proc/stat */
/* The reference moves in ticks, and was seen to go back by some; without the unixlib the answers move in ticks too. */
#define SLACK (4 * TICK)

static void assert_lines_are_true(const char *out, unsigned runs)
{
    double reported_most, reported_least, least, most;
    unsigned lines = 0, ends = 0;
    const char *at;
    char name[32];

    for (at = out; at; at = strchr(at, '\n'), at = at ? at + 1 : NULL) {
        ends += !strncmp(at, "ended", 5);
        if (sscanf(at, "%31s %lf %lf %lf %lf", name, &reported_most, &reported_least, &least, &most) != 5) continue;
        lines++;
        if (reported_most < least - SLACK || reported_least > most + SLACK)
            fail_msg("%s was reported to idle for %.0f to %.0f, Linux says %.0f to %.0f", name, reported_least,
                     reported_most, least, most);
    }
    assert_int_equal(ends, runs);
    assert_true(lines >= 2 * runs);
}

static void assert_gets_correct_times(const WCHAR *program, unsigned runs)
{
    struct outcome outcome;

    launch(beside(program), L"", &outcome);
    if (outcome.code) fail_msg("%s%s", outcome.out, outcome.err);
    assert_lines_are_true(outcome.out, runs);
    outcome_free(&outcome);
}

TEST(a_program_that_imports_pdh_gets_the_load_of_each_processor)
{
    assert_gets_correct_times(L"counting_bound.exe", 1);
}

TEST(a_program_that_fetches_the_functions_of_pdh_is_so_each_time_that_it_loads_it)
{
    assert_gets_correct_times(L"counting_lookup.exe", 2);
}

TEST(a_dll_that_is_loaded_later_and_imports_pdh_is_so_too)
{
    assert_gets_correct_times(L"counting_late.exe", 1);
}

TEST(a_program_that_delays_its_imports_of_pdh_is_so_too)
{
    assert_gets_correct_times(L"counting_delay.exe", 1);
}

/* But for what cycletime brings. */
static unsigned count_unexpected(char *hooked, const char *alone)
{
    unsigned count = 0;
    char *line;

    for (line = strtok(hooked, "\n"); line; line = strtok(NULL, "\n")) {
        if (strstr(line, "cycletime") || strstr(alone, line)) continue;
        print_message("not there alone: %s\n", line);
        count++;
    }
    return count;
}

TEST(a_program_that_reads_the_registrys_performance_data_is_so_too)
{
    assert_gets_correct_times(L"counting_registry.exe", 1);
}

TEST(a_program_that_does_not_load_pdh_has_no_module_and_no_thread_more)
{
    struct outcome hooked, alone;

    launch(beside(L"counting_none.exe"), L"", &hooked);
    launch_with(NULL, beside(L"counting_none.exe"), L"", &alone);
    assert_int_equal(hooked.code, 0);
    assert_int_equal(alone.code, 0);
    assert_non_null(strstr(alone.out, "module ntdll.dll"));
    assert_non_null(strstr(alone.out, "threads "));
    assert_non_null(strstr(hooked.out, "cycletime.dll"));
    assert_null(strstr(hooked.out, "pdh"));
    assert_int_equal(count_unexpected(hooked.out, alone.out), 0);
    outcome_free(&hooked);
    outcome_free(&alone);
}
