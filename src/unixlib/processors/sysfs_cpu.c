/* SPDX-License-Identifier: MIT */
/* Reads a CPU's frequency and idle states in /sys/devices/system/cpu. */
#include "unixlib/processors/proc_files.h"
#include "protocol/arithmetic.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATH = 80, CPU_FILE_LINE = 64 };

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

/* Returns false if the number of a CPU's file NAME cannot be read: there is no file, or the line is no number. */
static bool read_cpu_number(int cpus, uint32_t cpu, const char *name, uint64_t *number)
{
    char path[PATH], line[CPU_FILE_LINE];
    const char *at = line;
    ssize_t length;

    snprintf(path, sizeof path, "cpu%u/%s", cpu, name);
    length = cpu_file_line(cpus, path, line);
    return length >= 0 && take_number(&at, line + length, number) && at == line + length;
}

/* Reads a file of one number, and multiplies it by UNIT; 0: the file is not there, or holds no such number. */
static uint32_t read_frequency(int cpus, uint32_t cpu, const char *name, uint32_t unit)
{
    uint64_t number;

    return read_cpu_number(cpus, cpu, name, &number) && number <= UINT32_MAX / unit ? (uint32_t)number * unit : 0;
}

/* Intel's driver reports the nominal frequency in kHz, ACPI's CPPC in MHz. */
bool cpufreq_read(int cpus, uint32_t cpu, struct cpufreq *freq)
{
    const uint32_t current = read_frequency(cpus, cpu, "cpufreq/scaling_cur_freq", 1);
    uint32_t nominal;

    if (!current) return false;
    nominal = read_frequency(cpus, cpu, "cpufreq/base_frequency", 1);
    if (!nominal) nominal = read_frequency(cpus, cpu, "acpi_cppc/nominal_freq", 1000);
    *freq = (struct cpufreq){ current, nominal };
    return true;
}

uint32_t cpuidle_count(int cpus, uint32_t cpu)
{
    char path[PATH], line[CPU_FILE_LINE];
    uint32_t count;

    for (count = 0; count < CPUIDLE_MOST_STATES; count++) {
        snprintf(path, sizeof path, "cpu%u/cpuidle/state%u/name", cpu, count);
        if (cpu_file_line(cpus, path, line) < 0) return errno == ENOENT ? count : 0;
    }
    return count;
}

bool cpuidle_state(int cpus, uint32_t cpu, uint32_t index, struct cpuidle_state *state)
{
    struct cpuidle_state read = { .name = "" };
    const struct {
        const char *name;
        uint64_t *number;
    } numbers[] = {
        { "latency", &read.latency }, { "residency", &read.residency }, { "time", &read.time }, { "usage", &read.usage }
    };
    char path[PATH], line[CPU_FILE_LINE];
    ssize_t length;
    size_t i;

    snprintf(path, sizeof path, "cpu%u/cpuidle/state%u/name", cpu, index);
    length = cpu_file_line(cpus, path, line);
    if (length < 0 || (size_t)length >= sizeof read.name || memchr(line, 0, (size_t)length)) return false;
    memcpy(read.name, line, (size_t)length);
    for (i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        snprintf(path, sizeof path, "cpuidle/state%u/%s", index, numbers[i].name);
        if (!read_cpu_number(cpus, cpu, path, numbers[i].number)) return false;
    }
    *state = read;
    return true;
}
