/* SPDX-License-Identifier: MIT */
/*
 * The guardian is a child process that waits for the end of this process. If this process is killed, Linux ends only the
 * process that it started. The guardian then ends the user's Windows programs below this command and removes the command's
 * files. It also ends the commands of cycletime below, whose own guardians do the same for them. Other Linux programs go
 * on, as without cycletime. So do Wine's server and services, which other commands use, and what the services started.
 *
 * When this process has ended, nothing shows its descendants: Wine starts each process by one in between, which ends at
 * once. So the guardian finds them by a variable in the environment with which they began.
 *
 * The guardian has a process group of its own, because `timeout -s KILL` kills the whole group of this process.
 * Wine: two-forks.
 */
#include "tools/command/child/child.h"
#include "tools/command/ended/ended.h"
#include "tools/command/start/start.h"
#include "tools/command/system/system.h"
#include "unixlib/clocks/linux_clock.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

static const char own_name[] = "cycletime-guard"; /* for Linux; all of its 15 bytes */
static const char mark_variable[] = "CYCLETIME_COMMAND";
static char mark[64];         /* the variable's value */
static char *files_to_remove; /* the acknowledgement file; NULL: there is none */

void guardian_mark_environment(void)
{
    snprintf(mark, sizeof mark, "%d-%llx", (int)getpid(), (unsigned long long)linux_time());
    environment_set(mark_variable, mark);
}

/* The functions from here on run in the guardian after its parent has ended, maybe in the middle of malloc. So they do not
   use the heap. */

/* Returns whether the process began below this command, but not below Wine's services. */
static bool has_mark(pid_t pid)
{
    const char *const environment = process_environment(pid), *const value = environment ? environment_value(environment,
                                                                                                             mark_variable)
                                                                                         : NULL;

    return value && !strcmp(value, mark)
           && !run_words_parse(environment_value(environment, "CYCLETIME_RUN")).is_below_services;
}

/* The number of a process may be another one's by the time of the signal, the descriptor cannot. Linux before 5.3 and some
   containers have no such descriptor; then the number has to do. */
static void end_process(pid_t pid, int descriptor)
{
    if (descriptor < 0) kill(pid, SIGKILL);
    else syscall(SYS_pidfd_send_signal, descriptor, SIGKILL, NULL, 0);
}

/* Ends the process if it is one that the guardian ends. Returns true if it was, or may become one: a process has the name
   of Wine's loader until its program is known. */
static bool end_if_below(pid_t pid, int descriptor)
{
    const char *const program = process_program(pid), *const file = program ? program : "";
    const bool is_command = !strcmp(file, "cycletime");
    char name[16];

    if (!read_process_name(pid, name) || !strcmp(name, own_name) || !strncmp(file, "wineserver", strlen("wineserver")))
        return false;
    if (!is_command && strncmp(file, "wine", 4) != 0 && strncmp(name, "wine", 4) != 0) return false;
    if (!has_mark(pid) || (!is_command && is_wines_own(pid, name))) return false;
    if (is_command || ends_as_program(name) || strncmp(name, "wine", 4) != 0) end_process(pid, descriptor);
    return true;
}

static bool end_all_below(void)
{
    static _Alignas(struct dirent64) char entries[1 << 15];
    const int folder = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool found = false;
    ssize_t size, at;
    int descriptor;
    pid_t pid;

    while (folder >= 0 && (size = getdents64(folder, entries, sizeof entries)) > 0)
        for (at = 0; at < size; at += ((const struct dirent64 *)(entries + at))->d_reclen) {
            pid = (pid_t)strtol(((const struct dirent64 *)(entries + at))->d_name, NULL, 10);
            if (pid <= 0) continue;
            descriptor = (int)syscall(SYS_pidfd_open, pid, 0);
            found |= end_if_below(pid, descriptor);
            if (descriptor >= 0) close(descriptor);
        }
    if (folder >= 0) close(folder);
    return found;
}

/* A program that ends may have just started another one, so the processes are looked at until none is found, twice. */
static int run_guardian(void *of_parent)
{
    enum { POLLS = 2500, LOOKS = 2 };
    const struct timespec interval = { 0, 2000000 };
    int polls, looks = 0;

    prctl(PR_SET_NAME, own_name);
    watcher_await_parent(of_parent, SIGUSR2);
    for (polls = 0; polls < POLLS && looks < LOOKS; polls++) {
        if (polls) nanosleep(&interval, NULL);
        looks = end_all_below() ? 0 : looks + 1;
    }
    hook_ack_has_come(files_to_remove);
    _exit(0);
}

void guardian_begin(char *ack)
{
    enum { STACK = 1 << 16 };
    static _Alignas(16) char stack[STACK];
    pid_t guardian;

    files_to_remove = ack;
    watcher_begin(WATCHER_GUARDIAN, run_guardian, stack + STACK);
    guardian = watcher_pid(WATCHER_GUARDIAN);
    if (guardian) setpgid(guardian, guardian);
}
