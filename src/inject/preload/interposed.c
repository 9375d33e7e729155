/* SPDX-License-Identifier: MIT */
/* Replacements of the C library's functions, which ntdll.so and other code call; _exit's is in exit_status.c, and those of
   the functions that execute a file are in executions.c. */
#include "inject/preload/preload.h"
#include "protocol/unixlib_calls.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/syscall.h>

/*
 * Wine's ntdll.so sets its signal handlers when the process is known to the server, on the main thread and before any of
 * Windows' code runs (signal_init_process). Hooking is made when it sets SIGSEGV's. Wine-Staging up to 9.15 also sets
 * SIGSEGV's before there is a TEB (signal_init_early), and other libraries may set it at any time. So hooking waits until
 * the process is about to begin. All calls are passed on to the next definition of sigaction, the C library's or another
 * preload library's.
 * Wine: program-start.
 */

typedef int sigaction_function(int number, const struct sigaction *action, struct sigaction *before);

static sigaction_function *next_sigaction(void)
{
    static sigaction_function *next;
    sigaction_function *found = __atomic_load_n(&next, __ATOMIC_RELAXED);

    if (found) return found;
    if (dlsym) found = (sigaction_function *)dlsym(RTLD_NEXT, "sigaction");
    if (!found) found = __sigaction;
    __atomic_store_n(&next, found, __ATOMIC_RELAXED);
    return found;
}

static void install_once(void)
{
    static bool is_done;
    struct ntdll ntdll;

    if (is_done || !ntdll_find(&ntdll) || (!ntdll.difference && !ntdll_is_about_to_begin(&ntdll))) return;
    is_done = true;
    executions_leave();
    hook_process(&ntdll);
}

__attribute__((visibility("default"))) int sigaction(int number, const struct sigaction *action, struct sigaction *before)
{
    sigaction_function *next = next_sigaction();
    const int result = next ? next(number, action, before) : -1;

    if (number == SIGSEGV && action && !result) install_once();
    if (number == SIGXFSZ && action && !result) streams_leave_server();
    return result;
}

/*
 * Wine's ntdll.so creates each of its threads by pthread_create. The argument leads to a Windows thread's TEB, which has
 * the thread's id already. This library registers the thread here, before the thread knows the server, so that no other
 * thread can terminate it meanwhile, and before it takes the loader's lock.
 *
 * ntdll.so ends a thread by pthread_exit, with the thread's exit code. All calls are passed on.
 * Wine: thread-begin, thread-end.
 */

enum { PAGE = 4096 };

typedef void *start_function(void *);
typedef int create_function(pthread_t *, const pthread_attr_t *, start_function *, void *);
typedef void end_function(void *);

static create_function *next_create;
static end_function *next_end;
static uint32_t threads = 1; /* Wine's threads that have not ended, the main thread among them */
static call *begin_call;
static struct ntdll own_ntdll;
static start_function *wine_start; /* ntdll.so's own function for its threads; NULL: it has created none yet */

/* The next functions are looked up here and not at the call, since a look-up may wait for a lock of ld.so's. A library of
   the program's that is initialised before this one may call them earlier. */
__attribute__((constructor)) static void look_up_next(void)
{
    void *library;

    next_sigaction();
    if (!dlsym) return;
    next_end = (end_function *)dlsym(RTLD_NEXT, "pthread_exit");
    next_create = (create_function *)dlsym(RTLD_NEXT, "pthread_create");
    /* Before glibc 2.34 the function is in libpthread, which may be loaded later than this library. */
    if (!next_create && dlopen && (library = dlopen("libpthread.so.0", RTLD_LAZY | RTLD_NOLOAD)))
        next_create = (create_function *)dlsym(library, "pthread_create");
}

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

__attribute__((visibility("default"))) int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                                                          start_function *start, void *argument)
{
    start_function *first = NULL;
    int error;

    if (!next_create) look_up_next();
    if (!next_create) return EAGAIN;
    if (!begin_call || !ntdll_has(&own_ntdll, (uintptr_t)start)) return next_create(thread, attributes, start, argument);
    if (__atomic_compare_exchange_n(&wine_start, &first, start, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)
        || first == start)
        start = start_wine_thread;
    __atomic_add_fetch(&threads, 1, __ATOMIC_ACQ_REL);
    error = next_create(thread, attributes, start, argument);
    if (error) __atomic_sub_fetch(&threads, 1, __ATOMIC_ACQ_REL);
    return error;
}

__attribute__((visibility("default"), noreturn)) void pthread_exit(void *result)
{
    const bool is_windows = ntdll_has(&own_ntdll, (uintptr_t)__builtin_return_address(0));

    /* A thread that has not come to Windows' code has its creator's TEB in its segment register. */
    if (is_windows && !__atomic_sub_fetch(&threads, 1, __ATOMIC_ACQ_REL))
        exit_status_of_last_thread((uint32_t)(uintptr_t)result, thread_environment() == ntdll_thread(&own_ntdll));
    if (!next_end) look_up_next();
    if (next_end) next_end(result);
    for (;;) syscall(SYS_exit, 0);
}

/*
 * A program that is linked with a shared AddressSanitizer ends at its start if another library comes before the sanitizer's
 * (AsanCheckDynamicRTPrereqs in compiler-rt's asan_linux.cpp), as every library in LD_PRELOAD does. The sanitizer calls
 * __asan_default_options first. The program's own definition comes before this one, and ASAN_OPTIONS override the result.
 */

extern const char __ehdr_start[] __attribute__((visibility("hidden"))); /* the linker's: where this library begins */

const char *__asan_default_options(void);

/* The list begins with the program, whose name is empty, and with Linux's vDSO, which is linux-vdso.so or linux-gate.so. */
static int look_at_first(struct dl_phdr_info *library, size_t size, void *is_sanitizer)
{
    const char *const name = library->dlpi_name;

    (void)size;
    if (!*name || !strncmp(name, "linux-", 6) || library->dlpi_addr == (uintptr_t)__ehdr_start) return 0;
    *(bool *)is_sanitizer = strstr(name, "libasan.so") || strstr(name, "libclang_rt.asan");
    return 1;
}

/* Switches the check off if only this library comes before the sanitizer's. */
__attribute__((visibility("default"))) const char *__asan_default_options(void)
{
    bool is_sanitizer = false;

    if (dl_iterate_phdr) dl_iterate_phdr(look_at_first, &is_sanitizer);
    return is_sanitizer ? "verify_asan_link_order=0" : "";
}
