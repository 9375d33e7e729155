/* SPDX-License-Identifier: MIT */
#include "processor_calls.h"
#include "cpuidle.h"
#include "../protocol/host_calls.h"
#include "processors.h"
#include "wine_words.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static struct processors processors;
static bool are_open;

/* Where this Wine follows the variable, and it tells a list. */
static void renumber(void)
{
    static const char variable[] = "WINE_CPU_TOPOLOGY";
    const char *value = getenv(variable);

    if (value && wine_has_word(variable))
        cpu_topology_parse(&processors.topology, &processors.map, value, 8 * sizeof(void *));
}

static void open_once(void)
{
    are_open = processors_open(&processors, "");
    if (are_open) renumber();
}

static struct processors *all(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, open_once);
    return are_open ? &processors : NULL;
}

int32_t call_processors(void *arguments)
{
    struct host_processors *asked = arguments;

    const bool interrupts = asked->counted == HOST_COUNTED_INTERRUPTS, softirqs = asked->counted == HOST_COUNTED_SOFTIRQS;

    if (!all() || !processors_times(&processors, asked->first, asked->count, interrupts, asked->of)) return HOST_UNKNOWN;
    if (softirqs && !processors_softirqs(&processors, asked->first, asked->count, asked->of)) return HOST_UNKNOWN;
    return HOST_DONE;
}

/* Linux' number. */
static bool cpu_of(uint32_t processor, uint32_t *cpu)
{
    if (!all() || processor >= processors.topology.count) return false;
    if (processors.topology.places[processor] >= processors.map.count) return false;
    *cpu = processors.map.cpus[processors.topology.places[processor]];
    return true;
}

int32_t call_idle_state_count(void *arguments)
{
    struct host_idle_state_count *asked = arguments;
    uint32_t cpu, count;

    if (!cpu_of(asked->processor, &cpu)) return HOST_UNKNOWN;
    count = cpuidle_count(processors.cpus, cpu);
    if (!count) return HOST_UNKNOWN;
    asked->count = count;
    return HOST_DONE;
}

int32_t call_idle_state(void *arguments)
{
    struct host_idle_state *asked = arguments;
    struct cpuidle_state state;
    uint32_t cpu;

    if (!cpu_of(asked->processor, &cpu) || !cpuidle_state(processors.cpus, cpu, asked->index, &state)) return HOST_UNKNOWN;
    asked->latency = state.latency;
    asked->residency = state.residency;
    asked->time = state.time;
    asked->usage = state.usage;
    memcpy(asked->name, state.name, sizeof asked->name);
    return HOST_DONE;
}
