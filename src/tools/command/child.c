/* SPDX-License-Identifier: MIT */
#include "child.h"
#include "descriptors.h"
#include "reaper.h"
#include "witness.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* The signal mask and action that this process began with, which the child gets. */
static sigset_t mask_before;
static struct sigaction ends_before;
static bool was_asked_to_end;
static volatile int error_of_child;

/* Keeps signals pending until this process takes them. If its parent ignored SIGCHLD, Linux would keep no exit status of
   children, so the default is restored. */
static void hold_signals(void)
{
    struct sigaction plain = { .sa_handler = SIG_DFL };
    sigset_t all;

    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &mask_before);
    sigaction(SIGCHLD, &plain, &ends_before);
}

static void give_back_signals(void)
{
    sigaction(SIGCHLD, &ends_before, NULL);
    sigprocmask(SIG_SETMASK, &mask_before, NULL);
}

/* The child runs in the memory of its parent, which waits until the child executes another program or ends. The child is to
   end when its parent does, which may have ended before the child could ask for that. */
static _Noreturn void begin(const char *path, char *const *words, pid_t parent)
{
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != parent) _exit(EXIT_FAILURE);
    give_back_signals();
    execvp(path, words);
    error_of_child = errno;
    _exit(EXIT_FAILURE);
}

static void take(int signal)
{
    if (signal == SIGHUP || signal == SIGINT || signal == SIGQUIT || signal == SIGTERM) was_asked_to_end = true;
}

/* A terminal sends these signals to the whole process group by itself, but SIGHUP and SIGCONT to a session's leader
   alone. */
static bool is_of_terminal(const siginfo_t *signal)
{
    if (signal->si_code != SI_KERNEL) return false;
    switch (signal->si_signo) {
    case SIGINT:
    case SIGQUIT:
    case SIGTSTP:
    case SIGTTIN:
    case SIGTTOU:
    case SIGWINCH: return true;
    case SIGHUP:
    case SIGCONT: return getsid(0) != getpid();
    default: return false;
    }
}

static void pass_on(const siginfo_t *signal, pid_t child)
{
    take(signal->si_signo);
    if (is_of_terminal(signal) || (signal->si_signo == SIGCHLD && signal->si_code > 0)) return;
    if (signal->si_code <= 0 && witness_has_seen(signal->si_signo)) return;
    if (signal->si_code == SI_QUEUE) sigqueue(child, signal->si_signo, signal->si_value);
    else kill(child, signal->si_signo);
}

/* This process stops by SIGNAL, so that its parent sees that, until another process continues it. */
static void stop_by(int signal)
{
    struct sigaction plain = { .sa_handler = SIG_DFL }, before;
    sigset_t one;

    sigemptyset(&one);
    sigaddset(&one, signal);
    if (signal != SIGSTOP) sigaction(signal, &plain, &before);
    raise(signal);
    sigprocmask(SIG_UNBLOCK, &one, NULL);
    sigprocmask(SIG_BLOCK, &one, NULL);
    if (signal != SIGSTOP) sigaction(signal, &before, NULL);
}

/* A SIGCONT that continues this process is passed on before the child's next state is read. */
static void pass_on_all(pid_t child)
{
    const struct timespec now = { 0, 0 };
    siginfo_t signal;
    sigset_t all;

    sigfillset(&all);
    while (sigtimedwait(&all, &signal, &now) > 0) pass_on(&signal, child);
}

static int wait_for(pid_t child)
{
    siginfo_t signal;
    sigset_t all;
    int status;

    sigfillset(&all);
    for (;;) {
        pass_on_all(child);
        while (reaper_wait(child, &status)) {
            if (!WIFSTOPPED(status)) return status;
            stop_by(WSTOPSIG(status));
            pass_on_all(child);
        }
        if (sigwaitinfo(&all, &signal) > 0) pass_on(&signal, child);
    }
}

static void follow(pid_t child, int output, int *status)
{
    descriptors_close(output);
    reaper_begin();
    *status = wait_for(child);
    reaper_end();
}

int child_run(const char *path, char *const *words, int output, int *status)
{
    const pid_t parent = getpid();
    int error;
    pid_t child;

    if (!reaper_declare()) return errno;
    hold_signals();
    witness_begin();
    /* This process has one thread, which waits until the child executes the command. NOLINTNEXTLINE(clang-analyzer-*) */
    child = vfork();
    if (!child) begin(path, words, parent); /* NOLINT(clang-analyzer-unix.Vfork) */
    error = child < 0 ? errno : error_of_child;
    if (!error) follow(child, output, status);
    else if (child > 0) waitpid(child, NULL, 0);
    witness_end();
    return error;
}

bool child_was_asked_to_end(void)
{
    const struct timespec now = { 0, 0 };
    siginfo_t signal;
    sigset_t all;

    sigfillset(&all);
    while (sigtimedwait(&all, &signal, &now) > 0) take(signal.si_signo);
    return was_asked_to_end;
}

static void die_of(int signal)
{
    const struct rlimit none = { 0, 0 };
    struct sigaction plain = { .sa_handler = SIG_DFL };
    sigset_t one;

    setrlimit(RLIMIT_CORE, &none);
    prctl(PR_SET_DUMPABLE, 0);
    sigaction(signal, &plain, NULL);
    raise(signal);
    sigemptyset(&one);
    sigaddset(&one, signal);
    sigprocmask(SIG_UNBLOCK, &one, NULL);
}

void child_end_as(int status)
{
    if (WIFSIGNALED(status)) die_of(WTERMSIG(status));
    _exit(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
}
