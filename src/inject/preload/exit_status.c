/* SPDX-License-Identifier: MIT */
/*
 * The status with which this process ends for Linux. Wine's ntdll.so ends a process by _exit if it is killed, crashes or
 * terminates itself, on any thread and maybe in a signal handler; otherwise by exit, which the unixlib notices itself. Wine
 * creates each process by a forked process in between, which calls _exit too.
 *
 * If another process ends this one, Wine's server sends SIGQUIT and closes its connection, and Wine ends each thread with
 * status 0, whatever the exit code is (ntdll.so's quit_handler and read_reply_data call abort_thread(0)). The last thread
 * then calls _exit(0), or ends by pthread_exit, after which the C library calls exit(0). So a status of 0 is replaced by
 * the exit code that this process recorded when it ended itself, or that the other process recorded.
 *
 * Wine 8 loses the code also if the last threads end themselves at the same time, and if a thread ended itself before the
 * process is killed, since abort_thread counts that thread as still running. The last thread then ends by pthread_exit with
 * its exit code, which is the process's: Wine's server sends the code to a thread that waits when the server kills it.
 *
 * If the code is unknown, the status becomes 1, but only if the handler of SIGQUIT ends the process (tools/command/run.c
 * reports it). While that handler runs, Linux blocks SIGSTKFLT too, which nothing sends. A blocked SIGQUIT would not show
 * the handler: a process inherits the signal mask of its parent, and Wine 11.2 blocks SIGQUIT at the end of a process.
 * Wine: process-end, kill, quit-handler, two-forks.
 */
#include "inject/preload/exit_status.h"
#include "inject/preload/dlls.h"
#include "inject/preload/next_functions.h"
#include "launch/exit_code.h"
#include "protocol/unixlib_calls.h"

#include <sys/syscall.h>

static call *read_code, *last_call;
static pid_t process;
static bool is_interrupted; /* Ctrl-C ends this process */
static int own_status = -1; /* with which this process is ending by exit; -1: it is not */

enum { QUIT_MARK = SIGSTKFLT };

static bool is_in_quit_handler(void)
{
    sigset_t blocked;

    return !sigprocmask(SIG_BLOCK, NULL, &blocked) && sigismember(&blocked, QUIT_MARK) == 1;
}

void exit_status_of_last_thread(uint32_t code, bool has_begun)
{
    const struct exit_facts facts = { .has_thread = true,
                                      .thread_code = code,
                                      .is_killed = !has_begun || is_in_quit_handler() };

    __atomic_store_n(&own_status, exit_code_decide(&facts).status, __ATOMIC_RELEASE);
}

/* Returns the status for a process that Wine ends with `status`. */
static int correct_status(int status)
{
    struct unixlib_exit_code exit = { 0 };
    const int own = __atomic_load_n(&own_status, __ATOMIC_ACQUIRE);
    const bool has_code = read_code && read_code(&exit) == UNIXLIB_DONE, is_killed = is_in_quit_handler();
    const struct exit_facts facts = { .status = status,
                                      .has_code = has_code,
                                      .code = exit.code,
                                      .by_event = exit.by_event && !is_killed,
                                      .has_thread = own >= 0,
                                      .thread_code = (uint32_t)own,
                                      .is_killed = own < 0 && is_killed };
    const struct exit_decision decision = exit_code_decide(&facts);

    is_interrupted = decision.signal;
    return decision.status;
}

/* A shell ends a loop if SIGINT ended a command in it. This function returns if the process is the first one of a
   container, which a signal without a handler does not end. */
static void end_by_interrupt(void)
{
    const struct sigaction plain = { .sa_handler = SIG_DFL };
    sigset_t interrupt;

    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    next_sigaction(SIGINT, &plain, NULL);
    sigprocmask(SIG_UNBLOCK, &interrupt, NULL);
    syscall(SYS_tgkill, process, syscall(SYS_gettid), SIGINT);
}

EXPORTED __attribute__((noreturn)) void _exit(int status)
{
    struct unixlib_exit_code whole = { .code = (uint32_t)status }; /* Wine makes 1 of some other codes, too */

    load_failure_report(whole.code);
    if (last_call && getpid() == process) {
        status = correct_status(status);
        last_call(whole.code > EXIT_FAILURE ? &whole : NULL);
        if (is_interrupted) end_by_interrupt();
    }
    if (next_functions._exit) next_functions._exit(status);
    for (;;) syscall(SYS_exit_group, status);
}

/* Called by the C library when this process, or a fork of it, ends by exit. */
static void correct_at_exit(int status, void *unused)
{
    int correct;

    (void)unused;
    if (getpid() != process) return;
    correct = correct_status(status);
    __atomic_store_n(&own_status, correct, __ATOMIC_RELEASE);
    if (correct != status || is_interrupted) _exit(correct);
}

void exit_status_begin(call *read_own_code, call *end)
{
    struct sigaction quit;
    sigset_t mark;

    read_code = read_own_code;
    last_call = end;
    process = getpid();
    if (on_exit) on_exit(correct_at_exit, NULL);
    /* Wine has set its handler of SIGQUIT, which now blocks the mark too. The other threads inherit the signal mask of this
       one, the main thread. */
    if (next_sigaction(SIGQUIT, NULL, &quit)) return;
    sigaddset(&quit.sa_mask, QUIT_MARK);
    next_sigaction(SIGQUIT, &quit, NULL);
    sigemptyset(&mark);
    sigaddset(&mark, QUIT_MARK);
    sigprocmask(SIG_UNBLOCK, &mark, NULL);
}
