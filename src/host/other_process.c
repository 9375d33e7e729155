/* SPDX-License-Identifier: MIT */
#include "other_process.h"
#include "digits.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

bool other_process_total(pid_t pid, uint64_t *total)
{
    /* The id of a process' clock, as clock_getcpuclockid makes it at the price of one more system call. */
    const clockid_t id = (clockid_t)(~(unsigned)pid << 3 | 2);
    struct timespec time;

    if (clock_gettime(id, &time)) return false;
    *total = (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
    return true;
}

/* proc(5): behind the name, which may hold anything, 11 fields, then user and system time. */
static bool parse(const char *text, size_t length, uint64_t *user, uint64_t *system)
{
    const char *at = memrchr(text, ')', length), *end = text + length;
    int field;

    for (field = 0; at && field < 12; field++) {
        at = memchr(at, ' ', (size_t)(end - at));
        if (at) at++;
    }
    return at && take_number(&at, end, user) && take_character(&at, end, ' ') && take_number(&at, end, system)
           && take_character(&at, end, ' ');
}

bool other_process_ratio(pid_t pid, uint64_t *user, uint64_t *system)
{
    char text[1024];
    uint64_t user_ticks, system_ticks;
    ssize_t got;
    int file;

    snprintf(text, sizeof text, "/proc/%d/stat", (int)pid);
    file = open(text, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    got = read(file, text, sizeof text);
    close(file);
    if (got <= 0 || !parse(text, (size_t)got, &user_ticks, &system_ticks) || !(user_ticks | system_ticks)) return false;
    *user = user_ticks;
    *system = system_ticks;
    return true;
}
