/* SPDX-License-Identifier: MIT */
/* Reads a CPU's frequency and idle states in /sys/devices/system/cpu. */
#include "unixlib/processors/proc_files.h"
#include "protocol/arithmetic.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Reads the line without its end, and returns its length; -1 and errno: there is no file (ENOENT), or it cannot be read. */
static ssize_t cpu_file_line(int cpus, const char *path, char line[CPU_FILE_LINE])
{
    const int file = openat(cpus, path, O_RDONLY | O_CLOEXEC);
    ssize_t got;

    if (file < 0) return -1;
    got = read(file, line, CPU_FILE_LINE);
    close(file);
    if (got > 0 && line[got - 1] == '\n') return got - 1;
    errno = EIO;
    return -1;
}

/* Returns false if there is no file, or the line is no number. */
static bool cpu_file_number(int cpus, const char *path, uint64_t *number)
{
    char line[CPU_FILE_LINE];
    const char *at = line;
    const ssize_t length = cpu_file_line(cpus, path, line);

    return length >= 0 && take_number(&at, line + length, number) && at == line + length;
}

/* Reads a file of one number, and multiplies it by UNIT; 0: the file is not there, or holds no such number. */
static uint32_t read_frequency_file(int cpus, uint32_t cpu, const char *name, uint32_t unit)
{
    char path[64];
    uint64_t number;

    snprintf(path, sizeof path, "cpu%u/%s", cpu, name);
    if (!cpu_file_number(cpus, path, &number)) return 0;
    return number > UINT32_MAX / unit ? 0 : (uint32_t)number * unit;
}

/* Intel's driver reports the nominal frequency in kHz, ACPI's CPPC in MHz. */
bool cpufreq_read(int cpus, uint32_t cpu, struct cpufreq *freq)
{
    const uint32_t current = read_frequency_file(cpus, cpu, "cpufreq/scaling_cur_freq", 1);
    uint32_t nominal;

    if (!current) return false;
    nominal = read_frequency_file(cpus, cpu, "cpufreq/base_frequency", 1);
    if (!nominal) nominal = read_frequency_file(cpus, cpu, "acpi_cppc/nominal_freq", 1000);
    *freq = (struct cpufreq){ current, nominal };
    return true;
}

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

static bool read_state_file(int cpus, uint32_t cpu, uint32_t index, const char *name, uint64_t *number)
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
    if (!read_state_file(cpus, cpu, index, "latency", &read.latency)) return false;
    if (!read_state_file(cpus, cpu, index, "residency", &read.residency)) return false;
    if (!read_state_file(cpus, cpu, index, "time", &read.time)) return false;
    if (!read_state_file(cpus, cpu, index, "usage", &read.usage)) return false;
    *state = read;
    return true;
}
