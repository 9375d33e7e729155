/* SPDX-License-Identifier: MIT */
#include "witness.h"
#include "descriptors.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SIGNALS = 65, LOOKS = 1000 };

static uint32_t *seen; /* how often each, shared with the witness */
static uint32_t known[SIGNALS];
static pid_t witness;

static _Noreturn void see(pid_t parent)
{
    siginfo_t signal;
    sigset_t all;

    if (prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != parent) _exit(EXIT_FAILURE);
    descriptors_close();
    sigfillset(&all);
    for (;;)
        if (sigwaitinfo(&all, &signal) > 0) __atomic_add_fetch(&seen[signal.si_signo], 1, __ATOMIC_RELEASE);
}

void witness_begin(void)
{
    const pid_t parent = getpid();

    seen = mmap(NULL, SIGNALS * sizeof *seen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (seen == MAP_FAILED) return;
    witness = fork();
    if (!witness) see(parent);
}

/* It has it and has not counted it yet. */
static bool is_pending(int signal)
{
    static const char name[] = "\nShdPnd:\t";
    char path[32], text[4096], *at;
    ssize_t length;
    int file;

    snprintf(path, sizeof path, "/proc/%d/status", (int)witness);
    file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    length = read(file, text, sizeof text - 1);
    close(file);
    if (length < 0) return false;
    text[length] = 0;
    at = strstr(text, name);
    return at && strtoull(at + sizeof name - 1, NULL, 16) >> (signal - 1) & 1;
}

static bool has_counted(int signal)
{
    const uint32_t now = __atomic_load_n(&seen[signal], __ATOMIC_ACQUIRE);

    if (now == known[signal]) return false;
    known[signal] = now;
    return true;
}

/* What is taken between the first look and the second is counted at the third. */
bool witness_has_seen(int signal)
{
    int looks;

    if (witness <= 0 || signal <= 0 || signal >= SIGNALS) return false;
    if (has_counted(signal)) return true;
    if (!is_pending(signal)) {
        sched_yield();
        return has_counted(signal);
    }
    for (looks = 0; looks < LOOKS && !has_counted(signal); looks++) usleep(1000);
    return true;
}

void witness_end(void)
{
    if (witness <= 0) return;
    kill(witness, SIGKILL);
    while (waitpid(witness, NULL, 0) != witness && kill(witness, 0) == 0) {}
}
