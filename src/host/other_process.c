/* SPDX-License-Identifier: MIT */
#include "other_process.h"
#include "digits.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { FIRST_TIME = 12, START = 20, TICK = 10000000 }; /* fields behind the name; ns by USER_HZ, the same on every PC */

struct text {
    char bytes[4096];
    size_t length;
};

bool other_process_total(pid_t pid, uint64_t *total)
{
    /* The id of a process' clock, as clock_getcpuclockid makes it at the price of one more system call. */
    const clockid_t id = (clockid_t)(~(unsigned)pid << 3 | 2);
    struct timespec time;

    if (clock_gettime(id, &time)) return false;
    *total = (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
    return true;
}

/* A process that ends while it is read is gone too (ESRCH). */
static enum process_told read_text(const char *path, struct text *text)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got;
    int error;

    if (file < 0) return errno == ENOENT ? PROCESS_GONE : PROCESS_UNTOLD;
    got = read(file, text->bytes, sizeof text->bytes);
    error = errno;
    close(file);
    if (got <= 0) return got < 0 && error == ESRCH ? PROCESS_GONE : PROCESS_UNTOLD;
    text->length = (size_t)got;
    return PROCESS_TOLD;
}

/* proc(5): behind the name, which may hold anything, fields apart by a space. NULL: there are not so many. */
static const char *field_of(const struct text *text, int field)
{
    const char *at = memrchr(text->bytes, ')', text->length), *end = text->bytes + text->length;

    for (; at && field > 0; field--) {
        at = memchr(at, ' ', (size_t)(end - at));
        if (at) at++;
    }
    return at;
}

static bool parse_times(const struct text *text, uint64_t *user, uint64_t *system)
{
    const char *at = field_of(text, FIRST_TIME), *end = text->bytes + text->length;

    return at && take_number(&at, end, user) && take_character(&at, end, ' ') && take_number(&at, end, system)
           && take_character(&at, end, ' ');
}

bool other_process_ratio(pid_t pid, uint64_t *user, uint64_t *system)
{
    uint64_t user_ticks, system_ticks;
    struct text text;
    char path[64];

    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    if (read_text(path, &text) != PROCESS_TOLD) return false;
    if (!parse_times(&text, &user_ticks, &system_ticks) || !(user_ticks | system_ticks)) return false;
    *user = user_ticks * TICK;
    *system = system_ticks * TICK;
    return true;
}

static enum process_told started_of(const char *path, uint64_t *started)
{
    struct text text;
    const char *at;
    uint64_t ticks;
    const enum process_told reported = read_text(path, &text);

    if (reported != PROCESS_TOLD) return reported;
    at = field_of(&text, START);
    if (!at || !take_number(&at, text.bytes + text.length, &ticks)) return PROCESS_UNTOLD;
    *started = ticks * TICK;
    return PROCESS_TOLD;
}

enum process_told other_process_started(pid_t pid, uint64_t *started)
{
    char path[64];

    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    return started_of(path, started);
}

enum process_told other_thread_started(pid_t pid, pid_t tid, uint64_t *started)
{
    char path[64];

    snprintf(path, sizeof path, "/proc/%d/task/%d/stat", (int)pid, (int)tid);
    return started_of(path, started);
}

int other_thread_file(pid_t pid, pid_t tid)
{
    char path[64];

    snprintf(path, sizeof path, "/proc/%d/task/%d/schedstat", (int)pid, (int)tid);
    return open(path, O_RDONLY | O_CLOEXEC);
}

/* sched-stats: the first number is its time on a processor; three zeros where the kernel does not count. */
bool other_thread_file_total(int file, uint64_t *total)
{
    char text[64];
    const ssize_t got = pread(file, text, sizeof text, 0);
    const char *at = text;

    return got > 0 && take_number(&at, text + got, total) && *total;
}

bool other_thread_total(pid_t pid, pid_t tid, uint64_t *total)
{
    const int file = other_thread_file(pid, tid);
    bool is_told;

    if (file < 0) return false;
    is_told = other_thread_file_total(file, total);
    close(file);
    return is_told;
}

/* The last of the numbers in its status' line of that name, which has the line's end before it, as nothing else there. */
static bool last_number(pid_t pid, const char *name, uint64_t *number)
{
    struct text text;
    char path[64];
    const char *at, *end;

    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    if (read_text(path, &text) != PROCESS_TOLD) return false;
    end = text.bytes + text.length;
    at = memmem(text.bytes, text.length, name, strlen(name));
    if (!at) return false;
    at += strlen(name);
    while (take_character(&at, end, '\t'))
        if (!take_number(&at, end, number)) return false;
    return at < end && *at == '\n';
}

bool other_process_is(pid_t pid, uint32_t inner, uint64_t pid_namespace)
{
    struct stat status;
    char path[64];
    uint64_t number = 0;

    snprintf(path, sizeof path, "/proc/%d/ns/pid", (int)pid);
    if (stat(path, &status) || status.st_ino != pid_namespace) return false;
    return last_number(pid, "\nNSpid:", &number) && number == inner;
}

/* By the user whose files it may open. The owner of its folder in /proc is root, if it wants to (prctl(2), dumpable). */
bool other_process_is_own_user_s(pid_t pid)
{
    uint64_t user = 0;

    return last_number(pid, "\nUid:", &user) && user == geteuid();
}

uint64_t own_pid_namespace(bool *has_own_proc)
{
    char number[24], self[24];
    const ssize_t length = readlink("/proc/self", self, sizeof self);
    struct stat status;

    snprintf(number, sizeof number, "%d", (int)getpid());
    *has_own_proc = length > 0 && (size_t)length == strlen(number) && !memcmp(self, number, (size_t)length);
    return stat("/proc/self/ns/pid", &status) ? 0 : status.st_ino;
}
