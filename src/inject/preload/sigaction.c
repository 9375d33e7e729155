/* SPDX-License-Identifier: MIT */
/*
 * Wine's ntdll.so sets its signal handlers when the process is known to the server and ntdll.dll is mapped, on the main
 * thread and before any of Windows' code runs (signal_init_process, which server_init_process_done calls). Hooking is
 * made when it sets SIGSEGV's. All calls are passed on to the next definition of sigaction, the C library's or another
 * preload library's.
 */
#include "inject/preload/c_library.h"
#include "inject/preload/inject.h"
#include "inject/preload/ntdll.h"

#include <stdbool.h>

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

    if (is_done || !ntdll_find(&ntdll)) return;
    is_done = true;
    hook_process(&ntdll);
}

__attribute__((visibility("default"))) int sigaction(int number, const struct sigaction *action, struct sigaction *before)
{
    sigaction_function *next = next_sigaction();
    const int result = next ? next(number, action, before) : -1;

    if (number == SIGSEGV && action && !result) install_once();
    return result;
}

/* The constructor runs while there is one thread. */
__attribute__((constructor)) static void enter_process(void)
{
    next_sigaction();
}
