/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "tools/command/first.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = 256 };

/* Sets the variable as a command does whose file is `path`. */
static void name_outer(const char *path)
{
    char words[PATH + 32];

    snprintf(words, sizeof words, "must first=%s", path);
    assert_int_equal(setenv("CYCLETIME_RUN", words, 1), 0);
}

/* Renames the file as the preload library does when a graft begins. */
static void begin_graft(const char *path)
{
    char taken[PATH];

    snprintf(taken, sizeof taken, "%s~", path);
    assert_int_equal(rename(path, taken), 0);
}

static void end_graft(const char *path)
{
    char taken[PATH];

    snprintf(taken, sizeof taken, "%s~", path);
    assert_int_equal(unlink(taken), 0);
}

/* Asks for the answer; the file and its folder are gone then. */
static void assert_has_come(char *path, bool has_come)
{
    assert_int_equal(first_has_come(path), has_come);
    *strrchr(path, '/') = '\0';
    assert_int_not_equal(access(path, F_OK), 0);
    free(path);
}

static void report_to_outer(void)
{
    char *outer = first_of_outer();

    first_report_to(outer);
    free(outer);
}

static void a_graft_has_come_when_it_has_ended(void **state)
{
    char *none = first_make(), *begun = first_make(), *ended = first_make();

    (void)state;
    begin_graft(begun);
    begin_graft(ended);
    end_graft(ended);
    assert_has_come(none, false);
    assert_has_come(begun, false);
    assert_has_come(ended, true);
    assert_true(first_has_come(NULL));
}

static void the_outer_command_is_told_of_the_inner_ones_graft(void **state)
{
    char *outer = first_make();

    (void)state;
    name_outer(outer);
    report_to_outer();
    assert_has_come(outer, true);
}

static void the_outer_command_is_told_after_a_graft_that_failed(void **state)
{
    char *outer = first_make();

    (void)state;
    begin_graft(outer);
    name_outer(outer);
    report_to_outer();
    assert_has_come(outer, true);
}

static void an_outer_command_that_has_ended_is_not_missed(void **state)
{
    char *outer = first_make();

    (void)state;
    name_outer(outer);
    assert_has_come(outer, false);
    report_to_outer();
    unsetenv("CYCLETIME_RUN");
    assert_null(first_of_outer());
    first_report_to(NULL);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void files_that_no_command_made_stay(void **state)
{
    char folder[] = "/tmp/cycletime-XXXXXX", file[PATH], other[PATH];

    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/first", folder);
    snprintf(other, sizeof other, "%s/other", folder);
    write_file(file, "text");
    write_file(other, "");
    name_outer(other);
    assert_null(first_of_outer());
    name_outer(file);
    report_to_outer();
    assert_int_equal(unlink(file), 0);
    assert_int_equal(symlink(other, file), 0);
    report_to_outer();
    assert_int_equal(unlink(file), 0);
    assert_int_equal(unlink(other), 0);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_graft_has_come_when_it_has_ended),
        cmocka_unit_test(the_outer_command_is_told_of_the_inner_ones_graft),
        cmocka_unit_test(the_outer_command_is_told_after_a_graft_that_failed),
        cmocka_unit_test(an_outer_command_that_has_ended_is_not_missed),
        cmocka_unit_test(files_that_no_command_made_stay),
    };

    return RUN_APART(tests);
}
