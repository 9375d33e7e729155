/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "tools/command/processes.h"
#include "unixlib/shared_file/shared_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = 256 };

/* There are no shared files here. */

void shared_file_remove_unused(const char *folder, const char *name)
{
    (void)folder;
    (void)name;
}

/* Makes the acknowledgement file. Its folder stays locked until this process ends. */
static char *make_file(void)
{
    int lock;
    char *path = hook_ack_make(&lock);

    assert_non_null(path);
    assert_true(lock > STDERR_FILENO);
    return path;
}

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
    char *none = make_file(), *begun = make_file();

    assert_int_equal(unlink(begun), 0);
    assert_has_begun(none, false);
    assert_has_begun(begun, true);
    assert_true(hook_ack_has_come(NULL));
}

TEST(the_outer_command_finds_that_the_inner_ones_program_has_begun)
{
    char *outer = make_file();

    name_outer(outer);
    report_to_outer();
    assert_has_begun(outer, true);
}

TEST(an_outer_command_that_has_ended_is_not_missed)
{
    char *outer = make_file();

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
    char folder[] = "/tmp/cycletime-run-XXXXXX", file[PATH], other[PATH];

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

/* Returns a folder of a command with its lock in *LOCK, and a file of it. */
static char *make_used_folder(int *lock, char file[PATH])
{
    char *folder = own_folder_make(lock);

    assert_non_null(folder);
    snprintf(file, PATH, "%s/stderr", folder);
    write_file(file, "text");
    return folder;
}

static void make_and_remove_another(void)
{
    int lock;
    char *folder = own_folder_make(&lock);

    assert_int_equal(rmdir(folder), 0);
    close(lock);
    free(folder);
}

TEST(the_next_command_removes_the_folder_that_no_process_has_locked)
{
    char file[PATH];
    int lock;
    char *folder = make_used_folder(&lock, file);

    make_and_remove_another();
    assert_int_equal(access(file, F_OK), 0);
    close(lock);
    make_and_remove_another();
    assert_int_not_equal(access(folder, F_OK), 0);
    free(folder);
}
