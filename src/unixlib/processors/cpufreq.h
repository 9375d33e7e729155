/* SPDX-License-Identifier: MIT */
/* The frequency at which a CPU runs, as the kernel's cpufreq reports it. */
#ifndef CYCLETIME_UNIXLIB_CPUFREQ_H
#define CYCLETIME_UNIXLIB_CPUFREQ_H

#include <stdbool.h>
#include <stdint.h>

struct cpufreq {
    uint32_t current; /* kHz, now */
    uint32_t nominal; /* kHz, which the CPU can keep without limit of time; 0: it is not reported */
};

/* CPUS is an open /sys/devices/system/cpu, CPU Linux' number of it. False, *FREQ untouched: there is no cpufreq, as in most
   virtual machines, or no such CPU. */
bool cpufreq_read(int cpus, uint32_t cpu, struct cpufreq *freq);

#endif
