/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "fake_tree.h"
#include "other.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { KEY = 7 };
static const struct process_identity CHILD = { 0x124, 132000000000000000, 0 };
static const struct cpu_times SOME = { 1000, 500 }, MORE = { 70000, 20000 };
static struct fake_tree tree;
static struct publisher publisher;
static struct lookup_answer answer, untouched;

static int set_up(void **state)
{
    (void)state;
    tree = fake_tree_make();
    memset(&untouched, 0xCC, sizeof untouched);
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
    answer = untouched;
    return lookup_process(&publisher, process, NOW, &answer);
}

static void assert_times(struct cpu_times times, bool has_ended, bool is_exact)
{
    assert_int_equal(answer.times.user, times.user);
    assert_int_equal(answer.times.kernel, times.kernel);
    assert_int_equal(answer.has_ended, has_ended);
    assert_int_equal(answer.is_exact, is_exact);
}

static uint64_t clock_of(pid_t pid)
{
    struct timespec time;
    clockid_t id;

    assert_int_equal(clock_getcpuclockid(pid, &id), 0);
    assert_int_equal(clock_gettime(id, &time), 0);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

TEST_BETWEEN(set_up, tear_down, nobody_is_known_at_first)
{
    assert_false(find(CHILD));
    assert_false(find((struct process_identity){ 0, 0, 0 }));
    assert_false(find((struct process_identity){ UINT32_MAX, UINT64_MAX, 0 }));
    assert_memory_equal(&answer, &untouched, sizeof answer);
}

TEST_BETWEEN(set_up, tear_down, a_live_process_is_known_by_its_clock)
{
    struct other other = begin(CHILD);
    uint64_t low, high, total;

    assert_true(other_publish(&other, SOME));
    other_burn(&other, 30);
    low = clock_of(other.pid);
    assert_true(find(CHILD));
    high = clock_of(other.pid);
    total = answer.times.user + answer.times.kernel;
    assert_true(low <= total && total <= high && low >= 30000000);
    assert_int_equal(answer.linux_pid, other.pid);
    assert_true(answer.is_exact && !answer.has_ended);
    other_kill(&other);
}

struct parts {
    unsigned long user, kernel; /* 10 ms */
};

static struct parts parts_of(pid_t pid)
{
    struct parts parts;
    char path[64];
    FILE *file;

    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    assert_non_null(file = fopen(path, "r"));
    assert_int_equal(fscanf(file, "%*d %*s %*c%*d%*d%*d%*d%*d%*u%*u%*u%*u%*u %lu %lu", &parts.user, &parts.kernel), 2);
    fclose(file);
    return parts;
}

/* By samples, so nobody can say before how: of 300 ms in user code beside two hogs up to a seventh was called the
   kernel's. */
TEST_BETWEEN(set_up, tear_down, a_live_process_is_split_as_the_system_splits_it)
{
    struct other other = begin(CHILD);
    struct parts before, parts;
    uint64_t total;

    assert_true(other_publish(&other, (struct cpu_times){ 0, 1000 }));
    other_burn(&other, 300);
    assert_true(lookup_process(&publisher, CHILD, NOW, &answer));
    assert_int_equal(answer.times.user, 0);
    assert_true(answer.times.kernel >= 300000000);
    while (parts_of(other.pid).kernel < 3) assert_true(other_reads(&other, "/proc/self/stat"));
    do {
        before = parts_of(other.pid);
        assert_true(lookup_process(&publisher, CHILD, SPLIT, &answer));
        parts = parts_of(other.pid);
    } while (before.user != parts.user || before.kernel != parts.kernel);
    total = answer.times.user + answer.times.kernel;
    assert_true(parts.user && total >= 300000000);
    assert_int_equal(answer.times.kernel, total * parts.kernel / (parts.user + parts.kernel));
    other_kill(&other);
}

/* Days of both, whose product with anything is more than 64 bits hold. */
TEST_BETWEEN(set_up, tear_down, long_times_are_split_in_their_ratio)
{
    struct other other = begin(CHILD);
    const uint64_t day = 86400000000000;
    uint64_t total;

    assert_true(other_publish(&other, (struct cpu_times){ 100 * day, 300 * day }));
    other_burn(&other, 40);
    assert_true(find(CHILD));
    total = answer.times.user + answer.times.kernel;
    assert_in_range(answer.times.user, total / 4 - 1000, total / 4 + 1000);
    other_kill(&other);
}

/* Nobody ran that long, but a file can say it. */
TEST_BETWEEN(set_up, tear_down, times_whose_sum_has_no_room_are_split_in_their_ratio)
{
    struct other other = begin(CHILD);
    uint64_t total;

    assert_true(other_publish(&other, (struct cpu_times){ (UINT64_MAX >> 1) + 100, (UINT64_MAX >> 1) + 1 }));
    other_burn(&other, 40);
    assert_true(find(CHILD));
    total = answer.times.user + answer.times.kernel;
    assert_in_range(answer.times.user, total / 2 - 1000, total / 2 + 1000);
    assert_in_range(answer.times.kernel, total / 2 - 1000, total / 2 + 1000);
    other_kill(&other);
}

TEST_BETWEEN(set_up, tear_down, a_process_that_ended_in_order_reports_its_last_times)
{
    struct other other = begin(CHILD);

    assert_true(other_publish(&other, SOME));
    assert_true(other_end(&other, MORE));
    assert_true(find(CHILD));
    assert_times(MORE, true, true);
    assert_int_equal(answer.linux_pid, 0);
    assert_true(lookup_process(&publisher, CHILD, SPLIT, &answer));
    assert_times(MORE, true, true);
}

TEST_BETWEEN(set_up, tear_down, a_killed_process_reports_what_it_published_last)
{
    struct other other = begin(CHILD);

    assert_true(other_publish(&other, SOME));
    assert_true(other_publish(&other, MORE));
    other_burn(&other, 20);
    other_kill(&other);
    assert_true(find(CHILD));
    assert_times(MORE, true, false);
    assert_int_equal(answer.linux_pid, 0);
}

TEST_BETWEEN(set_up, tear_down, who_has_reported_its_last_times_is_not_asked_for_its_clock)
{
    struct other other = begin(CHILD);

    assert_true(other_say_end(&other, MORE));
    assert_true(find(CHILD));
    assert_times(MORE, true, true);
    assert_int_equal(answer.linux_pid, 0);
    assert_false(other_publish(&other, SOME));
    other_kill(&other);
    assert_true(find(CHILD));
    assert_times(MORE, true, true);
}

TEST_BETWEEN(set_up, tear_down, a_process_finds_its_own_last_times)
{
    assert_true(publisher_claim(&publisher, CHILD, 0, SOME));
    assert_true(publisher_end(&publisher, MORE));
    assert_true(find(CHILD));
    assert_times(MORE, true, true);
}

TEST_BETWEEN(set_up, tear_down, a_process_knows_itself)
{
    uint64_t low, high, total;

    assert_true(publisher_claim(&publisher, CHILD, 0, SOME));
    low = clock_of(getpid());
    assert_true(find(CHILD));
    high = clock_of(getpid());
    total = answer.times.user + answer.times.kernel;
    assert_true(low <= total && total <= high);
    assert_int_equal(answer.linux_pid, getpid());
    assert_false(answer.has_ended);
}

TEST_BETWEEN(set_up, tear_down, a_reused_id_is_another_process)
{
    const struct process_identity again = { CHILD.id, CHILD.created + 1, 0 };
    struct other first = begin(CHILD), second;

    assert_true(other_end(&first, SOME));
    assert_false(find(again));
    second = begin(again);
    assert_true(other_end(&second, MORE));
    assert_true(find(CHILD));
    assert_times(SOME, true, true);
    assert_true(find(again));
    assert_times(MORE, true, true);
}

TEST_BETWEEN(set_up, tear_down, the_place_of_a_live_process_is_never_taken)
{
    struct other others[16], late;
    struct process_identity process = CHILD;
    bool claimed;
    int i;

    for (i = 0; i < 16; i++, process.created++) others[i] = begin(process);
    late = other_begin(tree.root, KEY, process, &claimed);
    assert_false(claimed);
    assert_false(other_publish(&late, SOME));
    other_kill(&late);
    for (i = 0; i < 16; i++) {
        assert_true(find((struct process_identity){ CHILD.id, CHILD.created + (uint64_t)i, 0 }));
        assert_int_equal(answer.linux_pid, others[i].pid);
    }
    other_kill(&others[5]);
    late = begin(process);
    assert_true(find(process));
    assert_int_equal(answer.linux_pid, late.pid);
    assert_true(other_publish(&late, SOME));
    assert_false(find((struct process_identity){ CHILD.id, CHILD.created + 5, 0 }));
    other_kill(&late);
    for (i = 0; i < 16; i++) if (i != 5) other_kill(&others[i]);
}

/* Sets an old date in the slot of a process that has exited. */
static void age_place(uint32_t place, uint64_t date)
{
    struct shared_slot slot;
    int i;

    assert_true(shared_file_read(&publisher.files[0], SHARED_FILE_AT(slots[place]), &slot, sizeof slot));
    for (i = 0; i < 2; i++) {
        slot.copies[i].date = date;
        slot.copies[i].sum = published_times_sum(&slot.entry, &slot.copies[i]);
    }
    assert_true(shared_file_write(&publisher.files[0], SHARED_FILE_AT(slots[place]), &slot, sizeof slot));
}

TEST_BETWEEN(set_up, tear_down, the_oldest_entry_of_a_dead_process_makes_room)
{
    struct process_identity process = CHILD;
    struct other other;
    int i;

    for (i = 0; i < 16; i++, process.created++) {
        other = begin(process);
        assert_true(other_end(&other, SOME));
    }
    age_place(find_first_slot(0, CHILD.id) + 9, 1000);
    other = begin(process);
    assert_true(other_publish(&other, SOME));
    other_kill(&other);
    for (i = 0; i < 16; i++)
        assert_int_equal(find((struct process_identity){ CHILD.id, CHILD.created + (uint64_t)i, 0 }), i != 9);
    assert_true(find(process));
}

/* The slot of one that was killed is another's already. */
TEST_BETWEEN(set_up, tear_down, a_dead_process_is_not_taken_for_the_next_in_its_place)
{
    struct process_identity process = CHILD;
    struct other others[16];
    int i;

    for (i = 0; i < 16; i++, process.created++) {
        others[i] = begin(process);
        assert_true(other_publish(&others[i], SOME));
        other_kill(&others[i]);
        assert_true(find(process));
    }
    for (i = 0; i < 16; i++, process.created++) others[i] = begin(process);
    for (i = 0; i < 16; i++) assert_false(find((struct process_identity){ CHILD.id, CHILD.created + (uint64_t)i, 0 }));
    for (; i < 32; i++) assert_true(find((struct process_identity){ CHILD.id, CHILD.created + (uint64_t)i, 0 }));
    for (i = 0; i < 16; i++) other_kill(&others[i]);
}

TEST_BETWEEN(set_up, tear_down, a_copy_that_was_cut_off_leaves_the_other)
{
    struct other other = begin(CHILD);
    struct shared_slot slot;
    const uint64_t place = SHARED_FILE_AT(slots[find_first_slot(0, CHILD.id)]);
    const uint64_t second = place + offsetof(struct shared_slot, copies[1]);
    size_t length;
    char torn[sizeof slot];

    assert_true(other_publish(&other, SOME));
    assert_true(other_publish(&other, MORE));
    other_kill(&other);
    assert_true(shared_file_read(&publisher.files[0], place, &slot, sizeof slot));
    memset(torn, 0x11, sizeof torn);
    for (length = 8; length <= sizeof slot.copies[1]; length += 8) {  /* the newer is the second: sequence 3 */
        assert_true(shared_file_write(&publisher.files[0], second, &slot.copies[1], sizeof slot.copies[1]));
        assert_true(find(CHILD));
        assert_times(MORE, true, false);
        assert_true(shared_file_write(&publisher.files[0], second, torn, length));
        assert_true(find(CHILD));
        assert_times(SOME, true, false);
    }
    for (length = 8; length <= sizeof slot.entry; length += 8) {
        assert_true(shared_file_write(&publisher.files[0], place, &slot.entry, sizeof slot.entry));
        assert_true(find(CHILD));
        assert_true(shared_file_write(&publisher.files[0], place, torn, length));
        assert_false(find(CHILD));
    }
}

TEST_BETWEEN(set_up, tear_down, a_fork_does_not_write_its_parents_entry)
{
    int status;
    pid_t child;

    assert_true(publisher_claim(&publisher, CHILD, 0, SOME));
    child = fork();
    if (!child) _exit(publisher_publish_times(&publisher, MORE) || publisher_end(&publisher, MORE));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_true(find(CHILD));
    assert_false(answer.has_ended);
}

TEST_BETWEEN(set_up, tear_down, an_entry_is_claimed_once_and_ended_once)
{
    assert_false(publisher_publish_times(&publisher, SOME));
    assert_false(publisher_end(&publisher, SOME));
    assert_true(publisher_claim(&publisher, CHILD, 0, SOME));
    assert_false(publisher_claim(&publisher, CHILD, 0, SOME));
    assert_true(publisher_end(&publisher, MORE));
    assert_false(publisher_publish_times(&publisher, SOME));
    assert_false(publisher_end(&publisher, SOME));
}

TEST_BETWEEN(set_up, tear_down, prefixes_do_not_know_each_other)
{
    bool claimed;
    struct other other = other_begin(tree.root, KEY + 1, CHILD, &claimed);

    assert_true(claimed);
    assert_false(find(CHILD));
    assert_memory_equal(&answer, &untouched, sizeof answer);
    other_kill(&other);
}

TEST_BETWEEN(set_up, tear_down, users_do_not_know_each_other)
{
    struct other other;
    bool claimed;
    int status;
    pid_t child;

    if (geteuid()) SKIP_BECAUSE("only root can be two users");
    other = begin(CHILD);
    child = fork();
    if (!child) {
        static struct publisher its;

        if (seteuid(0) || chmod(tree.root, 01777) || setuid(65534)) _exit(2);
        if (!publisher_open(&its, tree.root, KEY) || lookup_process(&its, CHILD, NOW, &answer)) _exit(3);
        _exit(!publisher_claim(&its, CHILD, 0, SOME));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_true(find(CHILD));
    assert_int_equal(answer.linux_pid, other.pid);
    other_kill(&other);
    other = other_begin(tree.root, KEY, CHILD, &claimed);
    assert_true(claimed);
    other_kill(&other);
}
