/* SPDX-License-Identifier: MIT */
/*
 * The status with which this process ends for Linux. If another process ends it, Wine's server sends SIGQUIT, and Wine's
 * handler ends each thread with status 0, whatever the exit code is (ntdll.so's quit_handler calls abort_thread(0)). The
 * last thread then calls _exit(0), or ends by pthread_exit, after which the C library calls exit(0). Linux blocks SIGQUIT
 * while the handler runs, which it never leaves, and Wine does not block it elsewhere: so a process that ends with status 0
 * while SIGQUIT is blocked was ended by another process. It gets the status of the exit code that the other one recorded,
 * or 1 if that is unknown (tools/command/run.c reports it).
 */
#include "inject/preload/preload.h"
#include "protocol/exit_status.h"
#include "protocol/unixlib_calls.h"

static call *read_code;

static bool was_ended_by_other(int status)
{
    sigset_t blocked;

    return !status && !sigprocmask(SIG_BLOCK, NULL, &blocked) && sigismember(&blocked, SIGQUIT) == 1;
}

int exit_status_correct(int status)
{
    struct unixlib_exit_code exit = { 0 };

    if (!was_ended_by_other(status)) return status;
    return read_code && read_code(&exit) == UNIXLIB_DONE ? exit_status_of(exit.code) : EXIT_FAILURE;
}

/* Called by the C library when this process, or a fork of it, ends by exit. */
static void correct_at_exit(int status, void *process)
{
    if (getpid() != (pid_t)(intptr_t)process || !was_ended_by_other(status)) return;
    _exit(status);
}

void exit_status_begin(call *read_own_code)
{
    read_code = read_own_code;
    if (on_exit) on_exit(correct_at_exit, (void *)(intptr_t)getpid()); /* NOLINT(performance-no-int-to-ptr) */
}
