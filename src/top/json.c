/* SPDX-License-Identifier: MIT */
#include "forms.h"

typedef unsigned long long number;

static void add_cycles(struct text *text, const char *name, bool known, uint64_t cycles, uint64_t whole)
{
    if (known)
        text_add(text, ",\"%s_cycles\":%llu,\"%s_percent\":%.3f", name, (number)cycles, name,
                 difference_percent(cycles, whole));
    else text_add(text, ",\"%s_cycles\":null,\"%s_percent\":null", name, name);
}

static void add_time(struct text *text, const char *name, bool known, uint64_t time)
{
    if (known) text_add(text, ",\"%s_100ns\":%llu", name, (number)time);
    else text_add(text, ",\"%s_100ns\":null", name);
}

static void add_states(struct text *text, const struct processor_rate *rate)
{
    int i;

    for (i = 0; i < SAMPLE_STATES; i++) {
        if (rate->has_states)
            text_add(text, ",\"c%d_100ns\":%llu,\"c%d_percent\":%.3f,\"c%d_entered\":%lu", i + 1,
                     (number)rate->state_time[i], i + 1, difference_percent(rate->state_time[i], rate->elapsed), i + 1,
                     (unsigned long)rate->entered[i]);
        else text_add(text, ",\"c%d_100ns\":null,\"c%d_percent\":null,\"c%d_entered\":null", i + 1, i + 1, i + 1);
    }
}

static void add_processor(struct text *text, const struct processor_rate *rate, uint64_t frequency)
{
    text_add(text, "{\"group\":%u,\"number\":%u,\"elapsed_100ns\":%llu", rate->group, rate->number, (number)rate->elapsed);
    if (frequency) text_add(text, ",\"cycles\":%llu", (number)rate->cycles);
    else text_add(text, ",\"cycles\":null");
    add_cycles(text, "busy", rate->has_idle, rate->busy, rate->cycles);
    add_cycles(text, "idle", rate->has_idle, rate->idle, rate->cycles);
    add_cycles(text, "dpc", rate->has_system, rate->dpc, rate->cycles);
    add_cycles(text, "interrupt", rate->has_system, rate->interrupt, rate->cycles);
    add_time(text, "idle", rate->has_times, rate->idle_time);
    add_time(text, "kernel", rate->has_times, rate->kernel_time);
    add_time(text, "user", rate->has_times, rate->user_time);
    add_time(text, "dpc", rate->has_system, rate->dpc_time);
    add_time(text, "interrupt", rate->has_system, rate->interrupt_time);
    if (rate->has_system) text_add(text, ",\"interrupts\":%lu", (unsigned long)rate->interrupts);
    else text_add(text, ",\"interrupts\":null");
    add_states(text, rate);
    text_add(text, "}");
}

/* What a process and a thread have in common. */
static void add_burn(struct text *text, const struct burn *burn, const struct difference *difference)
{
    text_add(text, ",\"created\":%llu,\"began\":%s", (number)burn->of->created, burn->began ? "true" : "false");
    if (difference->frequency)
        text_add(text, ",\"cycles\":%llu,\"percent\":%.3f,\"total_cycles\":%llu", (number)burn->cycles,
                 difference_percent(burn->cycles, difference->capacity), (number)burn->of->cycles);
    else text_add(text, ",\"cycles\":null,\"percent\":null,\"total_cycles\":null");
    text_add(text, ",\"kernel_100ns\":%llu,\"user_100ns\":%llu", (number)burn->kernel, (number)burn->user);
}

static void add_origin(struct text *text, const struct origin *origin)
{
    if (origin && origin->parent) text_add(text, ",\"parent\":%lu", (unsigned long)origin->parent);
    else text_add(text, ",\"parent\":null");
    if (origin && origin->job != JOB_UNTOLD) text_add(text, ",\"job\":%ld", (long)origin->job);
    else text_add(text, ",\"job\":null");
    if (!origin || !origin->command_length) {
        text_add(text, ",\"command\":null");
        return;
    }
    text_add(text, ",\"command\":\"");
    text_add_name(text, origin->command, origin->command_length, TEXT_JSON);
    text_add(text, "\"");
}

static void add_process(struct text *text, const struct burn *process, const struct difference *difference)
{
    const struct burn *thread;

    text_add(text, "{\"id\":%lu,\"name\":\"", (unsigned long)process->of->process);
    text_add_name(text, process->of->name, process->of->name_length, TEXT_JSON);
    text_add(text, "\"");
    add_origin(text, process->of->origin);
    add_burn(text, process, difference);
    text_add(text, ",\"threads\":[");
    for (thread = process + 1; thread <= process + process->of->threads; thread++) {
        text_add(text, "%s{\"id\":%lu", thread == process + 1 ? "" : ",", (unsigned long)thread->of->thread);
        add_burn(text, thread, difference);
        text_add(text, "}");
    }
    text_add(text, "]}");
}

void json_add(struct text *text, const struct difference *difference, const struct selection *selection, double seconds)
{
    const char *separator = "";
    size_t i;

    text_add(text, "{\"seconds\":%.7f,\"elapsed_100ns\":%llu,", seconds, (number)difference->elapsed);
    if (difference->frequency) text_add(text, "\"cycles_per_second\":%llu", (number)difference->frequency);
    else text_add(text, "\"cycles_per_second\":null");
    text_add(text, ",\"processors\":[");
    for (i = 0; i < difference->processor_count; i++) {
        text_add(text, "%s", i ? "," : "");
        add_processor(text, &difference->processors[i], difference->frequency);
    }
    text_add(text, "],\"processes_ended\":%zu,\"processes\":[", difference->ended);
    for (i = 0; i < difference->burn_count; i += difference->burns[i].of->threads + 1) {
        if (!selection_has(selection, difference->burns[i].of)) continue;
        text_add(text, "%s", separator);
        add_process(text, &difference->burns[i], difference);
        separator = ",";
    }
    text_add(text, "]}\n");
}
