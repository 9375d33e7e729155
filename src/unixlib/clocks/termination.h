/* SPDX-License-Identifier: MIT */
/* Wine's server terminates a thread by SIGQUIT, whose handler ends the thread wherever it is. A thread that has taken
   something which all threads share defers that signal until it has given it back. */
#ifndef CYCLETIME_TERMINATION_H
#define CYCLETIME_TERMINATION_H

#include <pthread.h>
#include <signal.h>

/* Returns the signals that were blocked before, for the next function. */
static inline sigset_t termination_defer(void)
{
    sigset_t quit, before;

    sigemptyset(&quit);
    sigaddset(&quit, SIGQUIT);
    pthread_sigmask(SIG_BLOCK, &quit, &before);
    return before;
}

/* A thread that was terminated meanwhile ends here. */
static inline void termination_allow(sigset_t before)
{
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

#endif
