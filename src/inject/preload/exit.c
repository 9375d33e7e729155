/* SPDX-License-Identifier: MIT */
/*
 * Wine's ntdll.so ends a process by _exit if it is killed, crashes or terminates itself, on any thread and maybe in a
 * signal handler; else by exit, which the unixlib notices itself. Wine creates each process by a forked process in between,
 * which calls _exit too.
 */
#include "inject/preload/exit.h"
#include "inject/preload/c_library.h"

#include <sys/syscall.h>

typedef void exit_function(int status);

static exit_function *next;
static call *last_call;
static pid_t process;

void exit_calls(call *end)
{
    last_call = end;
    process = getpid();
}

__attribute__((visibility("default"), noreturn)) void _exit(int status)
{
    if (last_call && getpid() == process) last_call(NULL);
    if (next) next(status);
    for (;;) syscall(SYS_exit_group, status);
}

/* The next _exit is looked up here and not at the call, since a look-up may wait for a lock of ld.so's. */
__attribute__((constructor)) static void find_next(void)
{
    if (dlsym) next = (exit_function *)dlsym(RTLD_NEXT, "_exit");
}
