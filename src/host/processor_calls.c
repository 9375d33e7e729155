/* SPDX-License-Identifier: MIT */
#include "processor_calls.h"
#include "cpuidle.h"
#include "../protocol/host_calls.h"
#include "processors.h"

#include <pthread.h>
#include <string.h>

static struct processors processors;
static bool are_open;

static void open_once(void)
{
    are_open = processors_open(&processors, "");
}

static struct processors *all(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, open_once);
    return are_open ? &processors : NULL;
}

int32_t call_processors_idle(void *arguments)
{
    struct host_counts *counts = arguments;

    if (!all() || counts->count > HOST_PROCESSORS) return HOST_UNKNOWN;
    return processors_idle(&processors, counts->first, counts->count, counts->of) ? HOST_DONE : HOST_UNKNOWN;
}

int32_t call_processors_times(void *arguments)
{
    struct host_processors *asked = arguments;
    struct processor_times times[HOST_PROCESSORS];
    uint32_t i;

    if (!all() || asked->count > HOST_PROCESSORS) return HOST_UNKNOWN;
    if (!processors_times(&processors, asked->first, asked->count, times)) return HOST_UNKNOWN;
    for (i = 0; i < asked->count; i++)
        asked->of[i] = (struct host_processor_times){ times[i].idle, times[i].kernel, times[i].user, times[i].irq,
                                                      times[i].softirq };
    return HOST_DONE;
}

int32_t call_interrupts(void *arguments)
{
    struct host_counts *counts = arguments;

    if (!all() || counts->count > HOST_PROCESSORS) return HOST_UNKNOWN;
    return processors_interrupts(&processors, counts->first, counts->count, counts->of) ? HOST_DONE : HOST_UNKNOWN;
}

int32_t call_idle_state_count(void *arguments)
{
    struct host_idle_state_count *asked = arguments;
    uint32_t count;

    if (!all() || asked->processor >= processors.map.count) return HOST_UNKNOWN;
    count = cpuidle_count(processors.cpus, processors.map.cpus[asked->processor]);
    if (!count) return HOST_UNKNOWN;
    asked->count = count;
    return HOST_DONE;
}

int32_t call_idle_state(void *arguments)
{
    struct host_idle_state *asked = arguments;
    struct cpuidle_state state;

    if (!all() || asked->processor >= processors.map.count) return HOST_UNKNOWN;
    if (!cpuidle_state(processors.cpus, processors.map.cpus[asked->processor], asked->index, &state)) return HOST_UNKNOWN;
    asked->latency = state.latency;
    asked->residency = state.residency;
    asked->time = state.time;
    asked->usage = state.usage;
    memcpy(asked->name, state.name, sizeof asked->name);
    return HOST_DONE;
}
