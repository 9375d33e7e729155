/* SPDX-License-Identifier: MIT */
/* Threads that are terminated during a call, as Wine does it: by SIGQUIT, whose handler ends the thread wherever it is. */
#include "apart.h"
#include "unix_call.h"
#include "unixlib/processors/processors.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>

enum { TERMINATED = MOST_READINGS + MOST_READINGS / 4 };

static bool is_asking;

static void *ask(void *unused)
{
    for (;;) {
        call_processor();
        __atomic_store_n(&is_asking, true, __ATOMIC_RELAXED);
    }
    return unused;
}

static void end_thread(int signal)
{
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

    assert_int_equal(call(UNIXLIB_CALL_VERSION, &version), UNIXLIB_DONE);
    signal(SIGQUIT, end_thread);
    for (i = 0; i < TERMINATED; i++) terminate_one();
    assert_int_equal(call_processor(), UNIXLIB_DONE);
}
