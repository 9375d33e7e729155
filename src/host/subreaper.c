/* SPDX-License-Identifier: MIT */
#include "subreaper.h"
#include "other_process.h"
#include "record.h"
#include "record_number.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { STACK = 1 << 18, LOOKS = 50 };

static bool is_declared;

bool subreaper_declare(struct record *record)
{
    if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)) return false;
    subreaper_note(record);
    is_declared = true;
    return true;
}

void subreaper_note(struct record *record)
{
    const struct record_file *file = record_file_to_ask(record);

    if (file) record_number_write(record, file, (struct record_process){ 0, 0 });
}

static uint64_t nanoseconds(struct timeval time)
{
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_usec * 1000;
}

void subreaper_keep(struct record *record, pid_t pid, const struct rusage *usage)
{
    const struct record_times all = { nanoseconds(usage->ru_utime), nanoseconds(usage->ru_stime) };
    uint64_t total;

    if (other_process_total(pid, &total)) record_reaped(record, pid, total, all);
}

static void reap(struct record *record, pid_t pid, const struct rusage *usage)
{
    subreaper_keep(record, pid, usage);
    waitpid(pid, NULL, WNOHANG);
}

/* Only Linux' own call tells what was used by one that is not waited for yet. */
void subreaper_reap(struct record *record)
{
    struct rusage usage;
    siginfo_t ended;

    for (;;) {
        if (!syscall(SYS_waitid, P_ALL, 0, &ended, WEXITED | WNOWAIT, &usage)) reap(record, ended.si_pid, &usage);
        else if (errno != EINTR) return;
    }
}

static void *reap_all(void *record)
{
    subreaper_reap(record);
    return NULL;
}

/* Wine's signals are for Wine's threads. Where a parent had children's ends ignored, Linux would keep none. */
bool subreaper_begin(struct record *record)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    pthread_t thread;
    bool begun;

    if (!is_declared || pthread_attr_init(&attributes)) return false;
    signal(SIGCHLD, SIG_DFL);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    begun = !pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED)
            && !pthread_attr_setstacksize(&attributes, STACK) && !pthread_create(&thread, &attributes, reap_all, record);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    if (!begun) prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0); /* nobody would wait for them */
    return begun;
}

void subreaper_end(struct record *record, struct record_process last)
{
    const struct timespec tenth = { 0, 100000 };
    pid_t pid;
    int looks;

    if (record_number_of(record, record_file_to_ask(record), last, &pid))
        for (looks = 0; looks < LOOKS && !kill(pid, 0); looks++) nanosleep(&tenth, NULL);
    record_leave(record);
}
