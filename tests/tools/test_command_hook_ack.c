/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "tools/command/start/start.h"
#include "unixlib/shared_file/shared_file.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
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

static void mount_over(const char *folder, unsigned long flags)
{
    if (mount("tmpfs", folder, "tmpfs", flags, "mode=1777")) SKIP_BECAUSE("no right to a mount namespace");
}

static void leave_mounts(void)
{
    if (unshare(CLONE_NEWNS) || mount("none", "/", "", MS_REC | MS_PRIVATE, ""))
        SKIP_BECAUSE("no right to a mount namespace");
}

/* Linux changes the time of the last access when a folder is listed. */
TEST(a_folder_in_which_all_users_make_files_is_not_listed)
{
    const struct timespec long_ago[2] = { { .tv_sec = 1000 }, { .tv_sec = 2000 } };
    struct stat after;
    char file[PATH];
    int lock;

    leave_mounts();
    mount_over("/dev/shm", 0);
    free(make_used_folder(&lock, file));
    assert_int_equal(utimensat(AT_FDCWD, "/dev/shm", long_ago, 0), 0);
    make_and_remove_another();
    assert_int_equal(stat("/dev/shm", &after), 0);
    assert_int_equal(after.st_atim.tv_sec, 1000);
}

TEST(no_file_is_made_in_another_users_runtime_folder)
{
    char *folder;
    int lock;

    if (geteuid()) SKIP_BECAUSE("only root can be two users");
    leave_mounts();
    mount_over("/mnt", 0);
    mount_over("/dev/shm", MS_RDONLY);
    mount_over("/tmp", MS_RDONLY);
    unsetenv("TMPDIR");
    assert_int_equal(mkdir("/mnt/run", 0700), 0);
    assert_int_equal(setenv("XDG_RUNTIME_DIR", "/mnt/run", 1), 0);
    folder = own_folder_make(&lock);
    assert_non_null(folder);
    assert_int_equal(strncmp(folder, "/mnt/run/", strlen("/mnt/run/")), 0);
    free(folder);
    assert_int_equal(chown("/mnt/run", 65534, 65534), 0);
    assert_null(own_folder_make(&lock));
}

TEST(a_name_that_another_user_took_leaves_a_place_for_the_files)
{
    char name[PATH], *folder;
    int lock;

    if (geteuid()) SKIP_BECAUSE("only root can be two users");
    leave_mounts();
    mount_over("/dev/shm", 0);
    snprintf(name, sizeof name, "/dev/shm/cycletime-%u", (unsigned)geteuid());
    assert_int_equal(mkdir(name, 0777), 0);
    assert_int_equal(chown(name, 65534, 65534), 0);
    folder = own_folder_make(&lock);
    assert_non_null(folder);
    assert_int_equal(strncmp(folder, "/dev/shm/", strlen("/dev/shm/")), 0);
    assert_int_not_equal(strncmp(folder, name, strlen(name)), 0);
    free(folder);
}
