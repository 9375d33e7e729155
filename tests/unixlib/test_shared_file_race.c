/* SPDX-License-Identifier: MIT */
/* Runs other processes between two of our system calls: this program's fcntl overrides the C library's. */
#include "shared_test.h"

#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct other other;

static void (*meanwhile)(void);
static int meanwhile_command, meanwhile_type, skipped;

/* Does WHAT once, before the call after COUNT others of COMMAND with a lock of TYPE; -1: of any. */
static void meet(int command, int type, int count, void (*what)(void))
{
    meanwhile_command = command;
    meanwhile_type = type;
    skipped = count;
    meanwhile = what;
}

static int call(int file, int command, void *argument)
{
    const struct flock *range = argument;
    void (*what)(void) = meanwhile;

    if (what && command == meanwhile_command && (meanwhile_type < 0 || range->l_type == meanwhile_type)
        && skipped-- == 0) {
        meanwhile = NULL;
        what();
    }
    return (int)syscall(SYS_fcntl, file, command, argument);
}

__attribute__((visibility("default"))) int fcntl64(int file, int command, ...)
{
    va_list list;
    void *argument;

    va_start(list, command);
    argument = va_arg(list, void *);
    va_end(list);
    return call(file, command, argument);
}

static int tear_down(void **state)
{
    assert_null(meanwhile);  /* else nothing was tested */
    return shared_file_tear_down(state);
}

static void begin_other(void)
{
    other = begin(CHILD);
}

static void remove_file(void)
{
    assert_int_equal(unlink(path), 0);
}

TEST_BETWEEN(folder_set_up, tear_down, a_process_that_opens_the_file_before_it_is_removed_uses_the_next)
{
    struct stat status;

    assert_true(open_publisher());
    publisher_close(&publisher);
    meet(F_SETLK, F_RDLCK, 0, remove_file);
    assert_true(open_publisher());
    assert_int_equal(fstat(publisher.shared.files[publisher.shared.present].file, &status), 0);
    assert_int_equal(status.st_nlink, 1);
}

static void end_other(void)
{
    assert_true(other_say_end(&other, SOME));
}

TEST_BETWEEN(folder_set_up, tear_down, of_two_that_end_at_once_one_removes_the_file)
{
    assert_true(open_publisher());
    assert_true(publisher_claim(&publisher, NEXT, 0, SOME));
    begin_other();
    meet(F_SETLK, F_WRLCK, 0, end_other);
    assert_true(publisher_end(&publisher, SOME));
    assert_int_not_equal(access(path, F_OK), 0);
}

TEST_BETWEEN(folder_set_up, tear_down, a_file_that_another_has_replaced_is_not_replaced_again)
{
    fake_tree_write(&tree, strrchr(path, '/'), "broken");
    meet(F_SETLK, F_WRLCK, 0, begin_other);
    assert_true(open_publisher());
    assert_lives(CHILD, &other, 0);
}

static void kill_other(void)
{
    other_kill(&other);
}

TEST_BETWEEN(folder_set_up, tear_down, a_process_that_is_killed_during_a_query_about_it_has_ended)
{
    assert_true(open_publisher());
    begin_other();
    other_publish(&other, SOME);
    meet(F_GETLK, -1, 0, kill_other);
    assert_true(lookup_process(&publisher, CHILD, SPLIT, &answer));
    assert_true(answer.has_ended);
    assert_int_equal(answer.linux_pid, 0);
    assert_int_equal(answer.times.user, SOME.user);
}

/* All sixteen slots are full; the one who is asked for dies, and the next has its slot before we look. */
static void fill_places(void)
{
    int i;

    other_kill(&other);
    for (i = 1; i < 17; i++) other_begin(KEY, bearer(i), 0);
}

TEST_BETWEEN(folder_set_up, tear_down, a_place_that_changes_hands_is_not_mistaken)
{
    assert_true(open_publisher());
    begin_other();
    assert_true(other_publish(&other, SOME));
    assert_true(other_publish(&other, SOME));
    meet(F_GETLK, -1, 0, fill_places);
    assert_false(find(CHILD));
}
