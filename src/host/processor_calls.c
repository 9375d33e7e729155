/* SPDX-License-Identifier: MIT */
#include "processor_calls.h"
#include "cpuidle.h"
#include "../protocol/host_calls.h"
#include "processors.h"
#include "wine_words.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Where this Wine follows the variable, and it tells a list. */
static void renumber(struct processors *processors)
{
    static const char variable[] = "WINE_CPU_TOPOLOGY";
    const char *value = getenv(variable);

    if (value && wine_has_word(variable))
        cpu_topology_parse(&processors->topology, &processors->map, value, 8 * sizeof(void *));
}

static struct processors *opened;

/* Threads that come here at once each open their own, and the first that is done is everyone's: none waits for another,
   which may be suspended. Memory is not malloc's, whose lock it may hold. */
static struct processors *open_beside(void)
{
    struct processors *none = NULL;
    struct processors *own = mmap(NULL, sizeof *own, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (own == MAP_FAILED) return NULL;
    if (processors_open(own, "")) {
        renumber(own);
        if (__atomic_compare_exchange_n(&opened, &none, own, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return own;
        processors_close(own);
    }
    munmap(own, sizeof *own);
    return none;
}

static struct processors *all(void)
{
    struct processors *processors = __atomic_load_n(&opened, __ATOMIC_ACQUIRE);

    return processors ? processors : open_beside();
}

int32_t call_processors(void *arguments)
{
    struct host_processors *asked = arguments;
    const bool interrupts = asked->counted == HOST_COUNTED_INTERRUPTS, softirqs = asked->counted == HOST_COUNTED_SOFTIRQS;
    struct processors *processors = all();

    if (!processors || !processors_times(processors, asked->first, asked->count, interrupts, asked->of))
        return HOST_UNKNOWN;
    if (softirqs && !processors_softirqs(processors, asked->first, asked->count, asked->of)) return HOST_UNKNOWN;
    return HOST_DONE;
}

/* Linux' number, and where its folder is. */
static bool cpu_of(uint32_t processor, int *cpus, uint32_t *cpu)
{
    const struct processors *processors = all();

    if (!processors || processor >= processors->topology.count) return false;
    if (processors->topology.places[processor] >= processors->map.count) return false;
    *cpus = processors->cpus;
    *cpu = processors->map.cpus[processors->topology.places[processor]];
    return true;
}

int32_t call_idle_state_count(void *arguments)
{
    struct host_idle_state_count *asked = arguments;
    uint32_t cpu, count;
    int cpus;

    if (!cpu_of(asked->processor, &cpus, &cpu)) return HOST_UNKNOWN;
    count = cpuidle_count(cpus, cpu);
    if (!count) return HOST_UNKNOWN;
    asked->count = count;
    return HOST_DONE;
}

int32_t call_idle_state(void *arguments)
{
    struct host_idle_state *asked = arguments;
    struct cpuidle_state state;
    uint32_t cpu;
    int cpus;

    if (!cpu_of(asked->processor, &cpus, &cpu) || !cpuidle_state(cpus, cpu, asked->index, &state)) return HOST_UNKNOWN;
    asked->latency = state.latency;
    asked->residency = state.residency;
    asked->time = state.time;
    asked->usage = state.usage;
    memcpy(asked->name, state.name, sizeof asked->name);
    return HOST_DONE;
}
