/* SPDX-License-Identifier: MIT */
#include "unixlib/processors/cpufreq.h"
#include "unixlib/processors/cpu_file.h"

#include <stdio.h>

/* Reads a file of one number, and multiplies it by UNIT; 0: the file is not there, or holds no such number. */
static uint32_t read_number(int cpus, uint32_t cpu, const char *name, uint32_t unit)
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
    const uint32_t current = read_number(cpus, cpu, "cpufreq/scaling_cur_freq", 1);
    uint32_t nominal;

    if (!current) return false;
    nominal = read_number(cpus, cpu, "cpufreq/base_frequency", 1);
    if (!nominal) nominal = read_number(cpus, cpu, "acpi_cppc/nominal_freq", 1000);
    *freq = (struct cpufreq){ current, nominal };
    return true;
}
