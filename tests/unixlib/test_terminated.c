/* SPDX-License-Identifier: MIT */
/* Threads that are terminated during a call, as Wine does it: by SIGQUIT, whose handler ends the thread wherever it is. */
#include "apart.h"
#include "protocol/unixlib_calls.h"
#include "unixlib/processors/processors.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>

extern int32_t (*const __wine_unix_call_funcs[UNIXLIB_CALLS])(void *);

enum { TERMINATED = MOST_READINGS + MOST_READINGS / 4 };

static bool is_asking;

static int32_t ask_processor(void)
{
    union {
        struct unixlib_processors asked;
        unsigned char room[sizeof(struct unixlib_processors) + sizeof(struct unixlib_processor_times)];
    } processors = { .asked = { .first = 0, .count = 1 } };

    return __wine_unix_call_funcs[UNIXLIB_CALL_PROCESSORS](&processors);
}

static void *ask(void *unused)
{
    for (;;) {
        ask_processor();
        __atomic_store_n(&is_asking, true, __ATOMIC_RELAXED);
    }
    return unused;
}

static void end_thread(int signal)
{
    (void)signal;
    pthread_exit(NULL);
}

static void terminate_one(void)
{
    pthread_t thread;

    __atomic_store_n(&is_asking, false, __ATOMIC_RELAXED);
    assert_int_equal(pthread_create(&thread, NULL, ask, NULL), 0);
    while (!__atomic_load_n(&is_asking, __ATOMIC_RELAXED)) sched_yield();
    assert_int_equal(pthread_kill(thread, SIGQUIT), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
}

/* Each reading that a terminated thread kept would be lost for good. */
TEST(processors_are_reported_after_many_asking_threads_were_terminated)
{
    struct unixlib_version version = { .version = UNIXLIB_VERSION };
    int i;

    assert_int_equal(__wine_unix_call_funcs[UNIXLIB_CALL_VERSION](&version), UNIXLIB_DONE);
    signal(SIGQUIT, end_thread);
    for (i = 0; i < TERMINATED; i++) terminate_one();
    assert_int_equal(ask_processor(), UNIXLIB_DONE);
}
