/* SPDX-License-Identifier: MIT */
#include "interrupts.h"
#include "raw_send.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* ns: in which all who are to get an interrupt have it; how often a holder is looked at that has it before it, and how long
   apart. */
enum { POSTED = 100000000, LOOK = 1000000, LOOKS = 100 };

static struct sigaction before;

/* What is handled by nobody ends the process. */
static bool handle_first(void (*handler)(int, siginfo_t *, void *))
{
    struct sigaction action;

    if (sigaction(SIGINT, NULL, &before) || !(before.sa_flags & SA_SIGINFO)) return false;
    action = before;
    action.sa_sigaction = handler;
    return sigaction(SIGINT, &action, NULL) == 0;
}

static int told_line;

static void tell(int signal, siginfo_t *info, void *context)
{
    raw_send(told_line, "");
    before.sa_sigaction(signal, info, context);
}

void interrupts_tell(int line)
{
    told_line = line;
    handle_first(tell);
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
    before.sa_sigaction(signal, info, context);
}

void interrupts_expect(void)
{
    handle_first(count);
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

/* Of its own, not by way of this process. */
static void hear(void)
{
    unsigned count = 0, ours;
    char bytes[64];
    ssize_t got;
    int i;

    for (i = 0; i < line_count; i++)
        while ((got = recv(lines[i], bytes, sizeof bytes, MSG_DONTWAIT)) > 0) count += (unsigned)got;
    ours = count < sent ? count : sent;
    sent -= ours;
    if (count > ours) told = __atomic_load_n(&arrived, __ATOMIC_RELAXED);
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
    return line && strtoull(line + 8, NULL, 16) & 1u << (SIGINT - 1);
}

/* A terminal's interrupt and the same from the host command are two here and one there. */
static void pass_on(void)
{
    int looks;

    sleep_ns(POSTED);
    for (looks = 0; looks < LOOKS && is_pending(); looks++) sleep_ns(LOOK);
    if (looks) sleep_ns(LOOK); /* from the signal to the byte */
    hear();
    if (++passed <= told || looks == LOOKS) return;
    if (kill(holder, SIGINT) == 0) sent++;
}

void interrupts_pass_on(int listener)
{
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

    pthread_mutex_lock(&one_at_a_time);
    if (is_connected(listener)) pass_on();
    pthread_mutex_unlock(&one_at_a_time);
}
