/* SPDX-License-Identifier: MIT */
/*
 * Wine's ntdll.so creates each of its threads by pthread_create. The argument leads to a Windows thread's TEB, which has
 * the thread's id already. This library registers the thread here, before the thread knows the server, so that no other
 * thread can terminate it meanwhile, and before it takes the loader's lock.
 *
 * ntdll.so ends a thread by pthread_exit, with the thread's exit code. All calls are passed on.
 * Wine: thread-begin, thread-end.
 */
#include "inject/preload/threads.h"
#include "inject/preload/apc.h"
#include "inject/preload/exit_status.h"
#include "inject/preload/next_functions.h"
#include "protocol/unixlib_calls.h"

#include <errno.h>
#include <sys/syscall.h>

enum { PAGE = 4096 };

typedef void *start_function(void *);

static uint32_t threads = 1; /* Wine's threads that have not ended, the main thread among them */
static call *begin_call;
static struct ntdll own_ntdll;
static start_function *wine_start; /* ntdll.so's own function for its threads; NULL: it has created none yet */

void threads_call(const struct ntdll *ntdll, call *begin)
{
    own_ntdll = *ntdll;
    begin_call = begin;
}

/* A TEB begins on a page of its own, and has its own address in it. The argument is the TEB up to Wine 11.7. Since 11.8 it
   is a structure on a page of its own, whose first member is the TEB (struct thread_data), or since 11.9 NULL for a thread
   that runs no Windows code. Wine: teb. */
static void *start_wine_thread(void *argument)
{
    struct unixlib_thread_begin begin = { .at_once = 1 };
    const struct thread_environment *teb = argument;

    if (teb && (uintptr_t)teb % PAGE == 0 && teb->self != teb) teb = *(void *const *)argument;
    if (teb && (uintptr_t)teb % PAGE == 0 && teb->self == teb) {
        begin.id = (uint32_t)teb->thread;
        begin_call(&begin);
    }
    return wine_start(argument);
}

EXPORTED int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, start_function *start, void *argument)
{
    start_function *first = NULL;
    int error;

    if (!next_functions.pthread_create) find_next_functions();
    if (!next_functions.pthread_create) return EAGAIN;
    if (!begin_call || !ntdll_has(&own_ntdll, (uintptr_t)start))
        return next_functions.pthread_create(thread, attributes, start, argument);
    if (__atomic_compare_exchange_n(&wine_start, &first, start, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)
        || first == start)
        start = start_wine_thread;
    __atomic_add_fetch(&threads, 1, __ATOMIC_ACQ_REL);
    error = next_functions.pthread_create(thread, attributes, start, argument);
    if (error) __atomic_sub_fetch(&threads, 1, __ATOMIC_ACQ_REL);
    return error;
}

EXPORTED __attribute__((noreturn)) void pthread_exit(void *result)
{
    const bool is_windows = ntdll_has(&own_ntdll, (uintptr_t)__builtin_return_address(0));

    /* A thread that has not come to Windows' code has its creator's TEB in its segment register. */
    if (is_windows && !__atomic_sub_fetch(&threads, 1, __ATOMIC_ACQ_REL))
        exit_status_of_last_thread((uint32_t)(uintptr_t)result, thread_environment() == ntdll_thread(&own_ntdll));
    if (!next_functions.pthread_exit) find_next_functions();
    if (next_functions.pthread_exit) next_functions.pthread_exit(result);
    for (;;) syscall(SYS_exit, 0);
}

/* Wine 10's last thread closes the connection to the server before it calls exit. The server takes this for a crash unless
   the thread ended the whole process, and sends SIGQUIT, whose handler would end the process with status 0. So a thread
   blocks SIGQUIT when it begins to end, as it does in Wine 11.2. Only there does ntdll.so block signals and not read the
   mask before. Wine: thread-end. */
EXPORTED int pthread_sigmask(int how, const sigset_t *set, sigset_t *before)
{
    sigset_t more;

    if (how == SIG_BLOCK && set && !before && ntdll_has(&own_ntdll, (uintptr_t)__builtin_return_address(0))) {
        more = *set;
        sigaddset(&more, SIGQUIT);
        set = &more;
    }
    if (next_functions.pthread_sigmask) return next_functions.pthread_sigmask(how, set, before);
    return sigprocmask(how, set, before) ? EINVAL : 0;
}
