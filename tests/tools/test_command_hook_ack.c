/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "tools/command/processes.h"

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

    snprintf(words, sizeof words, "must ack=%s", path);
    assert_int_equal(setenv("CYCLETIME_RUN", words, 1), 0);
}

/* Checks the answer, and that the file and its folder are gone after it. */
static void assert_has_begun(char *path, bool has_begun)
{
    char folder[PATH];

    snprintf(folder, sizeof folder, "%s", path);
    *strrchr(folder, '/') = '\0';
    assert_int_equal(hook_ack_has_come(path), has_begun);
    assert_int_not_equal(access(folder, F_OK), 0);
    free(path);
}

static void report_to_outer(void)
{
    char *outer = hook_ack_of_outer();

    hook_ack_report_to(outer);
    free(outer);
}

TEST(a_program_has_begun_when_it_has_removed_the_file)
{
    char *none = hook_ack_make(), *begun = hook_ack_make();

    assert_int_equal(unlink(begun), 0);
    assert_has_begun(none, false);
    assert_has_begun(begun, true);
    assert_true(hook_ack_has_come(NULL));
}

TEST(the_outer_command_finds_that_the_inner_ones_program_has_begun)
{
    char *outer = hook_ack_make();

    name_outer(outer);
    report_to_outer();
    assert_has_begun(outer, true);
}

TEST(an_outer_command_that_has_ended_is_not_missed)
{
    char *outer = hook_ack_make();

    name_outer(outer);
    assert_has_begun(outer, false);
    report_to_outer();
    unsetenv("CYCLETIME_RUN");
    assert_null(hook_ack_of_outer());
    hook_ack_report_to(NULL);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

TEST(files_that_no_command_made_stay)
{
    char folder[] = "/tmp/cycletime-XXXXXX", file[PATH], other[PATH];

    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/ack", folder);
    snprintf(other, sizeof other, "%s/other", folder);
    write_file(file, "text");
    write_file(other, "");
    name_outer(other);
    assert_null(hook_ack_of_outer());
    name_outer(file);
    report_to_outer();
    assert_int_equal(unlink(file), 0);
    assert_int_equal(symlink(other, file), 0);
    report_to_outer();
    assert_int_equal(unlink(file), 0);
    assert_int_equal(unlink(other), 0);
    assert_int_equal(rmdir(folder), 0);
}
