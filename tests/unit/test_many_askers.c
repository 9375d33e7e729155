/* SPDX-License-Identifier: MIT */
/* Eight threads at once, on the table of last answers and through the exported functions. */
#include "ask.h"
#include "library/query/last_answer.h"

#include <pthread.h>
#include <sched.h>
#include <time.h>

enum { ASKERS = 8, IDS = 24 };

struct asker {
    pthread_t thread;
    unsigned number, seed;
    size_t steps_back;
    struct cpu_time given;
};

static struct asker askers[ASKERS];
static unsigned arrived;

/* All leave it within as little time of each other as can be, where a lock would wake them one by one. */
static void meet(void)
{
    unsigned all = (__atomic_fetch_add(&arrived, 1, __ATOMIC_ACQ_REL) / ASKERS + 1) * ASKERS;

    while (__atomic_load_n(&arrived, __ATOMIC_ACQUIRE) < all) sched_yield();
}

static size_t run_askers(void *(*work)(void *))
{
    size_t steps_back = 0;
    unsigned i;

    for (i = 0; i < ASKERS; i++) {
        askers[i] = (struct asker){ .number = i, .seed = 12345 + 977 * i };
        assert_int_equal(pthread_create(&askers[i].thread, NULL, work, &askers[i]), 0);
    }
    for (i = 0; i < ASKERS; i++) {
        pthread_join(askers[i].thread, NULL);
        steps_back += askers[i].steps_back;
    }
    return steps_back;
}

static unsigned any(struct asker *asker, unsigned below)
{
    asker->seed = asker->seed * 1664525 + 1013904223;
    return (asker->seed >> 8) % below;
}

static BOOLEAN is_below(const struct cpu_time *now, const struct cpu_time *before)
{
    return now->cycles < before->cycles || now->kernel < before->kernel || now->user < before->user;
}

/* A clock for all that moves on, and is read with errors to both sides. */
static struct cpu_time reading(struct asker *asker, unsigned subject, unsigned clock)
{
    struct cpu_time seen = { .id = 0x1000 + 4 * subject, .creation = 77, .known = CPU_TIME_CYCLES | CPU_TIME_TIMES };

    seen.cycles = 1000 + clock + any(asker, 300);
    seen.kernel = 1000 + clock + any(asker, 300);
    seen.user = 1000 + clock + any(asker, 300);
    return seen;
}

static void *ask_of_different_ids(void *argument)
{
    struct asker *asker = argument;
    struct cpu_time last[IDS] = { { 0 } };
    unsigned i;

    meet();
    for (i = 0; i < 40000; i++) {
        unsigned subject = any(asker, IDS);
        struct cpu_time seen = reading(asker, subject, i);
        last_answer_update(SUBJECT_THREAD, &seen);
        if (is_below(&seen, &last[subject])) asker->steps_back++;
        last[subject] = seen;
    }
    return NULL;
}

static void none_sees_a_step_back(void **state)
{
    (void)state;
    assert_int_equal(run_askers(ask_of_different_ids), 0);
}

static struct cpu_time published;

/* What one was given, and told the others, none of them may fall below afterwards. */
static void *ask_of_one_id(void *argument)
{
    struct asker *asker = argument;
    unsigned i;

    meet();
    for (i = 0; i < 100000; i++) {
        ULONG64 told = __atomic_load_n(&published.cycles, __ATOMIC_ACQUIRE);
        struct cpu_time seen = reading(asker, 0, 100 * i);  /* so that most readings are the largest yet */
        last_answer_update(SUBJECT_PROCESS, &seen);
        if (seen.cycles < told) asker->steps_back++;
        while (told < seen.cycles
               && !__atomic_compare_exchange_n(&published.cycles, &told, seen.cycles, FALSE, __ATOMIC_ACQ_REL,
                                               __ATOMIC_ACQUIRE)) {}
    }
    return NULL;
}

static void what_one_was_given_holds_for_all(void **state)
{
    (void)state;
    assert_int_equal(run_askers(ask_of_one_id), 0);
}

/* Where others want the processors too, meeting takes long. */
static BOOLEAN is_enough(time_t begin, unsigned rounds)
{
    return rounds >= 4000 || time(NULL) - begin > 5;
}

/* All ask about a subject that nobody has asked about before; then the table must know the largest that was given. */
static void *ask_of_new_ids_together(void *argument)
{
    static BOOLEAN enough;
    struct asker *asker = argument;
    const time_t begin = time(NULL);
    unsigned round, i;

    for (round = 0; !enough; round++) {
        struct cpu_time again = { .id = 4 + 4 * round, .creation = 1 + round, .known = CPU_TIME_CYCLES };
        asker->given = again;
        asker->given.cycles = 1000 + any(asker, 1000);
        meet();
        last_answer_update(SUBJECT_THREAD, &asker->given);
        meet();
        last_answer_update(SUBJECT_THREAD, &again);
        for (i = 0; i < ASKERS; i++)
            if (again.cycles < askers[i].given.cycles) {
                asker->steps_back++;
                break;
            }
        if (!asker->number) enough = is_enough(begin, round + 1);
        meet();
    }
    return NULL;
}

static void subject_that_is_new_to_all_is_held(void **state)
{
    (void)state;
    assert_int_equal(run_askers(ask_of_new_ids_together), 0);
}

static struct cpu_time split(ULONG64 kernel, ULONG64 user)
{
    return (struct cpu_time){ .id = 0x1000, .creation = 77, .known = CPU_TIME_TIMES, .kernel = kernel, .user = user };
}

static void ask_for_the_other_split(void)
{
    struct cpu_time seen = split(10, 100);

    last_answer_update(SUBJECT_THREAD, &seen);
}

/* The second asks while the first is about to remember, so that there are two memories of one subject. */
static void two_memories_of_one_subject_hold_both_answers(void **state)
{
    struct cpu_time first = split(100, 10), later = split(50, 50);

    (void)state;
    fake.meanwhile_id = ask_for_the_other_split;
    last_answer_update(SUBJECT_THREAD, &first);
    assert_null(fake.meanwhile_id);
    last_answer_update(SUBJECT_THREAD, &later);
    assert_true(later.kernel >= 100 && later.user >= 100);
}

static HANDLE shared[4];

static void *ask_by_the_exported_functions(void *argument)
{
    struct asker *asker = argument;
    struct reply last[ARRAYSIZE(shared)][QUESTIONS] = { { { 0 } } };
    unsigned i;

    meet();
    for (i = 0; i < 8000; i++) {
        unsigned subject = any(asker, ARRAYSIZE(shared));
        struct fake_object *object = fake_object_of(shared[subject]);
        enum question question = (any(asker, 2) ? THREAD_TIMES : THREAD_CYCLES) + (object->kind == FAKE_PROCESS);
        struct reply now, *before = &last[subject][question];
        __atomic_store_n(&object->cycles, 1000 + i + any(asker, 300), __ATOMIC_RELAXED);
        __atomic_store_n(&object->user, 1000 + i + any(asker, 300), __ATOMIC_RELAXED);
        now = ask(question, shared[subject]);
        if (!now.returned || now.error != POISON || now.cycles < before->cycles || now.kernel < before->kernel
            || now.user < before->user)
            asker->steps_back++;
        *before = now;
    }
    return NULL;
}

static void exported_functions_never_step_back(void **state)
{
    (void)state;
    shared[0] = fake_handle(FAKE_THREAD);
    shared[1] = fake_handle(FAKE_PROCESS);
    shared[2] = fake_handle(FAKE_THREAD);
    shared[3] = fake_handle(FAKE_PROCESS);
    assert_int_equal(run_askers(ask_by_the_exported_functions), 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        ON(windows_10, none_sees_a_step_back),
        ON(windows_10, what_one_was_given_holds_for_all),
        ON(windows_10, subject_that_is_new_to_all_is_held),
        ON(windows_10, two_memories_of_one_subject_hold_both_answers),
        ON_EVERY(exported_functions_never_step_back),
    };

    return RUN_APART(tests);
}
