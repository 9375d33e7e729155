/* SPDX-License-Identifier: MIT */
#include "forms.h"

typedef unsigned long long number;

void csv_add_header(struct text *text)
{
    text_add(text, "seconds,kind,group,processor,process,thread,name,created,elapsed_100ns,cycles,percent,kernel_100ns,"
                   "user_100ns,idle_cycles,idle_percent,dpc_cycles,dpc_percent,interrupt_cycles,interrupt_percent,"
                   "idle_100ns,dpc_100ns,interrupt_100ns,interrupts,c1_100ns,c1_percent,c2_100ns,c2_percent,"
                   "c3_100ns,c3_percent,parent,job,command\n");
}

static void add_cycles(struct text *text, bool known, uint64_t cycles, uint64_t whole)
{
    if (known) text_add(text, ",%llu,%.3f", (number)cycles, difference_percent(cycles, whole));
    else text_add(text, ",,");
}

static void add_number(struct text *text, bool known, uint64_t value)
{
    if (known) text_add(text, ",%llu", (number)value);
    else text_add(text, ",");
}

static void add_processor(struct text *text, const struct processor_rate *rate, double seconds)
{
    int i;

    text_add(text, "%.7f,processor,%u,%u,,,,,%llu", seconds, rate->group, rate->number, (number)rate->elapsed);
    add_cycles(text, rate->has_idle, rate->busy, rate->cycles);
    add_number(text, rate->has_times, rate->kernel_time);
    add_number(text, rate->has_times, rate->user_time);
    add_cycles(text, rate->has_idle, rate->idle, rate->cycles);
    add_cycles(text, rate->has_system, rate->dpc, rate->cycles);
    add_cycles(text, rate->has_system, rate->interrupt, rate->cycles);
    add_number(text, rate->has_times, rate->idle_time);
    add_number(text, rate->has_system, rate->dpc_time);
    add_number(text, rate->has_system, rate->interrupt_time);
    add_number(text, rate->has_system, rate->interrupts);
    for (i = 0; i < SAMPLE_STATES; i++) add_cycles(text, rate->has_states, rate->state_time[i], rate->elapsed);
    text_add(text, ",,,\n");
}

/* A thread's is its process's. */
static void add_origin(struct text *text, const struct origin *origin)
{
    add_number(text, origin && origin->parent, origin ? origin->parent : 0);
    add_number(text, origin && origin->job != JOB_UNTOLD, origin ? (uint64_t)origin->job : 0);
    text_add(text, ",");
    if (origin && origin->command_length) {
        text_add(text, "\"");
        text_add_name(text, origin->command, origin->command_length, TEXT_CSV);
        text_add(text, "\"");
    }
    text_add(text, "\n");
}

static void add_burn(struct text *text, const struct burn *burn, const struct difference *difference, double seconds)
{
    const struct burner *of = burn->of;

    text_add(text, "%.7f,%s,,,%lu,", seconds, of->thread ? "thread" : "process", (unsigned long)of->process);
    if (of->thread) text_add(text, "%lu", (unsigned long)of->thread);
    text_add(text, ",\"");
    text_add_name(text, of->name, of->name_length, TEXT_CSV);
    text_add(text, "\",%llu,%llu", (number)of->created, (number)difference->elapsed);
    add_cycles(text, difference->frequency, burn->cycles, difference->capacity);
    text_add(text, ",%llu,%llu,,,,,,,,,,,,,,,,", (number)burn->kernel, (number)burn->user);
    add_origin(text, of->thread ? NULL : of->origin);
}

void csv_add(struct text *text, const struct difference *difference, const struct selection *selection, double seconds)
{
    size_t i;

    for (i = 0; i < difference->processor_count; i++) add_processor(text, &difference->processors[i], seconds);
    for (i = 0; i < difference->burn_count; i++) {
        if (!selection_has(selection, difference->burns[i].of)) continue;
        add_burn(text, &difference->burns[i], difference, seconds);
    }
}
