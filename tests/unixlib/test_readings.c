/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "unixlib/processors/processors.h"

#include <pthread.h>

enum { PROCESSORS = 40, THREADS = 8, ROUNDS = 20000 };
static struct readings looks;

static int set_up(void **state)
{
    return !readings_open(&looks, PROCESSORS);
}

static int tear_down(void **state)
{
    readings_close(&looks);
    return 0;
}

/* The latest and one more: everything in it is what its moment is. */
static bool take_next(struct readings *all)
{
    struct reading *own = readings_free_one(all), *base = readings_latest(all);
    bool published;
    int i;

    readings_copy(all, own, base);
    own->now++;
    for (i = 0; i < PROCESSORS; i++) own->of[i].idle.shown++;
    published = readings_publish(all, base, own);
    readings_release(base);
    readings_release(own);
    return published;
}

static bool latest_is_whole(void)
{
    struct reading *latest = readings_latest(&looks);
    bool whole = true;
    int i;

    for (i = 0; i < PROCESSORS; i++) whole = whole && latest->of[i].idle.shown == latest->now;
    readings_release(latest);
    return whole;
}

TEST_BETWEEN(set_up, tear_down, each_reading_follows_the_one_before)
{
    struct reading *latest;
    int i;

    for (i = 0; i < 1000; i++) assert_true(take_next(&looks));
    latest = readings_latest(&looks);
    assert_int_equal(latest->now, 1000);
    assert_int_equal(latest->of[PROCESSORS - 1].idle.shown, 1000);
    readings_release(latest);
    assert_null(looks.all[2]);  /* the latest and one in work are all that is needed */
}

TEST_BETWEEN(set_up, tear_down, a_look_at_what_is_not_the_latest_is_not_published)
{
    struct reading *own = readings_free_one(&looks), *base = readings_latest(&looks);

    assert_true(take_next(&looks));
    assert_false(readings_publish(&looks, base, own));
    readings_release(base);
    readings_release(own);
    assert_true(latest_is_whole());
    assert_true(take_next(&looks));
}

/* Stopped anywhere inside, or ended there. */
TEST_BETWEEN(set_up, tear_down, threads_that_never_come_back_block_nobody)
{
    struct reading *latest;
    int i;

    for (i = 0; i < 100; i++) {
        assert_non_null(readings_free_one(&looks));
        readings_latest(&looks);
        assert_true(take_next(&looks));
    }
    latest = readings_latest(&looks);
    assert_int_equal(latest->now, 100);
    readings_release(latest);
}

TEST_BETWEEN(set_up, tear_down, what_is_held_stays_as_it_is)
{
    struct reading *held;
    int i;

    assert_true(take_next(&looks));
    held = readings_latest(&looks);
    for (i = 0; i < 100; i++) assert_true(take_next(&looks));
    assert_int_equal(held->now, 1);
    assert_int_equal(held->of[0].idle.shown, 1);
    readings_release(held);
}

TEST_BETWEEN(set_up, tear_down, when_all_are_held_there_is_none)
{
    int i;

    for (i = 1; i < MOST_READINGS; i++) assert_non_null(readings_free_one(&looks));
    assert_null(readings_free_one(&looks));
}

static void *take_often(void *published)
{
    int64_t last = 0;
    struct reading *latest;
    int i;

    for (i = 0; i < ROUNDS; i++) {
        *(int64_t *)published += take_next(&looks);
        latest = readings_latest(&looks);
        if (latest->now < last || latest->of[0].idle.shown != latest->now) *(int64_t *)published = INT64_MIN / 2;
        last = latest->now;
        readings_release(latest);
    }
    return NULL;
}

TEST_BETWEEN(set_up, tear_down, of_many_threads_each_published_look_counts_once)
{
    pthread_t threads[THREADS];
    int64_t published[THREADS] = { 0 }, sum = 0;
    struct reading *latest;
    int i;

    for (i = 0; i < THREADS; i++) assert_int_equal(pthread_create(&threads[i], NULL, take_often, &published[i]), 0);
    for (i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        sum += published[i];
    }
    assert_true(latest_is_whole());
    latest = readings_latest(&looks);
    assert_int_equal(latest->now, sum);
    assert_true(sum >= ROUNDS);
    readings_release(latest);
}
