/* SPDX-License-Identifier: MIT */
#include "tools/top/difference.h"

#include <stdlib.h>

enum { SECOND = 10000000 };

uint64_t difference_cycles(uint64_t time, uint64_t frequency)
{
    return time / SECOND * frequency + time % SECOND * frequency / SECOND;
}

struct share difference_part(const struct processor_rate *rate, enum processor_part part)
{
    if (part < PART_DPC) return (struct share){ rate->part[part], rate->cycles, rate->has_idle };
    if (part < PART_STATES) return (struct share){ rate->part[part], rate->cycles, rate->has_system };
    /* cppcheck-suppress arrayIndexOutOfBoundsCond; PARTS is none */
    return (struct share){ rate->part[part], rate->elapsed, rate->has_states };
}

struct share difference_share(const struct difference *difference, uint64_t cycles)
{
    return (struct share){ cycles, difference->capacity, difference->frequency };
}

struct share difference_time_share(const struct difference *difference, uint64_t time)
{
    return difference_share(difference, difference_cycles(time, difference->frequency));
}

double share_percent(struct share share)
{
    return share.whole ? 100.0 * (double)share.part / (double)share.whole : 0;
}

static uint64_t since(uint64_t earlier, uint64_t later)
{
    return later > earlier ? later - earlier : 0;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The system may report more idle cycles than passed between the two readings of the clock; the parts are cut to the
   whole. */
static void set_cycles(struct processor_rate *rate, const struct processor *earlier, const struct processor *later,
                       uint64_t frequency)
{
    uint64_t system = least(since(earlier->system_cycles, later->system_cycles), rate->cycles), rest = rate->cycles;

    if (rate->has_system) {
        rate->part[PART_INTERRUPT] = least(difference_cycles(rate->time[TIME_INTERRUPT], frequency), system);
        rate->part[PART_DPC] = system - rate->part[PART_INTERRUPT];
        rest -= system;
    }
    if (!rate->has_idle) return;
    rate->part[PART_IDLE] = least(since(earlier->idle_cycles, later->idle_cycles), rest);
    rate->part[PART_BUSY] = rest - rate->part[PART_IDLE];
}

static struct processor_rate compare_processors(const struct processor *earlier, const struct processor *later,
                                                uint64_t frequency)
{
    struct processor_rate rate = { .elapsed = since(earlier->moment, later->moment),
                                   .group = later->group,
                                   .number = later->number };
    int i;

    rate.cycles = difference_cycles(rate.elapsed, frequency);
    rate.has_times = earlier->has_times && later->has_times;
    rate.has_idle = earlier->has_idle && later->has_idle && frequency;
    rate.has_system = earlier->has_system && later->has_system && rate.has_times && frequency;
    rate.has_states = earlier->has_states && later->has_states;
    rate.interrupts = later->interrupts - earlier->interrupts;
    for (i = 0; i < SAMPLE_TIMES; i++) rate.time[i] = since(earlier->time[i], later->time[i]);
    for (i = 0; i < SAMPLE_STATES; i++) {
        rate.part[PART_STATES + i] = since(earlier->state[i], later->state[i]);
        rate.entered[i] = later->entered[i] - earlier->entered[i];
    }
    set_cycles(&rate, earlier, later, frequency);
    return rate;
}

/* NULL: it is new. */
static const struct processor *find_processor(const struct sample *sample, const struct processor *like)
{
    size_t i;

    for (i = 0; i < sample->processor_count; i++)
        if (sample->processors[i].group == like->group && sample->processors[i].number == like->number)
            return &sample->processors[i];
    return NULL;
}

/* Systems list what stays in the same order, so a search begins at *NEXT, behind what was found last. A number is given
   again, but never twice with one creation time. NULL: it is new. */
static const struct burner *find_burner(const struct sample *sample, const struct burner *like, size_t *next)
{
    const struct burner *burner;
    size_t i;

    for (i = 0; i < sample->burner_count; i++, ++*next) {
        if (*next >= sample->burner_count) *next = 0;
        burner = &sample->burners[*next];
        if (burner->process != like->process || burner->thread != like->thread || burner->created != like->created)
            continue;
        ++*next;
        return burner;
    }
    return NULL;
}

static struct burn compare_burners(const struct burner *earlier, const struct burner *later)
{
    if (!earlier) return (struct burn){ later, later->cycles, later->kernel, later->user, true };
    return (struct burn){ later, since(earlier->cycles, later->cycles), since(earlier->kernel, later->kernel),
                          since(earlier->user, later->user), false };
}

static bool resize(void **array, size_t count, size_t size)
{
    void *resized = realloc(*array, (count ? count : 1) * size);

    if (resized) *array = resized;
    return resized;
}

static void compare_lists(struct difference *difference, const struct sample *earlier, const struct sample *later)
{
    size_t stayed = 0, next = 0, i;
    struct burn *burn;

    difference->processes = difference->threads = difference->ended = 0;
    for (i = 0; i < earlier->burner_count; i++) difference->ended += !earlier->burners[i].thread;
    for (i = 0; i < later->burner_count; i++) {
        burn = &difference->burns[i];
        *burn = compare_burners(find_burner(earlier, &later->burners[i], &next), &later->burners[i]);
        difference->threads += burn->of->thread != 0;
        difference->processes += !burn->of->thread;
        stayed += !burn->of->thread && !burn->began;
    }
    difference->ended -= stayed;
    difference->burn_count = later->burner_count;
}

bool difference_make(struct difference *difference, const struct sample *earlier, const struct sample *later)
{
    const struct processor *processor, *before;
    size_t i;

    if (!resize((void **)&difference->processors, later->processor_count, sizeof *difference->processors)
        || !resize((void **)&difference->burns, later->burner_count, sizeof *difference->burns))
        return false;
    difference->frequency = later->frequency;
    difference->elapsed = since(earlier->moment, later->moment);
    difference->capacity = difference_cycles(difference->elapsed, later->frequency) * later->processor_count;
    difference->processor_count = later->processor_count;
    for (i = 0; i < later->processor_count; i++) {
        processor = &later->processors[i];
        before = find_processor(earlier, processor);
        difference->processors[i] = before
                                        ? compare_processors(before, processor, later->frequency)
                                        : (struct processor_rate){ .group = processor->group, .number = processor->number };
    }
    compare_lists(difference, earlier, later);
    return true;
}

void difference_free(struct difference *difference)
{
    free(difference->processors);
    free(difference->burns);
    *difference = (struct difference){ 0 };
}
