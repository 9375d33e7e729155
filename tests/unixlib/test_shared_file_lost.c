/* SPDX-License-Identifier: MIT */
/* Locks that are lost and files that are removed while processes use them. */
#include "shared_test.h"

#include <stdio.h>
#include <unistd.h>

TEST_WITH_FILE(a_process_that_read_the_file_itself_is_still_measured_by_its_clock)
{
    struct other other = begin_published(CHILD, SOME);

    assert_true(other_reads(&other, path));
    other_burn(&other, 30);
    assert_lives(CHILD, &other, 30);
    assert_true(other_end(&other, MORE));
    assert_ended(CHILD, MORE, true);
}

TEST_WITH_FILE(a_process_that_read_the_file_itself_and_was_killed_has_ended)
{
    struct other other = begin_published(CHILD, SOME);

    assert_true(other_reads(&other, path));
    other_kill(&other);
    assert_ended(CHILD, SOME, false);
}

/* The process has one of sixteen slots, and the next fifteen fill all others. */
TEST_WITH_FILE(the_place_of_a_process_without_its_lock_is_not_taken)
{
    const struct other first = begin(CHILD);
    int i;

    assert_true(other_reads(&first, path));
    for (i = 1; i < 16; i++) begin(bearer(i));
    assert_false(other_begin(KEY, bearer(16), 0).claimed);
    other_burn(&first, 20);
    assert_lives(CHILD, &first, 20);
}

TEST_WITH_FILE(a_process_that_starts_after_the_removal_is_found_by_an_earlier_one)
{
    struct other other;

    assert_int_equal(unlink(path), 0);
    other = begin(CHILD);
    other_burn(&other, 20);
    assert_lives(CHILD, &other, 20);
    assert_true(other_end(&other, MORE));
    assert_ended(CHILD, MORE, true);
}

TEST_WITH_FILE(a_process_that_publishes_after_the_removal_is_found_by_one_that_starts_then)
{
    struct other other = begin(CHILD);

    publisher_close(&publisher);
    assert_int_equal(unlink(path), 0);
    assert_true(other_publish(&other, SOME));
    assert_true(open_publisher());
    other_burn(&other, 20);
    assert_lives(CHILD, &other, 20);
    assert_true(other_end(&other, MORE));
    assert_ended(CHILD, MORE, true);
}

TEST_WITH_FILE(a_process_that_ends_after_the_removal_is_found_in_the_next_file)
{
    struct other other = begin(CHILD);

    publisher_close(&publisher);
    assert_int_equal(unlink(path), 0);
    begin(NEXT);
    assert_true(other_end(&other, MORE));
    assert_true(open_publisher());
    assert_ended(CHILD, MORE, true);
}

/* It is the only one that has been in the new file. */
TEST_WITH_FILE(a_process_that_ends_after_the_removal_is_found_by_a_user_of_the_removed_file)
{
    struct other other = begin(CHILD);

    assert_int_equal(unlink(path), 0);
    assert_true(other_end(&other, MORE));
    assert_ended(CHILD, MORE, true);
}

TEST_WITH_FILE(a_process_that_ends_in_a_second_removed_file_is_found_by_a_user_of_the_first)
{
    struct other other = begin(CHILD);

    assert_int_equal(unlink(path), 0);
    assert_true(other_publish(&other, SOME));
    assert_true(other_end(&other, MORE));
    assert_int_equal(unlink(path), 0);
    assert_ended(CHILD, MORE, true);
}

/* The child of this process begins after the file was removed, before this one knows; another one is there already. */
static void begin_in_another_file(struct other *child, struct other *next)
{
    assert_true(publisher_claim(&publisher, PARENT, 0, SOME));
    assert_int_equal(unlink(path), 0);
    *next = begin(NEXT);
    *child = begin_child(CHILD, PARENT.id);
    assert_true(other_is_awaited(child));
}

TEST_WITH_FILE(an_awaited_child_that_ended_in_another_file_is_found_there)
{
    struct cpu_times descendants;
    struct other other, next;

    begin_in_another_file(&other, &next);
    assert_true(other_end(&other, MORE));
    assert_true(other_end(&next, SOME));
    assert_int_equal(access(path, F_OK), 0);
    assert_ended(CHILD, MORE, true);
    assert_true(lookup_descendants(&publisher, PARENT, &descendants));
    assert_int_equal(descendants.user, MORE.user);
}

TEST_WITH_FILE(an_awaited_child_in_another_file_is_measured_by_its_clock)
{
    struct other other, next;

    begin_in_another_file(&other, &next);
    other_burn(&other, 20);
    assert_lives(CHILD, &other, 20);
    assert_int_equal(unlink(path), 0);
    assert_true(other_publish(&other, MORE));
    assert_lives(CHILD, &other, 20);
}

/* The parent has another file as well. A child that used that one would leave this one behind. */
TEST_WITH_FILE(an_awaited_child_whose_parent_is_in_its_file_uses_no_other)
{
    struct other parent, other;

    publisher_close(&publisher);
    parent = begin(PARENT);
    assert_int_equal(unlink(path), 0);
    assert_true(other_publish(&parent, SOME));
    other = begin_child(CHILD, PARENT.id);
    assert_true(other_is_awaited(&other));
    assert_true(other_end(&parent, SOME));
    assert_int_equal(access(path, F_OK), 0);
    assert_true(other_end(&other, MORE));
    assert_int_not_equal(access(path, F_OK), 0);
}

TEST_WITH_FILE(what_was_published_before_the_file_was_removed_is_still_known)
{
    struct other other = begin(CHILD);

    assert_true(other_end(&other, MORE));
    assert_int_equal(unlink(path), 0);
    begin(NEXT);
    assert_true(find(NEXT));
    assert_ended(CHILD, MORE, true);
}

TEST_WITH_FILE(a_file_that_was_renamed_is_left_as_a_removed_one_is)
{
    const struct other other = begin(CHILD);
    struct other next;
    char elsewhere[200];

    snprintf(elsewhere, sizeof elsewhere, "%s.old", path);
    assert_int_equal(rename(path, elsewhere), 0);
    next = begin(NEXT);
    other_burn(&next, 20);
    assert_lives(NEXT, &next, 20);
    other_burn(&other, 20);
    assert_lives(CHILD, &other, 20);
}
