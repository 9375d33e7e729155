/* SPDX-License-Identifier: MIT */
#include "race.h"
#include "support.h"

enum { THREADS = 8, ENOUGH = 1000, MOST_MS = 60000 };

static ULONG64 end, latest_end;
static LONG answers, steps_back, refusals;

void publish(ULONG64 *given, ULONG64 value)
{
    ULONG64 last = __atomic_load_n(given, __ATOMIC_ACQUIRE);

    while (last < value && !__atomic_compare_exchange_n(given, &last, value, FALSE, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        ;
}

static void ask_once(struct race *race)
{
    ULONG64 given[RACE_VALUES], values[RACE_VALUES];
    unsigned i;

    for (i = 0; i < race->count; i++) given[i] = __atomic_load_n(&race->given[i], __ATOMIC_ACQUIRE);
    if (!race->ask(values)) {
        __atomic_fetch_add(&refusals, 1, __ATOMIC_RELAXED);
        return;
    }
    __atomic_fetch_add(&answers, 1, __ATOMIC_RELAXED);
    for (i = 0; i < race->count; i++) {
        if (values[i] < given[i]) __atomic_fetch_add(&steps_back, 1, __ATOMIC_RELAXED);
        publish(&race->given[i], values[i]);
    }
}

/* On a busy machine the calls can be few when the time is over. */
static BOOL is_over(void)
{
    const ULONG64 now = tsc();

    return now >= latest_end || (now >= end && __atomic_load_n(&answers, __ATOMIC_RELAXED) > ENOUGH);
}

static DWORD WINAPI run(void *argument)
{
    while (!is_over()) ask_once(argument);
    return 0;
}

void race(struct race *race)
{
    HANDLE threads[THREADS];
    unsigned i;

    answers = steps_back = refusals = 0;
    end = tsc() + ticks_of_ms(race->ms);
    latest_end = tsc() + ticks_of_ms(MOST_MS);
    for (i = 0; i < THREADS; i++) threads[i] = start_thread(run, race);
    for (i = 0; i < THREADS; i++) join_thread(threads[i]);
    print_message("%ld answers\n", answers);
    assert_true(answers > ENOUGH);
    assert_int_equal(refusals, 0);
    assert_int_equal(steps_back, 0);
}
