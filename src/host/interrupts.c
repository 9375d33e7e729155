/* SPDX-License-Identifier: MIT */
#include "interrupts.h"
#include "raw_send.h"
#include "strtol.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* ns: in which all who are to get an interrupt have it; how often a holder is looked at that has it before it, and how long
   apart. */
enum { POSTED = 100000000, LOOK = 1000000, LOOKS = 100 };

/* A launcher may run under another one, and is at both ends. */
static struct sigaction before_tell, before_count;

/* False: nobody handles the signal, which ends the process then. */
static bool handle_first(void (*handler)(int, siginfo_t *, void *), struct sigaction *before)
{
    struct sigaction action;

    if (sigaction(SIGINT, NULL, before) || !(before->sa_flags & SA_SIGINFO)) return false;
    action = *before;
    action.sa_sigaction = handler;
    return sigaction(SIGINT, &action, NULL) == 0;
}

static int told_line = -1;

static void tell(int signal, siginfo_t *info, void *context)
{
    raw_send(told_line, "");
    before_tell.sa_sigaction(signal, info, context);
}

bool interrupts_tell(int line)
{
    if (told_line >= 0) return false;
    told_line = line;
    return handle_first(tell, &before_tell);
}

/* The holder's end. */
enum { LINES = 2 };
static int lines[LINES], line_count;
static pid_t holder;
static unsigned arrived, passed; /* interrupts: signals, and calls that answer them */
static unsigned told;            /* as many had arrived when the holder told of one */
static unsigned sent;            /* to the holder, which will tell of them */

static void count(int signal, siginfo_t *info, void *context)
{
    __atomic_fetch_add(&arrived, 1, __ATOMIC_RELAXED);
    before_count.sa_sigaction(signal, info, context);
}

void interrupts_expect(void)
{
    static bool expects;

    if (!expects) expects = handle_first(count, &before_count);
}

static void sleep_ns(long time)
{
    const struct timespec left = { .tv_nsec = time };

    nanosleep(&left, NULL);
}

static bool is_connected(int listener)
{
    struct ucred who;
    socklen_t size = sizeof who;
    int line;

    while (line_count < LINES && (line = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK)) >= 0) {
        if (getsockopt(line, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0) holder = who.pid;
        lines[line_count++] = line;
    }
    return line_count == LINES && holder > 0;
}

/* What the holder told of its own, not by way of this process. False: it tells nothing, or has ended. */
static bool hear(void)
{
    unsigned heard = 0, ours;
    char bytes[64];
    ssize_t got;
    int i;

    for (i = 0; i < line_count; i++) {
        while ((got = recv(lines[i], bytes, sizeof bytes, MSG_DONTWAIT)) > 0) heard += (unsigned)got;
        if (got == 0) return false;
    }
    ours = heard < sent ? heard : sent;
    sent -= ours;
    if (heard > ours) told = __atomic_load_n(&arrived, __ATOMIC_RELAXED);
    return true;
}

/* Sent, and not handled yet; it is blocked during some of Wine's work. */
static bool is_pending(void)
{
    const char *line;
    char path[40], text[4096];
    ssize_t got;
    int file;

    snprintf(path, sizeof path, "/proc/%d/status", (int)holder);
    if ((file = open(path, O_RDONLY | O_CLOEXEC)) < 0) return false;
    got = read(file, text, sizeof text - 1);
    close(file);
    if (got <= 0) return false;
    text[got] = 0;
    line = strstr(text, "\nShdPnd:");
    return line && any_strtoull(line + 8, NULL, 16) & 1u << (SIGINT - 1);
}

/* A terminal's interrupt and the same from the host command are two here and one there. */
static void pass_on(void)
{
    int looks;

    sleep_ns(POSTED);
    for (looks = 0; looks < LOOKS && is_pending(); looks++) sleep_ns(LOOK);
    if (looks) sleep_ns(LOOK); /* from the signal to the byte */
    passed++;
    if (!hear() || passed <= told || looks == LOOKS) return;
    if (kill(holder, SIGINT) == 0) sent++;
}

void interrupts_pass_on(int listener)
{
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

    pthread_mutex_lock(&one_at_a_time);
    if (is_connected(listener)) pass_on();
    pthread_mutex_unlock(&one_at_a_time);
}
