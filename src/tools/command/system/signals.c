/* SPDX-License-Identifier: MIT */
/* Takes the signals that this process gets, one after the other. */
#include "tools/command/system/system.h"

#include <errno.h>

/* The signal mask and action that this process began with. */
static sigset_t mask_before;
static struct sigaction ends_before;
static bool are_held, asked_to_end;
static siginfo_t noted;

bool signals_hold(void)
{
    struct sigaction plain = { .sa_handler = SIG_DFL };
    sigset_t every;

    sigfillset(&every);
    are_held = !sigprocmask(SIG_SETMASK, &every, &mask_before);
    sigaction(SIGCHLD, &plain, &ends_before);
    return are_held;
}

void signals_restore(void)
{
    sigaction(SIGCHLD, &ends_before, NULL);
    sigprocmask(SIG_SETMASK, &mask_before, NULL);
}

static void note_signal(int number, siginfo_t *signal, void *context)
{
    (void)number;
    (void)context;
    noted = *signal;
}

/* Does the same as signal_take, by a handler. All signals are blocked elsewhere, so that the handler runs in sigsuspend
   only, and for one signal. */
static bool take_by_handler(siginfo_t *signal, bool waits)
{
    struct sigaction action = { .sa_sigaction = note_signal, .sa_flags = SA_SIGINFO };
    sigset_t pending, none;
    int i;

    sigemptyset(&none);
    sigfillset(&action.sa_mask);
    if (!waits && !sigpending(&pending) && sigisemptyset(&pending)) return false;
    for (i = 1; i < _NSIG; i++) sigaction(i, &action, NULL);
    noted.si_signo = 0;
    sigsuspend(&none);
    *signal = noted;
    return signal->si_signo;
}

bool signal_asks_to_end(int signal)
{
    return signal == SIGHUP || signal == SIGINT || signal == SIGQUIT || signal == SIGTERM;
}

/* If Linux refuses to hold signals, the end of a child does not wake this process, so it waits for an interval only. */
bool signal_take(siginfo_t *signal, const struct timespec *longest)
{
    static const struct timespec interval = { 0, 20000000 };
    const struct timespec *const wait = longest || are_held ? longest : &interval;
    bool is_taken;
    sigset_t all;

    sigfillset(&all);
    is_taken = sigtimedwait(&all, signal, wait) > 0;
    if (!is_taken) {
        if (errno == EAGAIN || errno == EINTR) return false;
        if (wait == &interval) nanosleep(&interval, NULL);
        is_taken = take_by_handler(signal, !wait);
    }
    asked_to_end |= is_taken && signal_asks_to_end(signal->si_signo);
    return is_taken;
}

bool signals_asked_to_end(void)
{
    const struct timespec at_once = { 0, 0 };
    siginfo_t signal;

    while (signal_take(&signal, &at_once)) continue;
    return asked_to_end;
}

/* A terminal sends these signals to the whole process group by itself, but SIGHUP and SIGCONT to a session's leader
   alone. */
bool signal_is_of_terminal(const siginfo_t *signal)
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

void signal_stop_by(int signal)
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
