/* SPDX-License-Identifier: MIT */
/* Replacements of the C library's functions, which ntdll.so and other code call; _exit's is in exit_status.c, and those of
   the functions that execute a file are in executions.c and spawns.c. */
#include "inject/preload/preload.h"
#include "protocol/unixlib_calls.h"

#include <errno.h>
#include <sys/syscall.h>

struct next_functions next_functions;

/* All are looked up here and not at the call, since a look-up may wait for a lock of ld.so's. */
__attribute__((constructor)) void find_next_functions(void)
{
    const bool is_first = !next_functions.sigaction;
    void *library;
    Dl_info self;

#define FIND(name, where) \
    if (!next_functions.name) next_functions.name = (__typeof__(next_functions.name))dlsym(where, #name)
    if (dlsym) {
        FIND(execve, RTLD_NEXT);
        FIND(execvpe, RTLD_NEXT);
        FIND(fexecve, RTLD_NEXT);
        FIND(execveat, RTLD_NEXT);
        FIND(posix_spawn, RTLD_NEXT);
        FIND(posix_spawnp, RTLD_NEXT);
        FIND(sigaction, RTLD_NEXT);
        FIND(_exit, RTLD_NEXT);
        FIND(pthread_exit, RTLD_NEXT);
        FIND(pthread_sigmask, RTLD_NEXT);
        FIND(pthread_create, RTLD_NEXT);
        /* Before glibc 2.34 the last is in libpthread, which may be loaded later than this library. */
        library = next_functions.pthread_create || !dlopen ? NULL : dlopen("libpthread.so.0", RTLD_LAZY | RTLD_NOLOAD);
        if (library) FIND(pthread_create, library);
    }
#undef FIND
    if (!next_functions.sigaction) next_functions.sigaction = __sigaction;
    if (is_first && dladdr && dladdr((void *)find_next_functions, &self)) next_functions.own_library = self.dli_fname;
}

/*
 * Wine's ntdll.so sets its signal handlers when the process is known to the server, on the main thread and before any of
 * Windows' code runs (signal_init_process). Hooking is made when it sets SIGSEGV's. Wine-Staging up to 9.15 also sets
 * SIGSEGV's before there is a TEB (signal_init_early), and other libraries may set it at any time. So hooking waits until
 * the process is about to begin. All calls are passed on to the next definition of sigaction, the C library's or another
 * preload library's.
 *
 * A handler of signals may call sigaction, and so may the forked child of a program that has threads. So ld.so, whose locks
 * another thread may hold for good, is asked only where an ntdll.so is mapped, and a program that sets the handler all the
 * time does not pay for that.
 * Wine: program-start.
 */

enum { MOST_LOOKS = 64 }; /* more handlers than are set in a process of Wine's before it has mapped ntdll.so */

static void install_once(void)
{
    static bool is_done;
    static int looks;
    struct ntdll ntdll;

    if (is_done || looks >= MOST_LOOKS) return;
    if (!ntdll_may_be_here()) {
        looks++;
        return;
    }
    if (!ntdll_find(&ntdll) || (!ntdll.difference && !ntdll_is_about_to_begin(&ntdll))) return;
    is_done = true;
    next_functions.own_library = NULL;
    hook_process(&ntdll);
}

EXPORTED int sigaction(int number, const struct sigaction *action, struct sigaction *before)
{
    int result;

    if (!next_functions.sigaction) find_next_functions();
    result = next_functions.sigaction ? next_functions.sigaction(number, action, before) : -1;
    if (number == SIGSEGV && action && action->sa_handler != SIG_DFL && !result) install_once();
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
EXPORTED const char *__asan_default_options(void)
{
    bool is_sanitizer = false;

    if (dl_iterate_phdr) dl_iterate_phdr(look_at_first, &is_sanitizer);
    return is_sanitizer ? "verify_asan_link_order=0" : "";
}
