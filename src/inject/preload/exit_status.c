/* SPDX-License-Identifier: MIT */
/*
 * The status with which this process ends for Linux. If another process ends it, Wine's server sends SIGQUIT and closes its
 * connection, and Wine ends each thread with status 0, whatever the exit code is (ntdll.so's quit_handler and
 * read_reply_data call abort_thread(0)). The last thread then calls _exit(0), or ends by pthread_exit, after which the C
 * library calls exit(0). So a status of 0 is replaced by the exit code that this process recorded when it ended itself, or
 * that the other process recorded.
 *
 * If the code is unknown, the status becomes 1, but only if the handler of SIGQUIT ends the process (tools/command/run.c
 * reports it). Linux blocks this signal while its handler runs, and Wine does not block it elsewhere.
 */
#include "inject/preload/preload.h"
#include "protocol/exit_status.h"
#include "protocol/unixlib_calls.h"

static call *read_code;

static bool is_in_quit_handler(void)
{
    sigset_t blocked;

    return !sigprocmask(SIG_BLOCK, NULL, &blocked) && sigismember(&blocked, SIGQUIT) == 1;
}

int exit_status_correct(int status)
{
    struct unixlib_exit_code exit = { 0 };

    if (status) return status;
    if (read_code && read_code(&exit) == UNIXLIB_DONE) return exit_status_of(exit.code);
    return is_in_quit_handler() ? EXIT_FAILURE : status;
}

/* Called by the C library when this process, or a fork of it, ends by exit. */
static void correct_at_exit(int status, void *process)
{
    const int correct = getpid() == (pid_t)(intptr_t)process ? exit_status_correct(status) : status;

    if (correct != status) _exit(correct);
}

void exit_status_begin(call *read_own_code)
{
    read_code = read_own_code;
    if (on_exit) on_exit(correct_at_exit, (void *)(intptr_t)getpid()); /* NOLINT(performance-no-int-to-ptr) */
}
