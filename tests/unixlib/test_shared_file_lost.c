/* SPDX-License-Identifier: MIT */
/* Locks that are lost and files that are removed while processes use them. */
#include "apart.h"
#include "fake_tree.h"
#include "other.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { KEY = 7 };
static const struct process_identity PARENT = { 0x120, 131999999999999999, 0 };
static const struct process_identity CHILD = { 0x124, 132000000000000000, 0 }, NEXT = { 0x128, 132000000000000001, 0 };
static const struct cpu_times SOME = { 1000, 500 }, MORE = { 70000, 20000 };
static struct fake_tree tree;
static struct publisher publisher;
static struct lookup_answer answer;
static char path[160];

static int set_up(void **state)
{
    (void)state;
    tree = fake_tree_make();
    snprintf(path, sizeof path, "%s/cycletime-%d-%u-%016x", tree.root, SHARED_FILE_VERSION, (unsigned)geteuid(), KEY);
    return !publisher_open(&publisher, tree.root, KEY);
}

static int tear_down(void **state)
{
    (void)state;
    publisher_close(&publisher);
    fake_tree_remove(&tree);
    return 0;
}

static struct other begin(struct process_identity process)
{
    bool claimed;
    const struct other other = other_begin(tree.root, KEY, process, &claimed);

    assert_true(claimed);
    return other;
}

static bool find(struct process_identity process)
{
    memset(&answer, 0xcc, sizeof answer);
    return lookup_process(&publisher, process, NOW, &answer);
}

static void assert_is_alive(const struct other *other, struct process_identity process, unsigned milliseconds)
{
    assert_true(find(process));
    assert_false(answer.has_ended);
    assert_true(answer.is_exact);
    assert_int_equal(answer.linux_pid, other->pid);
    assert_true(answer.times.user + answer.times.kernel >= milliseconds * 1000000ull);
}

TEST_BETWEEN(set_up, tear_down, a_process_that_read_the_file_itself_is_still_measured_by_its_clock)
{
    struct other other = begin(CHILD);

    assert_true(other_publish(&other, SOME));
    assert_true(other_reads(&other, path));
    other_burn(&other, 30);
    assert_is_alive(&other, CHILD, 30);
    assert_true(other_end(&other, MORE));
    assert_true(find(CHILD));
    assert_int_equal(answer.times.user, MORE.user);
    assert_true(answer.has_ended && answer.is_exact);
}

TEST_BETWEEN(set_up, tear_down, a_process_that_read_the_file_itself_and_was_killed_has_ended)
{
    struct other other = begin(CHILD);

    assert_true(other_publish(&other, SOME));
    assert_true(other_reads(&other, path));
    other_kill(&other);
    assert_true(find(CHILD));
    assert_true(answer.has_ended);
    assert_int_equal(answer.times.user, SOME.user);
}

/* The process has one of sixteen slots, and the next fifteen fill all others. */
TEST_BETWEEN(set_up, tear_down, the_place_of_a_process_without_its_lock_is_not_taken)
{
    struct process_identity process = CHILD;
    struct other first = begin(CHILD), others[15], late;
    bool claimed;
    int i;

    assert_true(other_reads(&first, path));
    for (i = 0; i < 15; i++) {
        process.created++;
        others[i] = begin(process);
    }
    process.created++;
    late = other_begin(tree.root, KEY, process, &claimed);
    assert_false(claimed);
    other_burn(&first, 20);
    assert_is_alive(&first, CHILD, 20);
    other_kill(&late);
    other_kill(&first);
    for (i = 0; i < 15; i++) other_kill(&others[i]);
}

TEST_BETWEEN(set_up, tear_down, who_starts_after_the_file_was_removed_is_found_by_who_started_before)
{
    struct other other;

    assert_int_equal(unlink(path), 0);
    other = begin(CHILD);
    other_burn(&other, 20);
    assert_is_alive(&other, CHILD, 20);
    assert_true(other_end(&other, MORE));
    assert_true(find(CHILD));
    assert_int_equal(answer.times.kernel, MORE.kernel);
}

TEST_BETWEEN(set_up, tear_down, who_publishes_after_the_file_was_removed_is_found_by_who_starts_then)
{
    struct other other = begin(CHILD);

    publisher_close(&publisher);
    assert_int_equal(unlink(path), 0);
    assert_true(other_publish(&other, SOME));
    assert_true(publisher_open(&publisher, tree.root, KEY));
    other_burn(&other, 20);
    assert_is_alive(&other, CHILD, 20);
    assert_true(other_end(&other, MORE));
    assert_true(find(CHILD));
    assert_int_equal(answer.times.user, MORE.user);
}

TEST_BETWEEN(set_up, tear_down, who_ends_after_the_file_was_removed_is_found_in_the_next)
{
    struct other other = begin(CHILD), next;

    publisher_close(&publisher);
    assert_int_equal(unlink(path), 0);
    next = begin(NEXT);
    assert_true(other_end(&other, MORE));
    assert_true(publisher_open(&publisher, tree.root, KEY));
    assert_true(find(CHILD));
    assert_int_equal(answer.times.user, MORE.user);
    assert_true(answer.has_ended && answer.is_exact);
    other_kill(&next);
}

/* It is the only one that has been in the new file. */
TEST_BETWEEN(set_up, tear_down, who_ends_after_the_file_was_removed_is_found_by_who_used_that)
{
    struct other other = begin(CHILD);

    assert_int_equal(unlink(path), 0);
    assert_true(other_end(&other, MORE));
    assert_true(find(CHILD));
    assert_int_equal(answer.times.user, MORE.user);
    assert_true(answer.has_ended && answer.is_exact);
}

TEST_BETWEEN(set_up, tear_down, who_ends_in_a_file_that_is_removed_too_is_found_by_who_used_the_first)
{
    struct other other = begin(CHILD);

    assert_int_equal(unlink(path), 0);
    assert_true(other_publish(&other, SOME));
    assert_true(other_end(&other, MORE));
    assert_int_equal(unlink(path), 0);
    assert_true(find(CHILD));
    assert_int_equal(answer.times.user, MORE.user);
    assert_true(answer.has_ended && answer.is_exact);
}

/* The child of this process begins after the file was removed, before this one knows; another one is there already. */
static void begin_in_another_file(struct other *child, struct other *next)
{
    bool claimed;

    assert_true(publisher_claim(&publisher, PARENT, 0, SOME));
    assert_int_equal(unlink(path), 0);
    *next = begin(NEXT);
    *child = other_begin_child(tree.root, KEY, CHILD, PARENT.id, &claimed);
    assert_true(claimed && other_is_awaited(child));
}

TEST_BETWEEN(set_up, tear_down, an_awaited_child_that_ended_in_another_file_is_found_there)
{
    struct cpu_times descendants;
    struct other other, next;

    begin_in_another_file(&other, &next);
    assert_true(other_end(&other, MORE));
    assert_true(other_end(&next, SOME));
    assert_int_equal(access(path, F_OK), 0);
    assert_true(find(CHILD));
    assert_int_equal(answer.times.user, MORE.user);
    assert_true(answer.has_ended && answer.is_exact);
    assert_true(lookup_descendants(&publisher, PARENT, &descendants));
    assert_int_equal(descendants.user, MORE.user);
}

TEST_BETWEEN(set_up, tear_down, an_awaited_child_in_another_file_is_measured_by_its_clock)
{
    struct other other, next;

    begin_in_another_file(&other, &next);
    other_burn(&other, 20);
    assert_is_alive(&other, CHILD, 20);
    assert_int_equal(unlink(path), 0);
    assert_true(other_publish(&other, MORE));
    assert_is_alive(&other, CHILD, 20);
    other_kill(&next);
    other_kill(&other);
}

/* The parent has another file as well. A child that used that one would leave this one behind. */
TEST_BETWEEN(set_up, tear_down, an_awaited_child_whose_parent_is_in_its_file_uses_no_other)
{
    struct other parent, other;
    bool claimed;

    publisher_close(&publisher);
    parent = begin(PARENT);
    assert_int_equal(unlink(path), 0);
    assert_true(other_publish(&parent, SOME));
    other = other_begin_child(tree.root, KEY, CHILD, PARENT.id, &claimed);
    assert_true(claimed && other_is_awaited(&other));
    assert_true(other_end(&parent, SOME));
    assert_int_equal(access(path, F_OK), 0);
    assert_true(other_end(&other, MORE));
    assert_int_not_equal(access(path, F_OK), 0);
}

TEST_BETWEEN(set_up, tear_down, what_was_published_before_the_file_was_removed_is_still_known)
{
    struct other other = begin(CHILD);

    assert_true(other_end(&other, MORE));
    assert_int_equal(unlink(path), 0);
    other = begin(NEXT);
    assert_true(find(NEXT));
    assert_true(find(CHILD));
    assert_int_equal(answer.times.user, MORE.user);
    other_kill(&other);
}

TEST_BETWEEN(set_up, tear_down, a_file_that_was_renamed_is_left_as_a_removed_one_is)
{
    struct other other = begin(CHILD), next;
    char elsewhere[200];

    snprintf(elsewhere, sizeof elsewhere, "%s.old", path);
    assert_int_equal(rename(path, elsewhere), 0);
    next = begin(NEXT);
    other_burn(&next, 20);
    assert_is_alive(&next, NEXT, 20);
    other_burn(&other, 20);
    assert_is_alive(&other, CHILD, 20);
    other_kill(&next);
    other_kill(&other);
}
