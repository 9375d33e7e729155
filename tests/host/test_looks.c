/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "looks.h"

#include <pthread.h>

enum { PROCESSORS = 40, THREADS = 8, ROUNDS = 20000 };
static struct looks looks;

static int set_up(void **state)
{
    (void)state;
    return !looks_open(&looks, PROCESSORS);
}

static int tear_down(void **state)
{
    (void)state;
    looks_close(&looks);
    return 0;
}

/* The latest and one more: everything in it is what its moment is. */
static bool take_next(struct looks *all)
{
    struct look *own = looks_free_one(all), *base = looks_latest(all);
    bool published;
    int i;

    looks_copy(all, own, base);
    own->now++;
    for (i = 0; i < PROCESSORS; i++) own->of[i].idle.shown++;
    published = looks_publish(all, base, own);
    looks_release(base);
    looks_release(own);
    return published;
}

static bool latest_is_whole(void)
{
    struct look *latest = looks_latest(&looks);
    bool whole = true;
    int i;

    for (i = 0; i < PROCESSORS; i++) whole = whole && latest->of[i].idle.shown == latest->now;
    looks_release(latest);
    return whole;
}

static void one_look_follows_the_other(void **state)
{
    struct look *latest;
    int i;

    (void)state;
    for (i = 0; i < 1000; i++) assert_true(take_next(&looks));
    latest = looks_latest(&looks);
    assert_int_equal(latest->now, 1000);
    assert_int_equal(latest->of[PROCESSORS - 1].idle.shown, 1000);
    looks_release(latest);
    assert_null(looks.all[2]);  /* the latest and one in work are all that is needed */
}

static void a_look_at_what_is_not_the_latest_is_not_published(void **state)
{
    struct look *own = looks_free_one(&looks), *base = looks_latest(&looks);

    (void)state;
    assert_true(take_next(&looks));
    assert_false(looks_publish(&looks, base, own));
    looks_release(base);
    looks_release(own);
    assert_true(latest_is_whole());
    assert_true(take_next(&looks));
}

/* Stopped anywhere inside, or ended there. */
static void threads_that_never_come_back_block_nobody(void **state)
{
    struct look *latest;
    int i;

    (void)state;
    for (i = 0; i < 100; i++) {
        assert_non_null(looks_free_one(&looks));
        looks_latest(&looks);
        assert_true(take_next(&looks));
    }
    latest = looks_latest(&looks);
    assert_int_equal(latest->now, 100);
    looks_release(latest);
}

static void what_is_held_stays_as_it_is(void **state)
{
    struct look *held;
    int i;

    (void)state;
    assert_true(take_next(&looks));
    held = looks_latest(&looks);
    for (i = 0; i < 100; i++) assert_true(take_next(&looks));
    assert_int_equal(held->now, 1);
    assert_int_equal(held->of[0].idle.shown, 1);
    looks_release(held);
}

static void when_all_are_held_there_is_none(void **state)
{
    int i;

    (void)state;
    for (i = 1; i < MOST_LOOKS; i++) assert_non_null(looks_free_one(&looks));
    assert_null(looks_free_one(&looks));
}

static void *take_often(void *published)
{
    int64_t last = 0;
    struct look *latest;
    int i;

    for (i = 0; i < ROUNDS; i++) {
        *(int64_t *)published += take_next(&looks);
        latest = looks_latest(&looks);
        if (latest->now < last || latest->of[0].idle.shown != latest->now) *(int64_t *)published = INT64_MIN / 2;
        last = latest->now;
        looks_release(latest);
    }
    return NULL;
}

static void of_many_threads_each_published_look_counts_once(void **state)
{
    pthread_t threads[THREADS];
    int64_t published[THREADS] = { 0 }, sum = 0;
    struct look *latest;
    int i;

    (void)state;
    for (i = 0; i < THREADS; i++) assert_int_equal(pthread_create(&threads[i], NULL, take_often, &published[i]), 0);
    for (i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        sum += published[i];
    }
    assert_true(latest_is_whole());
    latest = looks_latest(&looks);
    assert_int_equal(latest->now, sum);
    assert_true(sum >= ROUNDS);
    looks_release(latest);
}

#define WITH_LOOKS(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    static const struct CMUnitTest tests[] = {
        WITH_LOOKS(one_look_follows_the_other),
        WITH_LOOKS(a_look_at_what_is_not_the_latest_is_not_published),
        WITH_LOOKS(threads_that_never_come_back_block_nobody),
        WITH_LOOKS(what_is_held_stays_as_it_is),
        WITH_LOOKS(when_all_are_held_there_is_none),
        WITH_LOOKS(of_many_threads_each_published_look_counts_once),
    };
    return RUN_APART(tests);
}
