/* SPDX-License-Identifier: MIT */
/* The list of live threads that a process keeps for others. */
#include "apart.h"
#include "live_threads.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ID = 0x124, TID = 4711, BEGUN = 1000, SINCE = 2000 };
static struct live_threads threads;
static struct live_thread found, untouched;

static int set_up(void **state)
{
    (void)state;
    memset(&untouched, 0xCC, sizeof untouched);
    found = untouched;
    return !live_threads_open(&threads);
}

static int tear_down(void **state)
{
    (void)state;
    munmap(threads.places, LIVE_THREADS * sizeof *threads.places);
    return close(threads.file);
}

static bool find(uint32_t id)
{
    return live_threads_find(getpid(), threads.file, id, &found);
}

static void a_thread_is_found_until_it_is_taken_off(void **state)
{
    (void)state;
    assert_false(find(ID));
    assert_memory_equal(&found, &untouched, sizeof found);
    assert_true(live_threads_add(&threads, ID, TID, BEGUN, SINCE));
    assert_true(find(ID));
    assert_int_equal(found.id, ID);
    assert_int_equal(found.tid, TID);
    assert_int_equal(found.begun, BEGUN);
    assert_int_equal(found.since, SINCE);
    live_threads_remove(&threads, ID);
    assert_false(find(ID));
}

static void the_place_of_another_live_thread_is_left_to_it(void **state)
{
    (void)state;
    assert_true(live_threads_add(&threads, ID, TID, BEGUN, SINCE));
    assert_false(live_threads_add(&threads, ID + 4 * LIVE_THREADS, TID + 1, BEGUN, SINCE));
    live_threads_remove(&threads, ID + 4 * LIVE_THREADS);
    assert_true(find(ID));
    assert_false(find(ID + 4 * LIVE_THREADS));
    live_threads_remove(&threads, ID);
    assert_true(live_threads_add(&threads, ID + 4 * LIVE_THREADS, TID + 1, BEGUN, SINCE));
    assert_true(find(ID + 4 * LIVE_THREADS));
}

static void what_was_written_in_part_is_no_thread(void **state)
{
    (void)state;
    assert_true(live_threads_add(&threads, ID, TID, BEGUN, SINCE));
    threads.places[ID / 4].tid++;
    assert_false(find(ID));
    assert_memory_equal(&found, &untouched, sizeof found);
}

static void nobody_can_shorten_the_list(void **state)
{
    char path[64];
    int file;

    (void)state;
    assert_int_equal(ftruncate(threads.file, 0), -1);
    snprintf(path, sizeof path, "/proc/self/fd/%d", threads.file);
    assert_int_equal(truncate(path, 0), -1);
    file = open(path, O_RDWR | O_TRUNC | O_CLOEXEC);
    assert_int_equal(file, -1);
    assert_true(live_threads_add(&threads, ID, TID, BEGUN, SINCE));
}

static void a_forked_child_adds_nothing_to_its_parents_list(void **state)
{
    int status = -1;
    pid_t child;

    (void)state;
    assert_true(live_threads_add(&threads, ID, TID, BEGUN, SINCE));
    child = fork();
    if (!child) {
        live_threads_forked(&threads);
        live_threads_remove(&threads, ID);
        _exit(live_threads_add(&threads, ID + 4, TID, BEGUN, SINCE));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_true(find(ID));
    assert_false(find(ID + 4));
}

static void a_process_that_is_gone_has_no_list(void **state)
{
    const int file = threads.file;

    (void)state;
    assert_false(live_threads_find(0x7ffffff0, file, ID, &found));
    assert_false(live_threads_find(getpid(), 9999, ID, &found));
    assert_memory_equal(&found, &untouched, sizeof found);
}

#define WITH_LIST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

/* Linux ends who makes a file beyond the limit (ulimit -f), a file in memory as well. */
static void a_process_that_may_make_no_such_file_has_no_list_and_goes_on(void **state)
{
    static const struct rlimit small = { 100000, 100000 };
    struct live_threads none;
    int status = -1;
    pid_t child = fork();

    (void)state;
    if (!child) _exit(setrlimit(RLIMIT_FSIZE, &small) || live_threads_open(&none) || none.places || none.file >= 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        WITH_LIST(a_thread_is_found_until_it_is_taken_off),
        WITH_LIST(the_place_of_another_live_thread_is_left_to_it),
        WITH_LIST(what_was_written_in_part_is_no_thread),
        WITH_LIST(nobody_can_shorten_the_list),
        WITH_LIST(a_forked_child_adds_nothing_to_its_parents_list),
        WITH_LIST(a_process_that_is_gone_has_no_list),
        cmocka_unit_test(a_process_that_may_make_no_such_file_has_no_list_and_goes_on),
    };
    return RUN_APART(tests);
}
