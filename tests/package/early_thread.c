/* SPDX-License-Identifier: MIT */
/* A library whose constructor, which runs before those of libraries in LD_PRELOAD, begins a thread and waits for it. */
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static void *result;

static void *end_at_once(void *unused)
{
    (void)unused;
    pthread_exit((void *)(intptr_t)42); /* NOLINT(performance-no-int-to-ptr) */
}

__attribute__((constructor)) static void begin(void)
{
    pthread_t thread;

    if (!pthread_create(&thread, NULL, end_at_once, NULL)) pthread_join(thread, &result);
}

int early(void)
{
    return (int)(intptr_t)result;
}
