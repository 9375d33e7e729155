/* SPDX-License-Identifier: MIT */
#include "child.h"
#include "shared_test.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

TEST_WITH_FILE(no_process_is_known_at_first)
{
    assert_false(find(CHILD));
    assert_false(find((struct process_identity){ 0, 0, 0 }));
    assert_false(find((struct process_identity){ UINT32_MAX, UINT64_MAX, 0 }));
    assert_memory_equal(&answer, &untouched, sizeof answer);
}

TEST_WITH_FILE(a_live_process_is_known_by_its_clock)
{
    const struct other other = begin_published(CHILD, SOME);
    uint64_t low, high;

    other_burn(&other, 30);
    low = clock_of(other.pid);
    assert_lives(CHILD, &other, 30);
    high = clock_of(other.pid);
    assert_in_range(total_of(answer.times), low, high);
    assert_true(low >= 30 * MS);
}

struct parts {
    unsigned long user, kernel; /* 10 ms */
};

static struct parts parts_of(pid_t pid)
{
    struct parts parts;
    char name[64];
    FILE *file;

    snprintf(name, sizeof name, "/proc/%d/stat", (int)pid);
    assert_non_null(file = fopen(name, "r"));
    assert_int_equal(fscanf(file, "%*d %*s %*c%*d%*d%*d%*d%*d%*u%*u%*u%*u%*u %lu %lu", &parts.user, &parts.kernel), 2);
    fclose(file);
    return parts;
}

/* By samples, so nobody can say before how: of 300 ms in user code beside two hogs up to a seventh was called the
   kernel's. */
TEST_WITH_FILE(a_live_process_is_split_as_the_system_splits_it)
{
    const struct other other = begin_published(CHILD, ((struct cpu_times){ 0, 1000 }));
    struct parts before, parts;

    other_burn(&other, 300);
    assert_true(find(CHILD));
    assert_int_equal(answer.times.user, 0);
    assert_true(answer.times.kernel >= 300 * MS);
    while (parts_of(other.pid).kernel < 3) assert_true(other_reads(&other, "/proc/self/stat"));
    do {
        before = parts_of(other.pid);
        assert_true(lookup_process(&publisher, CHILD, SPLIT, &answer));
        parts = parts_of(other.pid);
    } while (before.user != parts.user || before.kernel != parts.kernel);
    assert_true(parts.user && total_of(answer.times) >= 300 * MS);
    assert_int_equal(answer.times.kernel, total_of(answer.times) * parts.kernel / (parts.user + parts.kernel));
}

#define assert_is_about(value, expected) assert_in_range(value, (expected) - 1000, (expected) + 1000)

/* Days of both, whose product with anything is more than 64 bits hold. */
TEST_WITH_FILE(long_times_are_split_in_their_ratio)
{
    const uint64_t day = 86400000000000;
    const struct other other = begin_published(CHILD, ((struct cpu_times){ 100 * day, 300 * day }));

    other_burn(&other, 40);
    assert_true(find(CHILD));
    assert_is_about(answer.times.user, total_of(answer.times) / 4);
}

/* Nobody ran that long, but a file can say it. */
TEST_WITH_FILE(times_whose_sum_has_no_room_are_split_in_their_ratio)
{
    const struct cpu_times times = { (UINT64_MAX >> 1) + 100, (UINT64_MAX >> 1) + 1 };
    const struct other other = begin_published(CHILD, times);

    other_burn(&other, 40);
    assert_true(find(CHILD));
    assert_is_about(answer.times.user, total_of(answer.times) / 2);
    assert_is_about(answer.times.kernel, total_of(answer.times) / 2);
}

TEST_WITH_FILE(a_process_that_ended_in_order_reports_its_last_times)
{
    struct other other = begin_published(CHILD, SOME);

    assert_true(other_end(&other, MORE));
    assert_ended(CHILD, MORE, true);
    assert_true(lookup_process(&publisher, CHILD, SPLIT, &answer));
    assert_int_equal(answer.times.user, MORE.user);
    assert_int_equal(answer.times.kernel, MORE.kernel);
    assert_true(answer.has_ended && answer.is_exact);
}

TEST_WITH_FILE(a_killed_process_reports_what_it_published_last)
{
    struct other other = begin_published(CHILD, SOME);

    assert_true(other_publish(&other, MORE));
    other_burn(&other, 20);
    other_kill(&other);
    assert_ended(CHILD, MORE, false);
}

TEST_WITH_FILE(a_process_that_has_reported_its_last_times_is_not_asked_for_its_clock)
{
    struct other other = begin(CHILD);

    assert_true(other_say_end(&other, MORE));
    assert_ended(CHILD, MORE, true);
    assert_false(other_publish(&other, SOME));
    other_kill(&other);
    assert_ended(CHILD, MORE, true);
}

TEST_WITH_FILE(a_process_finds_its_own_last_times)
{
    assert_true(publisher_claim(&publisher, CHILD, 0, SOME));
    assert_true(publisher_end(&publisher, MORE));
    assert_ended(CHILD, MORE, true);
}

TEST_WITH_FILE(a_process_knows_itself)
{
    uint64_t low, high;

    assert_true(publisher_claim(&publisher, CHILD, 0, SOME));
    low = clock_of(getpid());
    assert_true(find(CHILD));
    high = clock_of(getpid());
    assert_in_range(total_of(answer.times), low, high);
    assert_int_equal(answer.linux_pid, getpid());
    assert_false(answer.has_ended);
}

TEST_WITH_FILE(a_reused_id_is_another_process)
{
    struct other first = begin(CHILD), second;

    assert_true(other_end(&first, SOME));
    assert_false(find(bearer(1)));
    second = begin(bearer(1));
    assert_true(other_end(&second, MORE));
    assert_ended(CHILD, SOME, true);
    assert_ended(bearer(1), MORE, true);
}

TEST_WITH_FILE(the_place_of_a_live_process_is_never_taken)
{
    struct other others[16], late;
    int i;

    for (i = 0; i < 16; i++) others[i] = begin(bearer(i));
    late = other_begin(KEY, bearer(16), 0);
    assert_false(late.claimed);
    assert_false(other_publish(&late, SOME));
    other_kill(&late);
    for (i = 0; i < 16; i++) assert_lives(bearer(i), &others[i], 0);
    other_kill(&others[5]);
    late = begin(bearer(16));
    assert_lives(bearer(16), &late, 0);
    assert_true(other_publish(&late, SOME));
    assert_false(find(bearer(5)));
}

/* Sets an old date in the slot of a process that has exited. */
static void age_place(uint32_t place, uint64_t date)
{
    struct shared_slot slot;
    int i;

    assert_true(shared_file_read(&publisher.shared.files[0], SHARED_FILE_AT(slots[place]), &slot, sizeof slot));
    for (i = 0; i < 2; i++) {
        slot.copies[i].date = date;
        slot.copies[i].sum = SUM_AFTER(slot.entry.sum, &slot.copies[i]);
    }
    assert_true(shared_file_write(&publisher.shared.files[0], SHARED_FILE_AT(slots[place]), &slot, sizeof slot));
}

TEST_WITH_FILE(the_oldest_entry_of_a_dead_process_makes_room)
{
    struct other other;
    int i;

    for (i = 0; i < 16; i++) {
        other = begin(bearer(i));
        assert_true(other_end(&other, SOME));
    }
    age_place(find_first_slot(0, CHILD.id) + 9, 1000);
    other = begin_published(bearer(16), SOME);
    other_kill(&other);
    for (i = 0; i < 17; i++) assert_int_equal(find(bearer(i)), i != 9);
}

/* The slot of one that was killed is another's already. */
TEST_WITH_FILE(a_dead_process_is_not_taken_for_the_next_in_its_place)
{
    struct other other;
    int i;

    for (i = 0; i < 16; i++) {
        other = begin_published(bearer(i), SOME);
        other_kill(&other);
        assert_true(find(bearer(i)));
    }
    for (; i < 32; i++) begin(bearer(i));
    for (i = 0; i < 16; i++) assert_false(find(bearer(i)));
    for (; i < 32; i++) assert_true(find(bearer(i)));
}

TEST_WITH_FILE(a_copy_that_was_cut_off_leaves_the_other)
{
    const struct shared_file *file = &publisher.shared.files[0];
    const uint64_t place = SHARED_FILE_AT(slots[find_first_slot(0, CHILD.id)]);
    const uint64_t second = place + offsetof(struct shared_slot, copies[1]);
    struct other other = begin_published(CHILD, SOME);
    struct shared_slot slot;
    char torn[sizeof slot];
    size_t length;

    assert_true(other_publish(&other, MORE));
    other_kill(&other);
    assert_true(shared_file_read(file, place, &slot, sizeof slot));
    memset(torn, 0x11, sizeof torn);
    for (length = 8; length <= sizeof slot.copies[1]; length += 8) {  /* the newer is the second: sequence 3 */
        assert_true(shared_file_write(file, second, &slot.copies[1], sizeof slot.copies[1]));
        assert_ended(CHILD, MORE, false);
        assert_true(shared_file_write(file, second, torn, length));
        assert_ended(CHILD, SOME, false);
    }
    for (length = 8; length <= sizeof slot.entry; length += 8) {
        assert_true(shared_file_write(file, place, &slot.entry, sizeof slot.entry));
        assert_true(find(CHILD));
        assert_true(shared_file_write(file, place, torn, length));
        assert_false(find(CHILD));
    }
}

TEST_WITH_FILE(a_fork_does_not_write_its_parents_entry)
{
    assert_true(publisher_claim(&publisher, CHILD, 0, SOME));
    assert_int_equal(IN_CHILD(publisher_publish_times(&publisher, &MORE) || publisher_end(&publisher, MORE)), 0);
    assert_true(find(CHILD));
    assert_false(answer.has_ended);
}

TEST_WITH_FILE(an_entry_is_claimed_once_and_ended_once)
{
    assert_false(publisher_publish_times(&publisher, &SOME));
    assert_false(publisher_end(&publisher, SOME));
    assert_true(publisher_claim(&publisher, CHILD, 0, SOME));
    assert_false(publisher_claim(&publisher, CHILD, 0, SOME));
    assert_true(publisher_end(&publisher, MORE));
    assert_false(publisher_publish_times(&publisher, &SOME));
    assert_false(publisher_end(&publisher, SOME));
}

TEST_WITH_FILE(prefixes_do_not_know_each_other)
{
    assert_true(other_begin(KEY + 1, CHILD, 0).claimed);
    assert_false(find(CHILD));
    assert_memory_equal(&answer, &untouched, sizeof answer);
}

static int find_and_claim_as_a_stranger(void)
{
    static struct publisher its;

    if (seteuid(0) || chmod(tree.root, 01777) || setuid(STRANGER)) return 2;
    if (!publisher_open(&its, tree.root, KEY) || lookup_process(&its, CHILD, NOW, &answer)) return 3;
    return !publisher_claim(&its, CHILD, 0, SOME);
}

TEST_WITH_FILE(users_do_not_know_each_other)
{
    struct other other;

    if (geteuid()) SKIP_BECAUSE("only root can be two users");
    other = begin(CHILD);
    assert_int_equal(IN_CHILD(find_and_claim_as_a_stranger()), 0);
    assert_lives(CHILD, &other, 0);
    other_kill(&other);
    begin(CHILD);
}
