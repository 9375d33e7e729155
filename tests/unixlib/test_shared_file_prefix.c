/* SPDX-License-Identifier: MIT */
/* Processes of two prefixes, which have the same Windows ids, in one file. */
#include "shared_test.h"
#include "unixlib/shared_file/entry.h"
#include "unixlib/shared_file/process_lookup.h"
#include "unixlib/shared_file/shared_folders.h"
#include "unixlib/shared_file/shared_file.h"
#include "unixlib/shared_file/job_totals.h"
#include "unixlib/shared_file/jobs.h"

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { THREAD = 0x88 };
static const uint64_t ONE = 0x1111111122222222, TWO = 0x3333333344444444;
static const uint64_t DATE = 132000000000000000;

static struct other begin_in(uint64_t prefix, uint32_t id, uint32_t parent)
{
    return begin_child(((struct process_identity){ id, DATE + parent, prefix }), parent);
}

static uint64_t total_in(uint64_t prefix, uint32_t id)
{
    return find((struct process_identity){ id, DATE, prefix }) ? total_of(answer.times) : 0;
}

TEST_WITH_FILE(two_processes_that_have_an_id_and_a_date_have_their_own_times)
{
    struct other one = begin_in(ONE, 0x20, 0), two = begin_in(TWO, 0x20, 0);

    assert_true(other_end(&one, SOME));
    assert_true(other_end(&two, MORE));
    assert_int_equal(total_in(ONE, 0x20), SOME.user + SOME.kernel);
    assert_int_equal(total_in(TWO, 0x20), MORE.user + MORE.kernel);
    assert_int_equal(total_in(0, 0x20), 0);
}

TEST_WITH_FILE(a_pid_leads_to_the_process_of_whichever_prefix)
{
    struct other one = begin_in(ONE, 0x20, 0), two = begin_in(TWO, 0x20, 0);
    struct entry entry;

    assert_true(entry_find_pid(publisher_file_to_ask(&publisher), two.pid, &entry));
    assert_int_equal(entry.process.prefix, TWO);
    assert_true(entry_find_pid(publisher_file_to_ask(&publisher), one.pid, &entry));
    assert_int_equal(entry.process.prefix, ONE);
}

TEST_WITH_FILE(a_child_reports_to_the_parent_in_its_own_prefix)
{
    struct cpu_times times;
    struct other child;

    begin_in(ONE, 0x20, 0);
    begin_in(TWO, 0x20, 0);
    child = begin_in(TWO, 0x24, 0x20);
    assert_true(other_end(&child, SOME));
    assert_true(lookup_descendants(&publisher, (struct process_identity){ 0x20, DATE, ONE }, &times));
    assert_int_equal(times.user, 0);
    assert_true(lookup_descendants(&publisher, (struct process_identity){ 0x20, DATE, TWO }, &times));
    assert_int_equal(times.user, SOME.user);
}

TEST_WITH_FILE(threads_that_have_an_id_have_their_own_times)
{
    struct other one = begin_in(ONE, 0x20, 0), two = begin_in(TWO, 0x20, 0);
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
}

TEST_WITH_FILE(a_job_has_the_member_in_its_own_prefix)
{
    const struct process_identity member = { 0x20, DATE, ONE }, stranger = { 0x20, DATE, TWO };
    const struct shared_file *file = publisher_file_to_ask(&publisher);
    const uint64_t job = job_begin(file);
    const uint32_t id = 0x20;

    begin_in(ONE, 0x20, 0);
    begin_in(TWO, 0x20, 0);
    assert_true(job && job_membership_set_job(file, member, job));
    assert_int_equal(job_of_process(&publisher.shared, file, member), job);
    assert_int_equal(job_of_process(&publisher.shared, file, stranger), 0);
    publisher.prefix = ONE;
    assert_int_equal(job_identify(&publisher, 0, 1, &id, 1), job);
    publisher.prefix = TWO;
    assert_int_equal(job_identify(&publisher, 0, 1, &id, 1), 0);
}

TEST_WITH_FILE(many_prefixes_whose_processes_have_the_same_ids_have_room)
{
    enum { PREFIXES = 20, PROCESSES = 3 };
    struct other others[PREFIXES][PROCESSES];
    int i, j;

    for (i = 0; i < PREFIXES; i++)
        for (j = 0; j < PROCESSES; j++) others[i][j] = begin_in((i + 1) * 0x9e3779b97f4a7c15, 0x20 + 4 * (uint32_t)j, 0);
    for (i = 0; i < PREFIXES; i++) {
        for (j = 0; j < PROCESSES; j++) {
            assert_true(find((struct process_identity){ 0x20 + 4 * (uint32_t)j, DATE, (i + 1) * 0x9e3779b97f4a7c15 }));
            assert_int_equal(answer.linux_pid, others[i][j].pid);
        }
    }
}

TEST_WITH_FILE(a_prefix_is_known_by_its_folder_and_not_by_its_path)
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
TEST_WITH_FILE(without_a_home_the_prefix_is_in_the_home_of_the_list_of_users)
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

TEST_WITH_FILE(a_home_that_is_named_counts_more_than_the_list_of_users)
{
    char path[PREFIX_PATH];

    unsetenv("WINEPREFIX");
    setenv("HOME", "/elsewhere", 1);
    assert_true(prefix_path(path));
    assert_string_equal(path, "/elsewhere/.wine");
}
