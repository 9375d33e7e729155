/* SPDX-License-Identifier: MIT */
/* The child process that only waits, and what this process asks it: which signals it has received. */
#include "tools/command/processes.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { POLLS = 1000, STACK = 1 << 14 };

static uint32_t taken; /* number of signals that the probe has taken */
static pid_t probe;

/* The signal by which this process asks the probe to take another one. */
static int request_signal(void)
{
    return SIGRTMAX;
}

static void take_signal(int signal)
{
    const struct timespec now = { 0, 0 };
    sigset_t one;

    sigemptyset(&one);
    sigaddset(&one, signal);
    sigtimedwait(&one, NULL, &now);
    __atomic_add_fetch(&taken, 1, __ATOMIC_RELEASE);
}

/* Signals stay pending in the probe, where its parent can see them, until the parent asks it to take them. The probe
   ends with its parent; if Linux refuses to end it then, it looks each second. */
static int wait_for_requests(void *of_parent)
{
    const struct timespec second = { 1, 0 }, *patience = prctl(PR_SET_PDEATHSIG, SIGKILL) ? &second : NULL;
    const pid_t parent = (pid_t)(intptr_t)of_parent;
    siginfo_t asked;
    sigset_t one;

    sigemptyset(&one);
    sigaddset(&one, request_signal());
    while (!child_is_orphan(parent))
        if (sigtimedwait(&one, &asked, patience) > 0 && asked.si_code == SI_QUEUE && asked.si_pid == parent)
            take_signal(asked.si_value.sival_int);
    _exit(EXIT_FAILURE);
}

/* The probe shares this process's memory and descriptors, which costs less than a copy. */
void signal_probe_begin(void)
{
    static _Alignas(16) char stack[STACK];
    const struct timespec now = { 0, 0 };
    sigset_t none;

    sigemptyset(&none);
    if (sigtimedwait(&none, NULL, &now) < 0 && errno != EAGAIN) return; /* Linux refuses the call */
    probe = clone(wait_for_requests, stack + sizeof stack, CLONE_VM | CLONE_FILES | CLONE_FS | CLONE_SIGHAND | SIGCHLD,
                  (void *)(intptr_t)getpid());
}

static bool is_pending(int signal)
{
    static const char name[] = "\nShdPnd:\t";
    char path[32], text[4096], *at;
    ssize_t length;
    int file;

    snprintf(path, sizeof path, "/proc/%d/status", (int)probe);
    file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    length = read(file, text, sizeof text - 1);
    close(file);
    if (length < 0) return false;
    text[length] = 0;
    at = strstr(text, name);
    return at && strtoull(at + sizeof name - 1, NULL, 16) >> (signal - 1) & 1;
}

bool signal_probe_has_seen(int signal)
{
    const uint32_t before = probe > 0 ? __atomic_load_n(&taken, __ATOMIC_ACQUIRE) : 0;
    int polls;

    if (probe <= 0 || !is_pending(signal)) return false;
    if (sigqueue(probe, request_signal(), (union sigval){ .sival_int = signal })) return true;
    for (polls = 0; polls < POLLS && __atomic_load_n(&taken, __ATOMIC_ACQUIRE) == before; polls++) usleep(100);
    return true;
}

void signal_probe_end(void)
{
    if (probe <= 0) return;
    if (!kill(probe, SIGKILL)) waitpid(probe, NULL, 0);
}
