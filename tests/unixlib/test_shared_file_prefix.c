/* SPDX-License-Identifier: MIT */
/* Processes of two prefixes, which have the same Windows ids, in one file. */
#include "apart.h"
#include "fake_tree.h"
#include "other.h"
#include "unixlib/shared_file/entry.h"
#include "unixlib/shared_file/job_membership.h"
#include "unixlib/shared_file/job_totals.h"
#include "unixlib/shared_file/process_lookup.h"
#include "unixlib/shared_file/shared_folders.h"
#include "unixlib/shared_file/shared_file.h"
#include "unixlib/shared_file/jobs.h"

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEY = 7, THREAD = 0x88 };
static const uint64_t ONE = 0x1111111122222222, TWO = 0x3333333344444444;
static const uint64_t DATE = 132000000000000000;
static const struct cpu_times SOME = { 1000, 500 }, MORE = { 70000, 20000 };
static struct fake_tree tree;
static struct publisher publisher;

static int set_up(void **state)
{
    (void)state;
    tree = fake_tree_make();
    return !publisher_open(&publisher, tree.root, KEY);
}

static int tear_down(void **state)
{
    (void)state;
    publisher_close(&publisher);
    fake_tree_remove(&tree);
    return 0;
}

static struct other begin(uint64_t prefix, uint32_t id, uint32_t parent)
{
    bool claimed;
    const struct other other =
        other_begin_child(tree.root, KEY, (struct process_identity){ id, DATE + parent, prefix }, parent, &claimed);

    assert_true(claimed);
    return other;
}

static uint64_t total_of(uint64_t prefix, uint32_t id)
{
    struct lookup_answer answer = { .times = { 0, 0 } };

    if (!lookup_process(&publisher, (struct process_identity){ id, DATE, prefix }, NOW, &answer)) return 0;
    return answer.times.user + answer.times.kernel;
}

TEST_BETWEEN(set_up, tear_down, two_processes_that_have_an_id_and_a_date_have_their_own_times)
{
    struct other one = begin(ONE, 0x20, 0), two = begin(TWO, 0x20, 0);

    assert_true(other_end(&one, SOME));
    assert_true(other_end(&two, MORE));
    assert_int_equal(total_of(ONE, 0x20), SOME.user + SOME.kernel);
    assert_int_equal(total_of(TWO, 0x20), MORE.user + MORE.kernel);
    assert_int_equal(total_of(0, 0x20), 0);
}

TEST_BETWEEN(set_up, tear_down, a_pid_leads_to_the_process_of_whichever_prefix)
{
    struct other one = begin(ONE, 0x20, 0), two = begin(TWO, 0x20, 0);
    struct entry entry;

    assert_true(entry_find_pid(publisher_file_to_ask(&publisher), two.pid, &entry));
    assert_int_equal(entry.process.prefix, TWO);
    assert_true(entry_find_pid(publisher_file_to_ask(&publisher), one.pid, &entry));
    assert_int_equal(entry.process.prefix, ONE);
    other_kill(&one);
    other_kill(&two);
}

TEST_BETWEEN(set_up, tear_down, a_child_reports_to_the_parent_in_its_own_prefix)
{
    struct other one = begin(ONE, 0x20, 0), two = begin(TWO, 0x20, 0), child = begin(TWO, 0x24, 0x20);
    struct cpu_times times;

    assert_true(other_end(&child, SOME));
    assert_true(lookup_descendants(&publisher, (struct process_identity){ 0x20, DATE, ONE }, &times));
    assert_int_equal(times.user, 0);
    assert_true(lookup_descendants(&publisher, (struct process_identity){ 0x20, DATE, TWO }, &times));
    assert_int_equal(times.user, SOME.user);
    other_kill(&one);
    other_kill(&two);
}

TEST_BETWEEN(set_up, tear_down, threads_that_have_an_id_have_their_own_times)
{
    struct other one = begin(ONE, 0x20, 0), two = begin(TWO, 0x20, 0);
    struct published_thread thread;
    pid_t pid;

    assert_true(other_thread(&one, THREAD, SOME));
    assert_true(other_thread(&two, THREAD, MORE));
    publisher.prefix = ONE;
    assert_true(lookup_thread(&publisher, THREAD, 0x20, 0, &thread, &pid));
    assert_int_equal(thread.total, SOME.user + SOME.kernel);
    publisher.prefix = TWO;
    assert_true(lookup_thread(&publisher, THREAD, 0x20, 0, &thread, &pid));
    assert_int_equal(thread.total, MORE.user + MORE.kernel);
    publisher.prefix = 0;
    assert_false(lookup_thread(&publisher, THREAD, 0x20, 0, &thread, &pid));
    other_kill(&one);
    other_kill(&two);
}

TEST_BETWEEN(set_up, tear_down, a_job_has_the_member_in_its_own_prefix)
{
    const struct process_identity member = { 0x20, DATE, ONE }, stranger = { 0x20, DATE, TWO };
    const struct shared_file *file = publisher_file_to_ask(&publisher);
    const uint64_t job = job_begin(file);
    const uint32_t id = 0x20;
    struct other one = begin(ONE, 0x20, 0), two = begin(TWO, 0x20, 0);

    assert_true(job && job_membership_set_job(file, member, job));
    assert_int_equal(job_membership_of(&publisher, file, member).job, job);
    assert_int_equal(job_membership_of(&publisher, file, stranger).job, 0);
    publisher.prefix = ONE;
    assert_int_equal(job_totals_find_job(&publisher, 0, 1, &id, 1), job);
    publisher.prefix = TWO;
    assert_int_equal(job_totals_find_job(&publisher, 0, 1, &id, 1), 0);
    other_kill(&one);
    other_kill(&two);
}

TEST_BETWEEN(set_up, tear_down, many_prefixes_whose_processes_have_the_same_ids_have_room)
{
    enum { PREFIXES = 20, PROCESSES = 3 };
    struct other others[PREFIXES][PROCESSES];
    struct process_identity process;
    struct lookup_answer answer;
    int i, j;

    for (i = 0; i < PREFIXES; i++)
        for (j = 0; j < PROCESSES; j++) others[i][j] = begin((i + 1) * 0x9e3779b97f4a7c15, 0x20 + 4 * (uint32_t)j, 0);
    for (i = 0; i < PREFIXES; i++) {
        for (j = 0; j < PROCESSES; j++) {
            process = (struct process_identity){ 0x20 + 4 * (uint32_t)j, DATE, (i + 1) * 0x9e3779b97f4a7c15 };
            assert_true(lookup_process(&publisher, process, NOW, &answer));
            assert_int_equal(answer.linux_pid, others[i][j].pid);
            other_kill(&others[i][j]);
        }
    }
}

TEST_BETWEEN(set_up, tear_down, a_prefix_is_known_by_its_folder_and_not_by_its_path)
{
    char other[200], link[200];
    uint64_t one, two, same, unchanged = 5;

    snprintf(other, sizeof other, "%s/other", tree.root);
    snprintf(link, sizeof link, "%s/link", tree.root);
    assert_int_equal(mkdir(other, 0700), 0);
    assert_int_equal(symlink(other, link), 0);
    setenv("WINEPREFIX", tree.root, 1);
    assert_true(prefix_identity(&one));
    setenv("WINEPREFIX", other, 1);
    assert_true(prefix_identity(&two));
    setenv("WINEPREFIX", link, 1);
    assert_true(prefix_identity(&same));
    assert_true(one != two);
    assert_true(same == two);
    setenv("WINEPREFIX", "/nowhere", 1);
    assert_false(prefix_identity(&unchanged));
    assert_int_equal(unchanged, 5);
}

/* As Wine finds it. */
TEST_BETWEEN(set_up, tear_down, without_a_home_the_prefix_is_in_the_home_of_the_list_of_users)
{
    const struct passwd *user = getpwuid(getuid());
    char path[PREFIX_PATH], expected[PREFIX_PATH];

    if (!user) SKIP_BECAUSE("this user is in no list");
    snprintf(expected, sizeof expected, "%s/.wine", user->pw_dir);
    unsetenv("WINEPREFIX");
    unsetenv("HOME");
    assert_true(prefix_path(path));
    assert_string_equal(path, expected);
}

TEST_BETWEEN(set_up, tear_down, a_home_that_is_named_counts_more_than_the_list_of_users)
{
    char path[PREFIX_PATH];

    unsetenv("WINEPREFIX");
    setenv("HOME", "/elsewhere", 1);
    assert_true(prefix_path(path));
    assert_string_equal(path, "/elsewhere/.wine");
}
