/* SPDX-License-Identifier: MIT */
/* Parents, command lines and jobs of the processes that are there. */
#include "apart.h"
#include "fake_process_query.h"
#include "fake_sample.h"

/* Sets the parents of processes: the id of a process and that of its parent, in braces, for each. */
#define set_parents(...) add_parents((const uint32_t[][2]){ __VA_ARGS__, { 0 } })

static void add_parents(const uint32_t (*processes)[2])
{
    for (; (*processes)[0]; processes++) add_fake_process((*processes)[0], (*processes)[1], NULL);
}

/* Takes a sample of processes: an id and a date, in braces, for each. */
#define look(...) look_at((const uint32_t[][2]){ __VA_ARGS__, { 0 } })

static void look_at(const uint32_t (*processes)[2])
{
    fake_sample(&later, 1, 100);
    for (; (*processes)[0]; processes++) fake_process(&later, (*processes)[0], (*processes)[1], L"x.exe");
    assert_true(ancestry_attach(&ancestry, &later));
}

static const struct process_info *info_of(uint32_t process)
{
    size_t i;

    for (i = 0; i < later.task_count; i++)
        if (later.tasks[i].process == process) return later.tasks[i].info;
    return NULL;
}

TEST_BETWEEN(NULL, free_objects, a_parent_is_asked_once)
{
    set_parents({ 8, 4 }, { 12, 8 });
    look({ 8, 1 }, { 12, 2 });
    look({ 8, 1 }, { 12, 2 });
    assert_int_equal(info_of(12)->parent, 8);
    assert_int_equal(info_of(8)->parent, 4);
    assert_int_equal(fake_system.parents_asked, 2);
}

TEST_BETWEEN(NULL, free_objects, the_parent_is_the_process_above)
{
    set_parents({ 12, 8 }, { 16, 4 });
    look({ 12, 2 }, { 8, 1 }, { 16, 3 });
    assert_ptr_equal(info_of(12)->above, info_of(8));
    assert_int_equal(info_of(8)->place, 1);
    assert_null(info_of(8)->above);
    assert_null(info_of(16)->above);
}

TEST_BETWEEN(NULL, free_objects, a_process_that_got_the_parent_s_id_later_is_not_above)
{
    set_parents({ 12, 8 });
    look({ 8, 5 }, { 12, 2 });
    assert_null(info_of(12)->above);
}

TEST_BETWEEN(NULL, free_objects, ids_that_name_each_other_make_no_circle)
{
    set_parents({ 8, 12 }, { 12, 8 }, { 16, 16 });
    look({ 8, 1 }, { 12, 1 }, { 16, 1 });
    assert_ptr_equal(info_of(12)->above, info_of(8));
    assert_null(info_of(8)->above);
    assert_null(info_of(16)->above);
}

TEST_BETWEEN(NULL, free_objects, threads_have_their_process_s)
{
    set_parents({ 8, 4 });
    fake_sample(&later, 1, 100);
    fake_process(&later, 8, 1, L"x.exe");
    fake_thread(&later, 12, 1);
    assert_true(ancestry_attach(&ancestry, &later));
    assert_ptr_equal(later.tasks[0].info, later.tasks[1].info);
    assert_int_equal(later.tasks[1].info->parent, 4);
}

TEST_BETWEEN(NULL, free_objects, an_id_that_was_given_again_is_another_process)
{
    add_fake_process(8, 4, L"one");
    look({ 8, 1 });
    ancestry_query_commands(&ancestry);
    add_fake_process(8, 20, L"another");
    look({ 8, 5 });
    assert_int_equal(info_of(8)->parent, 20);
    assert_int_equal(info_of(8)->command_length, 0);
    ancestry_query_commands(&ancestry);
    assert_int_equal(info_of(8)->command_length, 7);
}

TEST_BETWEEN(NULL, free_objects, a_command_line_is_asked_when_it_is_wanted_and_once)
{
    add_fake_process(8, 0, L"x.exe -a");
    look({ 8, 1 }, { 12, 2 });
    assert_int_equal(fake_system.commands_asked, 0);
    assert_int_equal(info_of(8)->command_length, 0);
    ancestry_query_commands(&ancestry);
    look({ 8, 1 }, { 12, 2 });
    ancestry_query_commands(&ancestry);
    assert_int_equal(fake_system.commands_asked, 2);
    assert_memory_equal(info_of(8)->command, L"x.exe -a", 16);
    assert_int_equal(info_of(8)->command_length, 8);
    assert_int_equal(info_of(12)->command_length, 0);
}

TEST_BETWEEN(NULL, free_objects, members_of_a_job_have_its_number_and_keep_it)
{
    set_parents({ 20, 0 });
    fake_job((const uint32_t[]){ 8, 12, 0 });
    fake_job((const uint32_t[]){ 16, 0 });
    fake_job((const uint32_t[]){ 8, 12, 0 }); /* by another handle */
    look({ 8, 1 }, { 12, 2 }, { 16, 3 }, { 20, 3 });
    assert_int_not_equal(info_of(8)->job, info_of(16)->job);
    assert_true(info_of(8)->job > 0 && info_of(16)->job > 0);
    assert_int_equal(info_of(8)->job, info_of(12)->job);
    assert_int_equal(info_of(20)->job, JOB_NONE);

    const int32_t first = info_of(12)->job, second = info_of(16)->job;
    fake_system.job_count = 0;
    fake_job((const uint32_t[]){ 16, 0 });
    fake_job((const uint32_t[]){ 24, 12, 0 });
    look({ 12, 2 }, { 16, 3 }, { 20, 3 }, { 24, 9 });
    assert_int_equal(info_of(12)->job, first);
    assert_int_equal(info_of(24)->job, first);
    assert_int_equal(info_of(16)->job, second);
}

TEST_BETWEEN(NULL, free_objects, of_jobs_within_others_it_is_the_innermost)
{
    fake_job((const uint32_t[]){ 8, 12, 16, 0 });
    fake_job((const uint32_t[]){ 12, 16, 0 });
    look({ 8, 1 }, { 12, 2 }, { 16, 3 });
    assert_int_equal(info_of(12)->job, info_of(16)->job);
    assert_int_not_equal(info_of(8)->job, info_of(12)->job);
    assert_true(info_of(8)->job > 0);
}

TEST_BETWEEN(NULL, free_objects, a_job_that_nobody_has_a_handle_of_is_not_reported)
{
    set_parents({ 8, 0 }, { 12, 0 });
    fake_system.process[0].has_job = true;
    look({ 8, 1 }, { 12, 2 }, { 16, 3 });
    assert_int_equal(info_of(8)->job, JOB_UNKNOWN);
    assert_int_equal(info_of(12)->job, JOB_NONE);
    assert_int_equal(info_of(16)->job, JOB_UNKNOWN); /* it may not be asked */
}

TEST_BETWEEN(NULL, free_objects, a_process_that_comes_into_a_job_after_its_begin_is_found_at_the_next_look)
{
    set_parents({ 8, 0 });
    look({ 8, 1 });
    assert_int_equal(info_of(8)->job, JOB_NONE);
    fake_job((const uint32_t[]){ 8, 0 });
    look({ 8, 1 });
    assert_int_equal(info_of(8)->job, 1);
}

TEST_BETWEEN(NULL, free_objects, jobs_are_asked_now_and_then_where_nothing_begins)
{
    int i;

    set_parents({ 8, 0 });
    for (i = 0; i < 10 * ANCESTRY_TURNS; i++) look({ 8, 1 });
    assert_in_range(fake_system.jobs_asked, 10, 12);
    assert_int_equal(fake_system.memberships_asked, 2);
    fake_job((const uint32_t[]){ 8, 0 });
    for (i = 0; i < ANCESTRY_TURNS; i++) look({ 8, 1 });
    assert_int_equal(info_of(8)->job, 1);
    fake_system.job_count = 0;
    fake_system.process[0].has_job = true; /* and its last handle is closed */
    for (i = 0; i < ANCESTRY_TURNS; i++) look({ 8, 1 });
    assert_int_equal(info_of(8)->job, JOB_UNKNOWN);
}

TEST_BETWEEN(NULL, free_objects, descendants_are_followed_whoever_between_them_ends)
{
    ancestry.followed = 8;
    set_parents({ 8, 4 }, { 12, 8 }, { 24, 12 }, { 16, 4 }, { 28, 4 }); /* 12 has ended when 24 is seen */
    look({ 12, 3 }, { 8, 1 }, { 16, 4 });
    assert_true(info_of(8)->is_followed && info_of(12)->is_followed && !info_of(16)->is_followed);
    look({ 16, 4 }, { 24, 9 });
    assert_true(info_of(24)->is_followed && !info_of(16)->is_followed);
    look({ 24, 9 }, { 28, 11 });
    assert_true(info_of(24)->is_followed && !info_of(28)->is_followed);
    assert_true(ancestry_has_followed(&ancestry));
    look({ 28, 11 });
    assert_false(ancestry_has_followed(&ancestry));
}

TEST_BETWEEN(NULL, free_objects, a_process_that_got_the_id_of_the_followed_one_later_is_not_followed)
{
    ancestry.followed = 8;
    set_parents({ 12, 8 }, { 16, 8 });
    look({ 8, 1 }, { 12, 3 });
    look({ 8, 5 }, { 12, 3 }, { 16, 6 });
    assert_true(info_of(12)->is_followed);
    assert_false(info_of(8)->is_followed);
    assert_false(info_of(16)->is_followed);
}

TEST_BETWEEN(NULL, free_objects, a_child_older_than_who_has_its_parent_s_id_is_not_followed)
{
    ancestry.followed = 8;
    set_parents({ 12, 8 });
    look({ 8, 5 }, { 12, 3 });
    assert_false(info_of(12)->is_followed);
}
