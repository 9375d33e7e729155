/* SPDX-License-Identifier: MIT */
/* The usage between two samples: of threads, processes and processors. */
#include "tools/top/samples.h"

#include <stdlib.h>

enum { SECOND = 10000000 };

uint64_t interval_cycles(uint64_t time, uint64_t frequency)
{
    return time / SECOND * frequency + time % SECOND * frequency / SECOND;
}

struct share interval_part(const struct processor_rate *rate, enum processor_part part)
{
    if (part < PART_DPC) return (struct share){ rate->part[part], rate->cycles, rate->has_idle };
    if (part < PART_STATES) return (struct share){ rate->part[part], rate->cycles, rate->has_system };
    /* cppcheck-suppress arrayIndexOutOfBoundsCond; PARTS is none */
    return (struct share){ rate->part[part], rate->elapsed, rate->has_states };
}

struct share interval_share(const struct interval *interval, uint64_t cycles)
{
    return (struct share){ cycles, interval->capacity, interval->frequency };
}

double interval_percent(struct share share)
{
    return share.whole ? 100.0 * (double)share.part / (double)share.whole : 0;
}

static uint64_t grown_by(uint64_t earlier, uint64_t later)
{
    return later > earlier ? later - earlier : 0;
}

static uint64_t smaller_of(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The system may report more idle cycles than passed between the two readings of the clock; the parts are cut to the
   whole. */
static struct processor_rate compare_processors(const struct processor *earlier, const struct processor *later,
                                                uint64_t frequency)
{
    struct processor_rate rate = { .elapsed = grown_by(earlier->moment, later->moment),
                                   .group = later->group,
                                   .number = later->number };
    uint64_t system, rest;
    int i;

    rate.cycles = interval_cycles(rate.elapsed, frequency);
    rate.has_times = earlier->has_times && later->has_times;
    rate.has_idle = earlier->has_idle && later->has_idle && frequency;
    rate.has_system = earlier->has_system && later->has_system && rate.has_times && frequency;
    rate.has_states = earlier->has_states && later->has_states;
    rate.interrupts = later->interrupts - earlier->interrupts;
    for (i = 0; i < SAMPLE_TIMES; i++) rate.time[i] = grown_by(earlier->time[i], later->time[i]);
    for (i = 0; i < SAMPLE_STATES; i++) {
        rate.part[PART_STATES + i] = grown_by(earlier->state[i], later->state[i]);
        rate.entered[i] = later->entered[i] - earlier->entered[i];
    }
    system = rate.has_system ? smaller_of(grown_by(earlier->system_cycles, later->system_cycles), rate.cycles) : 0;
    rest = rate.cycles - system;
    if (rate.has_system) {
        rate.part[PART_INTERRUPT] = smaller_of(interval_cycles(rate.time[TIME_INTERRUPT], frequency), system);
        rate.part[PART_DPC] = system - rate.part[PART_INTERRUPT];
    }
    if (!rate.has_idle) return rate;
    rate.part[PART_IDLE] = smaller_of(grown_by(earlier->idle_cycles, later->idle_cycles), rest);
    rate.part[PART_BUSY] = rest - rate.part[PART_IDLE];
    return rate;
}

/* Systems list what stays in the same order, so a search begins at *NEXT, behind what was found last. A number is given
   again, but never twice with one creation time. NULL: it is new. */
static const struct task *find_task(const struct sample *sample, const struct task *like, size_t *next)
{
    const struct task *task;
    size_t i;

    for (i = 0; i < sample->task_count; i++, ++*next) {
        if (*next >= sample->task_count) *next = 0;
        task = &sample->tasks[*next];
        if (task->process != like->process || task->thread != like->thread || task->created != like->created) continue;
        ++*next;
        return task;
    }
    return NULL;
}

bool interval_make(struct interval *interval, const struct sample *earlier, const struct sample *later)
{
    struct processor_rate *const rates =
        realloc(interval->processors, (later->processor_count + 1) * sizeof *interval->processors);
    struct usage *const usages = realloc(interval->usages, (later->task_count + 1) * sizeof *usages);
    const struct processor *processor, *before;
    const struct task *task, *of;
    size_t next = 0, i, j;

    if (rates) interval->processors = rates;
    if (usages) interval->usages = usages;
    if (!rates || !usages) return false;
    interval->frequency = later->frequency;
    interval->elapsed = grown_by(earlier->moment, later->moment);
    interval->capacity = interval_cycles(interval->elapsed, later->frequency) * later->processor_count;
    interval->processor_count = later->processor_count;
    for (i = 0; i < later->processor_count; i++) {
        processor = &later->processors[i];
        rates[i] = (struct processor_rate){ .group = processor->group, .number = processor->number };
        for (j = 0; j < earlier->processor_count; j++) {
            before = &earlier->processors[j];
            if (before->group != processor->group || before->number != processor->number) continue;
            rates[i] = compare_processors(before, processor, later->frequency);
            break;
        }
    }
    interval->processes = interval->threads = interval->ended = 0;
    for (i = 0; i < earlier->task_count; i++) interval->ended += !earlier->tasks[i].thread;
    for (i = 0; i < later->task_count; i++) {
        of = &later->tasks[i];
        task = find_task(earlier, of, &next);
        usages[i] = (struct usage){ of, of->cycles, of->kernel, of->user, !task };
        interval->threads += of->thread != 0;
        interval->processes += !of->thread;
        if (!task) continue;
        interval->ended -= !of->thread;
        usages[i].cycles = grown_by(task->cycles, of->cycles);
        usages[i].kernel = grown_by(task->kernel, of->kernel);
        usages[i].user = grown_by(task->user, of->user);
    }
    interval->usage_count = later->task_count;
    return true;
}

void interval_free(struct interval *interval)
{
    free(interval->processors);
    free(interval->usages);
    *interval = (struct interval){ 0 };
}
