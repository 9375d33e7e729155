/* SPDX-License-Identifier: MIT */
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
#include "inject/preload/background.h"
#include "inject/preload/inject.h"
#include "inject/preload/next_functions.h"

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
    inject_hooks(&ntdll);
}

EXPORTED int sigaction(int number, const struct sigaction *action, struct sigaction *before)
{
    const int result = next_sigaction(number, action, before);

    if (number == SIGSEGV && action && action->sa_handler != SIG_DFL && !result) install_once();
    if (number == SIGXFSZ && action && !result) background_leave_server_stderr();
    return result;
}
