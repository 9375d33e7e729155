/* SPDX-License-Identifier: MIT */
/*
 * Wine's ntdll.so creates each of its threads by pthread_create. A Windows thread's argument is its TEB, which has the
 * thread's id already. This library registers the thread here, before the thread knows the server, so that no other thread
 * can terminate it meanwhile, and before it takes the loader's lock. All calls are passed on.
 */
#include "inject/preload/threads.h"
#include "inject/preload/c_library.h"
#include "inject/preload/process_environment.h"
#include "protocol/unixlib_calls.h"

#include <errno.h>
#include <pthread.h>

enum { PAGE = 4096 };

typedef void *start_function(void *);
typedef int create_function(pthread_t *, const pthread_attr_t *, start_function *, void *);

static create_function *next;
static call *begin_call;
static struct ntdll own_ntdll;
static start_function *wine_start; /* ntdll.so's own function for a Windows thread; NULL: it has created none yet */

void threads_call(const struct ntdll *ntdll, call *begin)
{
    own_ntdll = *ntdll;
    begin_call = begin;
}

static void *start_windows_thread(void *teb)
{
    struct unixlib_thread_begin begin = { .id = (uint32_t)((const struct thread_environment *)teb)->thread, .at_once = 1 };

    begin_call(&begin);
    return wine_start(teb);
}

/* A TEB begins on a page of its own, and has its own address in it. */
static bool is_teb(const struct thread_environment *argument)
{
    return argument && (uintptr_t)argument % PAGE == 0 && argument->self == argument;
}

/* Returns true if START(ARGUMENT) is a Windows thread, and START is the function that start_windows_thread calls. */
static bool is_windows_thread(start_function *start, void *argument)
{
    start_function *none = NULL;

    if (!begin_call || !ntdll_has(&own_ntdll, (uintptr_t)start) || !is_teb(argument)) return false;
    return __atomic_compare_exchange_n(&wine_start, &none, start, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)
           || none == start;
}

/* Before glibc 2.34 the function is in libpthread, which may be loaded later than this library. */
static create_function *find_next(void)
{
    void *library;
    create_function *found = dlsym ? (create_function *)dlsym(RTLD_NEXT, "pthread_create") : NULL;

    if (!found && dlsym && dlopen && (library = dlopen("libpthread.so.0", RTLD_LAZY | RTLD_NOLOAD)))
        found = (create_function *)dlsym(library, "pthread_create");
    return found;
}

__attribute__((visibility("default"))) int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                                                          start_function *start, void *argument)
{
    if (!next && !(next = find_next())) return EAGAIN;
    return next(thread, attributes, is_windows_thread(start, argument) ? start_windows_thread : start, argument);
}

/* The next pthread_create is looked up here and not at the call, since a look-up may wait for a lock of ld.so's. */
__attribute__((constructor)) static void look_up(void)
{
    next = find_next();
}
