/* SPDX-License-Identifier: MIT */
/* Parents, command lines and jobs of the processes that are there. */
#include "apart.h"
#include "fake_process_query.h"
#include "fake_sample.h"
#include "tools/top/samples.h"

static struct sample sample;
static struct ancestry ancestry;

/* The processes of this look: an id and a date each. */
static void look(const uint32_t (*processes)[2])
{
    fake_sample(&sample, 1, 100);
    for (; (*processes)[0]; processes++) fake_process(&sample, (*processes)[0], (*processes)[1], L"x.exe");
    assert_true(ancestry_attach(&ancestry, &sample));
}

static const struct process_info *info_of(uint32_t process)
{
    size_t i;

    for (i = 0; i < sample.task_count; i++)
        if (sample.tasks[i].process == process) return sample.tasks[i].info;
    return NULL;
}

static void end(void)
{
    ancestry_free(&ancestry);
    sample_free(&sample);
}

TEST(a_parent_is_asked_once)
{
    const uint32_t there[][2] = { { 8, 1 }, { 12, 2 }, { 0, 0 } };

    add_fake_process(8, 4, NULL);
    add_fake_process(12, 8, NULL);
    look(there);
    look(there);
    assert_int_equal(info_of(12)->parent, 8);
    assert_int_equal(info_of(8)->parent, 4);
    assert_int_equal(fake_system.parents_asked, 2);
    end();
}

TEST(the_parent_is_the_process_above)
{
    const uint32_t there[][2] = { { 12, 2 }, { 8, 1 }, { 16, 3 }, { 0, 0 } };

    add_fake_process(12, 8, NULL);
    add_fake_process(16, 4, NULL);
    look(there);
    assert_ptr_equal(info_of(12)->above, info_of(8));
    assert_int_equal(info_of(8)->place, 1);
    assert_null(info_of(8)->above);
    assert_null(info_of(16)->above);
    end();
}

TEST(one_that_got_the_parent_s_id_later_is_not_above)
{
    const uint32_t there[][2] = { { 8, 5 }, { 12, 2 }, { 0, 0 } };

    add_fake_process(12, 8, NULL);
    look(there);
    assert_null(info_of(12)->above);
    end();
}

TEST(ids_that_name_each_other_make_no_circle)
{
    const uint32_t there[][2] = { { 8, 1 }, { 12, 1 }, { 16, 1 }, { 0, 0 } };

    add_fake_process(8, 12, NULL);
    add_fake_process(12, 8, NULL);
    add_fake_process(16, 16, NULL);
    look(there);
    assert_ptr_equal(info_of(12)->above, info_of(8));
    assert_null(info_of(8)->above);
    assert_null(info_of(16)->above);
    end();
}

TEST(threads_have_their_process_s)
{
    add_fake_process(8, 4, NULL);
    fake_sample(&sample, 1, 100);
    fake_process(&sample, 8, 1, L"x.exe");
    fake_thread(&sample, 12, 1);
    assert_true(ancestry_attach(&ancestry, &sample));
    assert_ptr_equal(sample.tasks[0].info, sample.tasks[1].info);
    assert_int_equal(sample.tasks[1].info->parent, 4);
    end();
}

TEST(an_id_that_was_given_again_is_another_process)
{
    const uint32_t before[][2] = { { 8, 1 }, { 0, 0 } }, after[][2] = { { 8, 5 }, { 0, 0 } };

    add_fake_process(8, 4, L"one");
    look(before);
    ancestry_query_commands(&ancestry);
    add_fake_process(8, 20, L"another");
    look(after);
    assert_int_equal(info_of(8)->parent, 20);
    assert_int_equal(info_of(8)->command_length, 0);
    ancestry_query_commands(&ancestry);
    assert_int_equal(info_of(8)->command_length, 7);
    end();
}

TEST(a_command_line_is_asked_when_it_is_wanted_and_once)
{
    const uint32_t there[][2] = { { 8, 1 }, { 12, 2 }, { 0, 0 } };

    add_fake_process(8, 0, L"x.exe -a");
    look(there);
    assert_int_equal(fake_system.commands_asked, 0);
    assert_int_equal(info_of(8)->command_length, 0);
    ancestry_query_commands(&ancestry);
    look(there);
    ancestry_query_commands(&ancestry);
    assert_int_equal(fake_system.commands_asked, 2);
    assert_memory_equal(info_of(8)->command, L"x.exe -a", 16);
    assert_int_equal(info_of(8)->command_length, 8);
    assert_int_equal(info_of(12)->command_length, 0);
    end();
}

TEST(members_of_a_job_have_its_number_and_keep_it)
{
    const uint32_t before[][2] = { { 8, 1 }, { 12, 2 }, { 16, 3 }, { 20, 3 }, { 0, 0 } },
                   after[][2] = { { 12, 2 }, { 16, 3 }, { 20, 3 }, { 24, 9 }, { 0, 0 } };

    add_fake_process(20, 0, NULL);
    fake_job((const uint32_t[]){ 8, 12, 0 });
    fake_job((const uint32_t[]){ 16, 0 });
    fake_job((const uint32_t[]){ 8, 12, 0 }); /* by another handle */
    look(before);
    assert_int_not_equal(info_of(8)->job, info_of(16)->job);
    assert_true(info_of(8)->job > 0 && info_of(16)->job > 0);
    assert_int_equal(info_of(8)->job, info_of(12)->job);
    assert_int_equal(info_of(20)->job, JOB_NONE);

    const int32_t first = info_of(12)->job, second = info_of(16)->job;
    fake_system.job_count = 0;
    fake_job((const uint32_t[]){ 16, 0 });
    fake_job((const uint32_t[]){ 24, 12, 0 });
    look(after);
    assert_int_equal(info_of(12)->job, first);
    assert_int_equal(info_of(24)->job, first);
    assert_int_equal(info_of(16)->job, second);
    end();
}

TEST(of_jobs_within_others_it_is_the_innermost)
{
    const uint32_t there[][2] = { { 8, 1 }, { 12, 2 }, { 16, 3 }, { 0, 0 } };

    fake_job((const uint32_t[]){ 8, 12, 16, 0 });
    fake_job((const uint32_t[]){ 12, 16, 0 });
    look(there);
    assert_int_equal(info_of(12)->job, info_of(16)->job);
    assert_int_not_equal(info_of(8)->job, info_of(12)->job);
    assert_true(info_of(8)->job > 0);
    end();
}

TEST(a_job_that_nobody_has_a_handle_of_is_not_reported)
{
    const uint32_t there[][2] = { { 8, 1 }, { 12, 2 }, { 16, 3 }, { 0, 0 } };

    add_fake_process(8, 0, NULL);
    add_fake_process(12, 0, NULL);
    fake_system.process[0].has_job = true;
    look(there);
    assert_int_equal(info_of(8)->job, JOB_UNKNOWN);
    assert_int_equal(info_of(12)->job, JOB_NONE);
    assert_int_equal(info_of(16)->job, JOB_UNKNOWN); /* it may not be asked */
    end();
}

TEST(one_that_comes_into_a_job_after_its_begin_is_found_at_the_next_look)
{
    const uint32_t there[][2] = { { 8, 1 }, { 0, 0 } };

    add_fake_process(8, 0, NULL);
    look(there);
    assert_int_equal(info_of(8)->job, JOB_NONE);
    fake_job((const uint32_t[]){ 8, 0 });
    look(there);
    assert_int_equal(info_of(8)->job, 1);
    end();
}

TEST(where_nothing_begins_jobs_are_asked_now_and_then)
{
    const uint32_t there[][2] = { { 8, 1 }, { 0, 0 } };
    int i;

    add_fake_process(8, 0, NULL);
    for (i = 0; i < 10 * ANCESTRY_TURNS; i++) look(there);
    assert_in_range(fake_system.jobs_asked, 10, 12);
    assert_int_equal(fake_system.memberships_asked, 2);
    fake_job((const uint32_t[]){ 8, 0 });
    for (i = 0; i < ANCESTRY_TURNS; i++) look(there);
    assert_int_equal(info_of(8)->job, 1);
    fake_system.job_count = 0;
    fake_system.process[0].has_job = true; /* and its last handle is closed */
    for (i = 0; i < ANCESTRY_TURNS; i++) look(there);
    assert_int_equal(info_of(8)->job, JOB_UNKNOWN);
    end();
}

TEST(descendants_are_followed_whoever_between_them_ends)
{
    const uint32_t first[][2] = { { 12, 3 }, { 8, 1 }, { 16, 4 }, { 0, 0 } },
                   second[][2] = { { 16, 4 }, { 24, 9 }, { 0, 0 } }, third[][2] = { { 24, 9 }, { 28, 11 }, { 0, 0 } },
                   last[][2] = { { 28, 11 }, { 0, 0 } };

    ancestry.followed = 8;
    add_fake_process(8, 4, NULL);
    add_fake_process(12, 8, NULL);
    add_fake_process(24, 12, NULL); /* which has ended when it is seen */
    add_fake_process(16, 4, NULL);
    add_fake_process(28, 4, NULL);
    look(first);
    assert_true(info_of(8)->is_followed && info_of(12)->is_followed && !info_of(16)->is_followed);
    look(second);
    assert_true(info_of(24)->is_followed && !info_of(16)->is_followed);
    look(third);
    assert_true(info_of(24)->is_followed && !info_of(28)->is_followed);
    assert_true(ancestry_has_followed(&ancestry));
    look(last);
    assert_false(ancestry_has_followed(&ancestry));
    end();
}

TEST(who_got_the_id_of_the_followed_later_is_not_followed)
{
    const uint32_t first[][2] = { { 8, 1 }, { 12, 3 }, { 0, 0 } },
                   second[][2] = { { 8, 5 }, { 12, 3 }, { 16, 6 }, { 0, 0 } };

    ancestry.followed = 8;
    add_fake_process(12, 8, NULL);
    add_fake_process(16, 8, NULL);
    look(first);
    look(second);
    assert_true(info_of(12)->is_followed);
    assert_false(info_of(8)->is_followed);
    assert_false(info_of(16)->is_followed);
    end();
}

TEST(a_child_older_than_who_has_its_parent_s_id_is_not_followed)
{
    const uint32_t there[][2] = { { 8, 5 }, { 12, 3 }, { 0, 0 } };

    ancestry.followed = 8;
    add_fake_process(12, 8, NULL);
    look(there);
    assert_false(info_of(12)->is_followed);
    end();
}
