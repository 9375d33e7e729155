/* SPDX-License-Identifier: MIT */
#include "unixlib/processors/cpuidle.h"
#include "unixlib/processors/cpu_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { PATH = 64 };

static void name_file(char path[PATH], uint32_t cpu, uint32_t index, const char *name)
{
    snprintf(path, PATH, "cpu%u/cpuidle/state%u/%s", cpu, index, name);
}

static bool read_text(int cpus, uint32_t cpu, uint32_t index, const char *name, char *text, size_t size)
{
    char path[PATH], line[CPU_FILE_LINE];
    ssize_t length;

    name_file(path, cpu, index, name);
    length = cpu_file_line(cpus, path, line);
    if (length < 0 || (size_t)length >= size || memchr(line, 0, (size_t)length)) return false;
    memcpy(text, line, (size_t)length);
    memset(text + length, 0, size - (size_t)length);
    return true;
}

static bool read_number(int cpus, uint32_t cpu, uint32_t index, const char *name, uint64_t *number)
{
    char path[PATH];

    name_file(path, cpu, index, name);
    return cpu_file_number(cpus, path, number);
}

uint32_t cpuidle_count(int cpus, uint32_t cpu)
{
    char path[PATH], line[CPU_FILE_LINE];
    uint32_t count;

    for (count = 0; count < CPUIDLE_MOST_STATES; count++) {
        name_file(path, cpu, count, "name");
        if (cpu_file_line(cpus, path, line) < 0) return errno == ENOENT ? count : 0;
    }
    return count;
}

bool cpuidle_state(int cpus, uint32_t cpu, uint32_t index, struct cpuidle_state *state)
{
    struct cpuidle_state read;

    if (!read_text(cpus, cpu, index, "name", read.name, sizeof read.name)) return false;
    if (!read_number(cpus, cpu, index, "latency", &read.latency)) return false;
    if (!read_number(cpus, cpu, index, "residency", &read.residency)) return false;
    if (!read_number(cpus, cpu, index, "time", &read.time)) return false;
    if (!read_number(cpus, cpu, index, "usage", &read.usage)) return false;
    *state = read;
    return true;
}
