/* SPDX-License-Identifier: MIT */
#include "cpuidle.h"
#include "../../common/digits.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Returns the length of the file's one line; -1 and errno: there is no file (ENOENT), or it cannot be read. */
static ssize_t read_line(int cpus, uint32_t cpu, uint32_t index, const char *name, char *text, size_t size)
{
    char path[64];
    ssize_t got;
    int file;

    snprintf(path, sizeof path, "cpu%u/cpuidle/state%u/%s", cpu, index, name);
    file = openat(cpus, path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return -1;
    got = read(file, text, size);
    close(file);
    if (got > 0 && text[got - 1] == '\n') return got - 1;
    errno = EIO;
    return -1;
}

static bool read_text(int cpus, uint32_t cpu, uint32_t index, const char *name, char *text, size_t size)
{
    char line[64];
    const ssize_t length = read_line(cpus, cpu, index, name, line, sizeof line);

    if (length < 0 || (size_t)length >= size || memchr(line, 0, (size_t)length)) return false;
    memcpy(text, line, (size_t)length);
    memset(text + length, 0, size - (size_t)length);
    return true;
}

static bool read_number(int cpus, uint32_t cpu, uint32_t index, const char *name, uint64_t *number)
{
    char line[64];
    const char *at = line;
    const ssize_t length = read_line(cpus, cpu, index, name, line, sizeof line);

    return length >= 0 && take_number(&at, line + length, number) && at == line + length;
}

uint32_t cpuidle_count(int cpus, uint32_t cpu)
{
    char name[64];
    uint32_t count;

    for (count = 0; count < CPUIDLE_MOST_STATES; count++) {
        errno = 0;
        if (read_line(cpus, cpu, count, "name", name, sizeof name) < 0) return errno == ENOENT ? count : 0;
    }
    return count;
}

bool cpuidle_state(int cpus, uint32_t cpu, uint32_t index, struct cpuidle_state *state)
{
    struct cpuidle_state read;

    if (!read_text(cpus, cpu, index, "name", read.name, sizeof read.name)) return false;
    if (!read_text(cpus, cpu, index, "desc", read.description, sizeof read.description)) return false;
    if (!read_number(cpus, cpu, index, "latency", &read.latency)) return false;
    if (!read_number(cpus, cpu, index, "residency", &read.residency)) return false;
    if (!read_number(cpus, cpu, index, "time", &read.time)) return false;
    if (!read_number(cpus, cpu, index, "usage", &read.usage)) return false;
    if (!read_number(cpus, cpu, index, "disable", &read.disabled)) return false;
    *state = read;
    return true;
}
