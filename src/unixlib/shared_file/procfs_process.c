/* SPDX-License-Identifier: MIT */
#include "unixlib/shared_file/procfs_process.h"
#include "protocol/arithmetic.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* FIRST_TIME and START count the fields after the process's name. TICK is the length of a tick in ns; the kernel reports
   times in ticks of 1/USER_HZ seconds, and USER_HZ is 100 on every PC. */
enum { FIRST_TIME = 12, START = 20, TICK = 10000000, STAT_SIZE = 4096 };

/* Reads the stat file of a process or, if TID is not 0, of one of its threads into TEXT, up to *END. Returns where the
   process's name ends; the name may contain any character, so its end is the last closing parenthesis. NULL: there is no
   such process or thread. */
static const char *read_stat_file(pid_t pid, pid_t tid, char text[STAT_SIZE], const char **end)
{
    char path[64];
    ssize_t got;
    int file;

    if (tid) snprintf(path, sizeof path, "/proc/%d/task/%d/stat", (int)pid, (int)tid);
    else snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return NULL;
    got = read(file, text, STAT_SIZE);
    close(file);
    if (got <= 0) return NULL;
    *end = text + got;
    return memrchr(text, ')', (size_t)got);
}

/* Reads COUNT fields from FIELD on of a stat file, and converts them from ticks to ns. By proc(5), one space stands between
   two fields. */
static bool read_ticks(pid_t pid, pid_t tid, int field, int count, uint64_t *times)
{
    char text[STAT_SIZE];
    const char *end, *at = read_stat_file(pid, tid, text, &end);

    for (; at && field > 0; field--) {
        at = memchr(at, ' ', (size_t)(end - at));
        if (at) at++;
    }
    for (; at && count > 0; count--, times++) {
        if (!take_number(&at, end, times) || !take_character(&at, end, ' ')) return false;
        *times *= TICK;
    }
    return at;
}

bool procfs_ratio(pid_t pid, pid_t tid, struct cpu_times *ratio)
{
    uint64_t times[2];

    if (!read_ticks(pid, tid, FIRST_TIME, 2, times) || !(times[0] | times[1])) return false;
    *ratio = (struct cpu_times){ times[0], times[1] };
    return true;
}

bool procfs_thread_started(pid_t pid, pid_t tid, uint64_t *started)
{
    return read_ticks(pid, tid, START, 1, started);
}

int procfs_thread_file(pid_t pid, pid_t tid)
{
    char path[64];

    snprintf(path, sizeof path, "/proc/%d/task/%d/schedstat", (int)pid, (int)tid);
    return open(path, O_RDONLY | O_CLOEXEC);
}

/* By the kernel's sched-stats page, the numbers are the thread's time on a processor, its time of waiting for one, and how
   often it was given one. A kernel that does not count them reports three zeros. */
bool procfs_thread_file_read(int file, uint64_t *total, uint32_t *switches)
{
    char text[64];
    const ssize_t got = pread(file, text, sizeof text, 0);
    const char *at = text, *const end = text + got;
    uint64_t delay, count;

    if (got <= 0 || !take_number(&at, end, total) || !*total) return false;
    *switches = 0;
    if (take_character(&at, end, ' ') && take_number(&at, end, &delay) && take_character(&at, end, ' ')
        && take_number(&at, end, &count))
        *switches = (uint32_t)count;
    return true;
}

bool procfs_thread_read(pid_t pid, pid_t tid, uint64_t *total, uint32_t *switches)
{
    const int file = procfs_thread_file(pid, tid);
    bool is_known;

    if (file < 0) return false;
    is_known = procfs_thread_file_read(file, total, switches);
    close(file);
    return is_known;
}

/* The line is in kB, which are 1024 bytes. */
bool procfs_peak_memory(pid_t pid, uint64_t *bytes)
{
    static const char name[] = "\nVmHWM:";
    char path[32], text[STAT_SIZE];
    const char *end, *at = NULL;
    ssize_t got;
    int file;

    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    got = read(file, text, sizeof text);
    close(file);
    end = text + got;
    if (got > 0) at = memmem(text, (size_t)got, name, strlen(name));
    if (!at) return false;
    for (at += strlen(name); at < end && (*at == ' ' || *at == '\t'); at++) continue;
    if (!take_number(&at, end, bytes)) return false;
    *bytes *= 1024;
    return true;
}

/* The state is the first field after the name. */
uint32_t procfs_thread_letter(pid_t pid, pid_t tid)
{
    char text[STAT_SIZE];
    const char *end, *name = read_stat_file(pid, tid, text, &end);

    return name && end - name > 2 ? (unsigned char)name[2] : 0;
}
