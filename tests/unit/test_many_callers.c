/* SPDX-License-Identifier: MIT */
/* Eight threads at once, on the monotonic cache and through the exported functions. */
#include "ask.h"
#include "library/query/query.h"

#include <pthread.h>
#include <sched.h>
#include <time.h>

enum { CALLERS = 8, IDS = 24 };

struct caller {
    pthread_t thread;
    unsigned number, seed;
    size_t steps_back;
    struct cpu_time given;
};

static struct caller callers[CALLERS];
static unsigned arrived;

/* All leave it within as little time of each other as can be, where a lock would wake them one by one. */
static void meet(void)
{
    unsigned all = (__atomic_fetch_add(&arrived, 1, __ATOMIC_ACQ_REL) / CALLERS + 1) * CALLERS;

    while (__atomic_load_n(&arrived, __ATOMIC_ACQUIRE) < all) sched_yield();
}

static size_t run_callers(void *(*work)(void *))
{
    size_t steps_back = 0;
    unsigned i;

    for (i = 0; i < CALLERS; i++) {
        callers[i] = (struct caller){ .number = i, .seed = 12345 + 977 * i };
        assert_int_equal(pthread_create(&callers[i].thread, NULL, work, &callers[i]), 0);
    }
    for (i = 0; i < CALLERS; i++) {
        pthread_join(callers[i].thread, NULL);
        steps_back += callers[i].steps_back;
    }
    return steps_back;
}

#define NEVER_STEPS_BACK(name, work) TEST_ON(windows_10, name) { assert_int_equal(run_callers(work), 0); }

static unsigned any(struct caller *caller, unsigned below)
{
    caller->seed = caller->seed * 1664525 + 1013904223;
    return (caller->seed >> 8) % below;
}

static BOOLEAN is_below(const struct cpu_time *now, const struct cpu_time *before)
{
    return now->cycles < before->cycles || now->kernel < before->kernel || now->user < before->user;
}

/* A clock for all that moves on, and is read with errors to both sides. */
static struct cpu_time reading(struct caller *caller, unsigned subject, unsigned clock)
{
    struct cpu_time seen = { .id = 0x1000 + 4 * subject, .creation = 77, .known = CPU_TIME_CYCLES | CPU_TIME_TIMES };

    seen.cycles = 1000 + clock + any(caller, 300);
    seen.kernel = 1000 + clock + any(caller, 300);
    seen.user = 1000 + clock + any(caller, 300);
    return seen;
}

static void *ask_of_different_ids(void *argument)
{
    struct caller *caller = argument;
    struct cpu_time last[IDS] = { { 0 } };
    unsigned i;

    meet();
    for (i = 0; i < 40000; i++) {
        unsigned subject = any(caller, IDS);
        struct cpu_time seen = reading(caller, subject, i);
        monotonic_cache_update(SUBJECT_THREAD, &seen);
        if (is_below(&seen, &last[subject])) caller->steps_back++;
        last[subject] = seen;
    }
    return NULL;
}

NEVER_STEPS_BACK(none_sees_a_step_back, ask_of_different_ids)

static struct cpu_time published;

/* A caller must not get less than another caller got and published before. */
static void *ask_of_one_id(void *argument)
{
    struct caller *caller = argument;
    unsigned i;

    meet();
    for (i = 0; i < 100000; i++) {
        ULONG64 reported = __atomic_load_n(&published.cycles, __ATOMIC_ACQUIRE);
        struct cpu_time seen = reading(caller, 0, 100 * i);  /* so that most readings are the largest yet */
        monotonic_cache_update(SUBJECT_PROCESS, &seen);
        if (seen.cycles < reported) caller->steps_back++;
        while (reported < seen.cycles
               && !__atomic_compare_exchange_n(&published.cycles, &reported, seen.cycles, FALSE, __ATOMIC_ACQ_REL,
                                               __ATOMIC_ACQUIRE)) {}
    }
    return NULL;
}

NEVER_STEPS_BACK(what_one_was_given_holds_for_all, ask_of_one_id)

/* Where others want the processors too, meeting takes long. */
static BOOLEAN is_enough(time_t begin, unsigned rounds)
{
    return rounds >= 4000 || time(NULL) - begin > 5;
}

/* All callers query a new subject at once; then the table must hold the largest value given. */
static void *ask_of_new_ids_together(void *argument)
{
    static BOOLEAN enough;
    struct caller *caller = argument;
    const time_t begin = time(NULL);
    unsigned round, i;

    for (round = 0; !enough; round++) {
        struct cpu_time again = { .id = 4 + 4 * round, .creation = 1 + round, .known = CPU_TIME_CYCLES };
        caller->given = again;
        caller->given.cycles = 1000 + any(caller, 1000);
        meet();
        monotonic_cache_update(SUBJECT_THREAD, &caller->given);
        meet();
        monotonic_cache_update(SUBJECT_THREAD, &again);
        for (i = 0; i < CALLERS; i++)
            if (again.cycles < callers[i].given.cycles) {
                caller->steps_back++;
                break;
            }
        if (!caller->number) enough = is_enough(begin, round + 1);
        meet();
    }
    return NULL;
}

NEVER_STEPS_BACK(subject_that_is_new_to_all_is_held, ask_of_new_ids_together)

static struct cpu_time split(ULONG64 kernel, ULONG64 user)
{
    return (struct cpu_time){ .id = 0x1000, .creation = 77, .known = CPU_TIME_TIMES, .kernel = kernel, .user = user };
}

static void ask_for_the_other_split(void)
{
    struct cpu_time seen = split(10, 100);

    monotonic_cache_update(SUBJECT_THREAD, &seen);
}

/* The second asks while the first is about to remember, so that there are two memories of one subject. */
TEST_ON(windows_10, two_memories_of_one_subject_hold_both_answers)
{
    struct cpu_time first = split(100, 10), later = split(50, 50);

    fake.meanwhile_id = ask_for_the_other_split;
    monotonic_cache_update(SUBJECT_THREAD, &first);
    assert_null(fake.meanwhile_id);
    monotonic_cache_update(SUBJECT_THREAD, &later);
    assert_true(later.kernel >= 100 && later.user >= 100);
}

static HANDLE shared[4];

static void *ask_by_the_exported_functions(void *argument)
{
    struct caller *caller = argument;
    struct reply last[ARRAYSIZE(shared)][QUESTIONS] = { { { 0 } } };
    unsigned i;

    meet();
    for (i = 0; i < 8000; i++) {
        unsigned subject = any(caller, ARRAYSIZE(shared));
        struct fake_object *object = fake_object_of(shared[subject]);
        enum question question = (any(caller, 2) ? THREAD_TIMES : THREAD_CYCLES) + (object->kind == FAKE_PROCESS);
        struct reply now, *before = &last[subject][question];
        __atomic_store_n(&object->cycles, 1000 + i + any(caller, 300), __ATOMIC_RELAXED);
        __atomic_store_n(&object->user, 1000 + i + any(caller, 300), __ATOMIC_RELAXED);
        now = ask(question, shared[subject]);
        if (!now.returned || now.error != POISON || now.cycles < before->cycles || now.kernel < before->kernel
            || now.user < before->user)
            caller->steps_back++;
        *before = now;
    }
    return NULL;
}

TEST_ON_EVERY(exported_functions_never_step_back)
{
    shared[0] = fake_handle(FAKE_THREAD);
    shared[1] = fake_handle(FAKE_PROCESS);
    shared[2] = fake_handle(FAKE_THREAD);
    shared[3] = fake_handle(FAKE_PROCESS);
    assert_int_equal(run_callers(ask_by_the_exported_functions), 0);
}
