/* SPDX-License-Identifier: MIT */
#include "unixlib/calls/functions.h"
#include "unixlib/clocks/linux_clock.h"
#include "unixlib/processors/processors.h"

#include <stdlib.h>
#include <sys/mman.h>

/* The first call opens the files. Threads that come here at once each open them, and all use those of the first that is
   done: none waits for another, which may be suspended. The memory is not malloc's, whose lock a suspended thread may hold.
   The processors are renumbered where this Wine follows the variable and its value is a list. */
static struct processors *find_processors(void)
{
    static const char variable[] = "WINE_CPU_TOPOLOGY";
    static struct processors *opened;
    struct processors *known = __atomic_load_n(&opened, __ATOMIC_ACQUIRE), *own;
    const char *value;

    if (known) return known;
    own = mmap(NULL, sizeof *own, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (own == MAP_FAILED) return NULL;
    if (processors_open(own, "")) {
        value = getenv(variable);
        if (value && ntdll_has_string(variable)) cpu_topology_parse(&own->topology, &own->map, value, 8 * sizeof(void *));
        if (__atomic_compare_exchange_n(&opened, &known, own, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return own;
        processors_close(own);
    }
    munmap(own, sizeof *own);
    return known;
}

int32_t call_processors(void *arguments)
{
    struct unixlib_processors *asked = arguments;
    const bool interrupts = asked->counted == UNIXLIB_COUNTED_INTERRUPTS;
    const sigset_t signals = termination_defer();
    struct processors *processors = find_processors();
    const bool has_times = processors && processors_times(processors, asked->first, asked->count, interrupts, asked->of);

    termination_allow(signals);
    if (!has_times) return UNIXLIB_UNKNOWN;
    if (asked->counted != UNIXLIB_COUNTED_SOFTIRQS) return UNIXLIB_DONE;
    return processors_softirqs(processors, asked->first, asked->count, asked->of) ? UNIXLIB_DONE : UNIXLIB_UNKNOWN;
}

/* Finds Linux's number of a processor, and the open folder of CPUs. */
static bool find_cpu(uint32_t processor, int *cpus, uint32_t *cpu)
{
    const struct processors *processors = find_processors();

    if (!processors || processor >= processors->topology.count) return false;
    if (processors->topology.places[processor] >= processors->map.count) return false;
    *cpus = processors->cpus;
    *cpu = processors->map.cpus[processors->topology.places[processor]];
    return true;
}

int32_t call_frequencies(void *arguments)
{
    struct unixlib_frequencies *asked = arguments;
    uint32_t cpu, i;
    int cpus;

    for (i = 0; i < asked->count; i++)
        if (!find_cpu(asked->first + i, &cpus, &cpu) || !cpufreq_read(cpus, cpu, &asked->of[i])) return UNIXLIB_UNKNOWN;
    return UNIXLIB_DONE;
}

int32_t call_system(void *arguments)
{
    const struct processors *processors = find_processors();
    struct unixlib_system *reported = arguments;

    if (!processors || !system_counts_read(processors->proc, reported)) return UNIXLIB_UNKNOWN;
    reported->cpus = processors->map.count;
    return UNIXLIB_DONE;
}

int32_t call_idle_state_count(void *arguments)
{
    struct unixlib_idle_state_count *asked = arguments;
    uint32_t cpu, count;
    int cpus;

    if (!find_cpu(asked->processor, &cpus, &cpu)) return UNIXLIB_UNKNOWN;
    count = cpuidle_count(cpus, cpu);
    if (!count) return UNIXLIB_UNKNOWN;
    asked->count = count;
    return UNIXLIB_DONE;
}

int32_t call_idle_state(void *arguments)
{
    struct unixlib_idle_state *asked = arguments;
    uint32_t cpu;
    int cpus;

    if (!find_cpu(asked->processor, &cpus, &cpu)) return UNIXLIB_UNKNOWN;
    return cpuidle_state(cpus, cpu, asked->index, asked) ? UNIXLIB_DONE : UNIXLIB_UNKNOWN;
}
