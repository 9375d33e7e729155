/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "fake_sample.h"

TEST_OF_PROCESSORS(1, a_processors_parts_add_up_to_its_cycles)
{
    const struct processor_rate *rate;

    later.processors[0].idle_cycles = 600000000;
    later.processors[0].system_cycles = 70000000;
    later.processors[0].time[TIME_INTERRUPT] = 200000;
    compare_samples();
    rate = &interval.processors[0];
    assert_int_equal(rate->cycles, FAKE_FREQUENCY);
    assert_int_equal(rate->part[PART_IDLE], 600000000);
    assert_int_equal(rate->part[PART_INTERRUPT], 20000000);
    assert_int_equal(rate->part[PART_DPC], 50000000);
    assert_int_equal(rate->part[PART_BUSY], 330000000);
}

TEST_OF_PROCESSORS(1, a_processor_that_gets_more_than_passed_has_no_more_than_that)
{
    const struct processor_rate *rate;

    later.processors[0].idle_cycles = 1010000000;
    later.processors[0].system_cycles = 10000000;
    later.processors[0].time[TIME_INTERRUPT] = 5 * FAKE_SECOND;
    compare_samples();
    rate = &interval.processors[0];
    assert_int_equal(rate->part[PART_INTERRUPT], 10000000);
    assert_int_equal(rate->part[PART_DPC], 0);
    assert_int_equal(rate->part[PART_IDLE], 990000000);
    assert_int_equal(rate->part[PART_BUSY], 0);
}

TEST_OF_PROCESSORS(4, a_figure_that_is_not_reported_is_unknown)
{
    later.processors[0].has_system = earlier.processors[3].has_system = false;
    earlier.processors[1].has_idle = false;
    later.processors[2].has_states = later.processors[2].has_times = false;
    compare_samples();
    assert_true(interval.processors[0].has_idle && !interval.processors[0].has_system);
    assert_true(!interval.processors[1].has_idle && interval.processors[1].has_system);
    assert_true(interval.processors[2].has_idle && !interval.processors[2].has_times);
    assert_true(!interval.processors[2].has_system && !interval.processors[2].has_states);
    assert_false(interval.processors[3].has_system);
}

TEST_OF_PROCESSORS(1, without_a_frequency_no_cycles_are_known)
{
    earlier.frequency = later.frequency = 0;
    compare_samples();
    assert_int_equal(interval.frequency, 0);
    assert_int_equal(interval.capacity, 0);
    assert_false(interval.processors[0].has_idle || interval.processors[0].has_system);
}

TEST_OF_PROCESSORS(1, a_counter_that_goes_back_stands_still)
{
    earlier.processors[0].idle_cycles = earlier.processors[0].system_cycles = earlier.processors[0].time[TIME_USER] = 100;
    later.processors[0].idle_cycles = later.processors[0].system_cycles = later.processors[0].time[TIME_USER] = 99;
    fake_process(&earlier, 8, 1, L"a.exe")->cycles = 100;
    fake_process(&later, 8, 1, L"a.exe")->cycles = 99;
    compare_samples();
    assert_int_equal(interval.processors[0].part[PART_BUSY], FAKE_FREQUENCY);
    assert_int_equal(interval.processors[0].time[TIME_USER], 0);
    assert_int_equal(interval.usages[0].cycles, 0);
}

TEST_OF_PROCESSORS(1, the_32_bit_counts_wrap)
{
    earlier.processors[0].interrupts = earlier.processors[0].entered[2] = 0xfffffff0;
    later.processors[0].interrupts = later.processors[0].entered[2] = 0x10;
    compare_samples();
    assert_int_equal(interval.processors[0].interrupts, 0x20);
    assert_int_equal(interval.processors[0].entered[2], 0x20);
}

TEST_OF_PROCESSORS(160, processors_of_all_groups_are_compared_with_themselves)
{
    size_t i;

    for (i = 0; i < 160; i++) {
        earlier.processors[i].idle_cycles = i * 1000;
        later.processors[i].idle_cycles = i * 1000 + i;
    }
    compare_samples();
    assert_int_equal(interval.processor_count, 160);
    assert_int_equal(interval.capacity, 160ull * FAKE_FREQUENCY);
    for (i = 0; i < 160; i++) {
        assert_int_equal(interval.processors[i].part[PART_IDLE], i);
        assert_int_equal(interval.processors[i].group, i / 64);
        assert_int_equal(interval.processors[i].number, i % 64);
    }
}

TEST(a_processor_that_came_in_between_is_not_known_yet)
{
    fake_sample(&earlier, 66, 100);
    fake_sample(&later, 67, 101);
    /* the new one is the first group's last */
    earlier.processors[64] = (struct processor){ .group = 1, .number = 0, .has_idle = true };
    earlier.processors[65] = (struct processor){ .group = 1, .number = 1, .has_idle = true };
    later.processors[64] = (struct processor){ .moment = 101 * FAKE_SECOND, .group = 0, .number = 64, .has_idle = true };
    later.processors[65] = (struct processor){ .moment = 101 * FAKE_SECOND, .group = 1, .number = 0, .has_idle = true };
    later.processors[66] = later.processors[65];
    later.processors[66].number = 1;
    later.processors[66].idle_cycles = 5;
    compare_samples();
    assert_false(interval.processors[64].has_idle);
    assert_true(interval.processors[65].has_idle);
    assert_int_equal(interval.processors[66].part[PART_IDLE], 5);
}

TEST_OF_PROCESSORS(2, processes_and_threads_are_compared_with_themselves)
{
    struct task *task;

    task = fake_process(&earlier, 8, 1, L"a.exe");
    task->cycles = 100, task->kernel = 10, task->user = 20;
    fake_thread(&earlier, 12, 1)->cycles = 90;
    fake_process(&earlier, 16, 1, L"b.exe")->cycles = 5;
    fake_process(&later, 16, 1, L"b.exe")->cycles = 6;
    task = fake_process(&later, 8, 1, L"a.exe");
    task->cycles = 300, task->kernel = 11, task->user = 40;
    fake_thread(&later, 12, 1)->cycles = 290;
    compare_samples();
    assert_int_equal(interval.usage_count, 3);
    assert_int_equal(interval.usages[0].cycles, 1);
    assert_int_equal(interval.usages[1].cycles, 200);
    assert_int_equal(interval.usages[1].kernel, 1);
    assert_int_equal(interval.usages[1].user, 20);
    assert_int_equal(interval.usages[2].cycles, 200);
    assert_int_equal(interval.processes, 2);
    assert_int_equal(interval.threads, 1);
    assert_int_equal(interval.ended, 0);
}

TEST_OF_PROCESSORS(1, a_process_that_began_in_between_burnt_all_that_it_has)
{
    fake_process(&later, 8, 100, L"new.exe")->cycles = 77;
    fake_thread(&later, 12, 100)->cycles = 66;
    compare_samples();
    assert_int_equal(interval.usages[0].cycles, 77);
    assert_true(interval.usages[0].began);
    assert_int_equal(interval.usages[1].cycles, 66);
}

TEST_OF_PROCESSORS(1, a_process_that_ended_in_between_is_counted)
{
    fake_process(&earlier, 8, 1, L"old.exe")->cycles = 77;
    fake_process(&earlier, 12, 1, L"stays.exe");
    fake_process(&later, 12, 1, L"stays.exe");
    compare_samples();
    assert_int_equal(interval.usage_count, 1);
    assert_int_equal(interval.ended, 1);
}

TEST_OF_PROCESSORS(1, an_id_that_was_given_again_is_another_process)
{
    fake_process(&earlier, 8, 1, L"old.exe")->cycles = 1000;
    fake_thread(&earlier, 12, 1)->cycles = 1000;
    fake_process(&later, 8, 2, L"new.exe")->cycles = 30;
    fake_thread(&later, 12, 2)->cycles = 20;
    compare_samples();
    assert_int_equal(interval.usages[0].cycles, 30);
    assert_true(interval.usages[0].began);
    assert_int_equal(interval.usages[1].cycles, 20);
    assert_int_equal(interval.ended, 1);
}

TEST_OF_PROCESSORS(1, each_of_many_processes_is_found)
{
    uint32_t i;

    for (i = 0; i < 1000; i++) fake_process(&earlier, 8 + 4 * i, 5, L"x")->cycles = i;
    for (i = 1000; i-- > 0;) fake_process(&later, 8 + 4 * i, 5, L"x")->cycles = 3 * i;
    compare_samples();
    for (i = 0; i < 1000; i++) assert_int_equal(interval.usages[i].cycles, 2 * (999 - i));
}

TEST(a_long_time_at_a_high_rate_does_not_overflow)
{
    const uint64_t year = 3600ull * 24 * 365;

    assert_int_equal(interval_cycles(year * FAKE_SECOND + 1, 5000000000ull), year * 5000000000ull + 500);
}
