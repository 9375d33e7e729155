/* SPDX-License-Identifier: MIT */
/* Tests the chart and its history. */
#include "apart.h"
#include "fake_sample.h"

#include <string.h>

static const struct selection all;

static void add(double second)
{
    compare_samples();
    assert_true(history_add(&history, &interval, &all, second, second + 1));
}

TEST_OF_PROCESSORS(2, each_interval_is_remembered)
{
    later.processors[0].idle_cycles = 250000000;
    later.processors[1].has_system = false;
    fake_process(&later, 8, 1, L"a.exe");
    fake_thread(&later, 12, 1)->cycles = 500000000;
    add(0);
    later.processors[0].idle_cycles = 500000000;
    add(1);
    assert_int_equal(history.count, 2);
    assert_true(history.strips[0].levels[LEVEL_BUSY][0] == 0.75f && history.strips[0].levels[LEVEL_BUSY][1] == 0.5f);
    assert_true(history.strips[1].levels[LEVEL_BUSY][0] == 1 && history.strips[1].levels[LEVEL_DPC][0] < 0);
    assert_int_equal(history.track_count, 1);
    assert_true(history.tracks[0]->load[0] == 0.5f && history.tracks[0]->total == 1);
}

TEST_OF_PROCESSORS(1, two_moments_become_one_when_the_history_is_full)
{
    int i;

    fake_process(&later, 8, 1, L"a.exe");
    fake_thread(&later, 12, 1);
    for (i = 0; i < HISTORY_MOMENTS + 1; i++) {
        later.processors[0].idle_cycles = i % 2 ? FAKE_FREQUENCY : 0;
        later.tasks[1].cycles = i % 2 ? 0 : FAKE_FREQUENCY;
        add(i);
    }
    assert_int_equal(history.count, HISTORY_MOMENTS / 2 + 1);
    assert_int_equal(history.intervals, HISTORY_MOMENTS + 1);
    assert_true(history.moments[1].begin == 2 && history.moments[1].end == 4);
    assert_true(history.strips[0].levels[LEVEL_BUSY][1] == 0.5f && history.tracks[0]->load[1] == 0.5f);
    assert_true(history.moments[HISTORY_MOMENTS / 2].begin == HISTORY_MOMENTS);
    assert_true(history.strips[0].levels[LEVEL_BUSY][HISTORY_MOMENTS / 2] == 1);
    assert_true(history.tracks[0]->load[HISTORY_MOMENTS / 2] == 1 && history.tracks[0]->load[HISTORY_MOMENTS / 2 + 1] == 0);
    assert_true(history.tracks[0]->total == HISTORY_MOMENTS / 2 + 1);
}

TEST_OF_PROCESSORS(1, of_too_many_threads_those_that_burn_most_stay)
{
    uint32_t i;

    fake_process(&later, 8, 1, L"a.exe");
    for (i = 0; i < HISTORY_THREADS + 100; i++) fake_thread(&later, 12 + 4 * i, 1)->cycles = i == 5 ? 900000000 : 1000 + i;
    add(0);
    assert_int_equal(history.track_count, HISTORY_THREADS);
    history_add_svg(&text, &history);
    assert_int_equal(history.tracks[0]->thread, 12 + 4 * 5);
}

static size_t count(const char *part)
{
    const char *at = text.bytes;
    size_t found = 0;

    while ((at = strstr(at, part))) at++, found++;
    return found;
}

TEST_OF_PROCESSORS(160, the_chart_has_a_strip_for_each_processor_and_for_the_first_threads)
{
    uint32_t i;

    fake_process(&later, 8, 1, L"<a>&b.exe");
    for (i = 0; i < 20; i++) fake_thread(&later, 12 + 4 * i, 1)->cycles = 1000000 * i;
    add(0);
    history_add_svg(&text, &history);
    assert_false(text.failed);
    assert_int_equal(count("fill=\"#ececec\""), 160 + 8 + 2);  /* and the legend and the style */
    assert_int_equal(count("&lt;a&gt;&amp;b.exe"), 8);
    assert_int_equal(count("<a>"), 0);
    assert_int_equal(count("process 8, thread 88<"), 1);
    assert_int_equal(count("thread 12<"), 0);
    assert_int_equal(count("script"), 0);
    assert_int_equal(count("<text"), count("</text>"));
    assert_int_equal(count("group 2, processor 31"), 1);  /* there is room for each third */
    assert_int_equal(count("group 2, processor 30") + count("group 2, processor 29"), 0);
}

TEST_OF_PROCESSORS(1, the_chart_shows_what_is_unknown)
{
    later.processors[0].has_system = later.processors[0].has_idle = false;
    add(0);
    history_add_svg(&text, &history);
    assert_int_equal(count("DPC and interrupt: not known here"), 1);
    assert_int_equal(count("class=\"mean\">not known<"), 1);
    assert_int_equal(count("none used any"), 1);
}

TEST_BETWEEN(NULL, free_objects, a_chart_of_nothing_is_one_all_the_same)
{
    history_add_svg(&text, &history);
    assert_false(text.failed);
    assert_int_equal(count("</svg>"), 1);
    assert_int_equal(count("nan") + count("inf"), 0);
}
