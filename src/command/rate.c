/* SPDX-License-Identifier: MIT */
#include "rate.h"
#include "../host/linux_clock.h"

#include <cpuid.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>
#include <x86intrin.h>

struct leaf {
    unsigned eax, ebx, ecx, edx;
};

static struct leaf leaf(unsigned number)
{
    struct leaf found;

    __cpuid_count(number, 0, found.eax, found.ebx, found.ecx, found.edx);
    return found;
}

/* VMware's leaf, which KVM can offer too. */
static uint64_t of_hypervisor(void)
{
    const unsigned present = 1u << 31, base = 0x40000000, rates = base + 0x10;
    struct leaf names;

    if (!(leaf(1).ecx & present)) return 0;
    names = leaf(base);
    if (names.eax < rates
        || (memcmp(&names.ebx, "VMwareVMware", 12) != 0 && memcmp(&names.ebx, "KVMKVMKVM\0\0\0", 12) != 0))
        return 0;
    return leaf(rates).eax * 1000ull;
}

/* Intel SDM, leaf 15h: ebx / eax is the counter's ratio to a crystal of ecx Hz. */
static uint64_t of_processor(void)
{
    struct leaf crystal;

    if (leaf(0).eax < 0x15) return 0;
    crystal = leaf(0x15);
    return crystal.eax ? (uint64_t)crystal.ecx * crystal.ebx / crystal.eax : 0;
}

/* The tightest of several pairs: one that was interrupted is a wide one. */
static bool read_both(uint64_t *counter, uint64_t *clock)
{
    uint64_t before, width, time, tightest = UINT64_MAX;
    int i;

    for (i = 0; i < 16; i++) {
        before = __rdtsc();
        if (!linux_raw_clock(&time)) return false;
        width = __rdtsc() - before;
        if (width >= tightest) continue;
        tightest = width;
        *clock = time;
        *counter = before + width / 2;
    }
    return true;
}

static uint64_t measured(void)
{
    uint64_t counter[2], clock[2];

    if (!read_both(&counter[0], &clock[0]) || usleep(20000) || !read_both(&counter[1], &clock[1])) return 0;
    return clock[1] == clock[0] ? 0 : (counter[1] - counter[0]) * 1000000000 / (clock[1] - clock[0]);
}

uint64_t rate(void)
{
    uint64_t found = of_hypervisor();

    if (!found) found = of_processor();
    return found ? found : measured();
}
