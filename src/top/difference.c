/* SPDX-License-Identifier: MIT */
#include "difference.h"

#include <stdlib.h>
#include <string.h>

enum { SECOND = 10000000 };

uint64_t difference_cycles(uint64_t time, uint64_t frequency)
{
    return time / SECOND * frequency + time % SECOND * frequency / SECOND;
}

double difference_percent(uint64_t part, uint64_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static uint64_t since(uint64_t earlier, uint64_t later)
{
    return later > earlier ? later - earlier : 0;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Idle cycles are reported up to a reading of the clock more than there were; the parts never are more than the whole. */
static void set_cycles(struct processor_rate *rate, const struct processor *earlier, const struct processor *later,
                       uint64_t frequency)
{
    uint64_t system = least(since(earlier->system_cycles, later->system_cycles), rate->cycles);

    if (rate->has_system) {
        rate->interrupt = least(difference_cycles(rate->interrupt_time, frequency), system);
        rate->dpc = system - rate->interrupt;
    }
    if (!rate->has_idle) return;
    rate->idle = least(since(earlier->idle_cycles, later->idle_cycles), rate->cycles - rate->dpc - rate->interrupt);
    rate->busy = rate->cycles - rate->dpc - rate->interrupt - rate->idle;
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
    rate.idle_time = since(earlier->idle, later->idle);
    rate.kernel_time = since(earlier->kernel, later->kernel);
    rate.user_time = since(earlier->user, later->user);
    rate.dpc_time = since(earlier->dpc, later->dpc);
    rate.interrupt_time = since(earlier->interrupt, later->interrupt);
    rate.interrupts = later->interrupts - earlier->interrupts;
    for (i = 0; i < SAMPLE_STATES; i++) {
        rate.state_time[i] = since(earlier->state[i], later->state[i]);
        rate.entered[i] = later->entered[i] - earlier->entered[i];
    }
    set_cycles(&rate, earlier, later, frequency);
    return rate;
}

/* One that is new tells nothing yet. */
static const struct processor *find_processor(const struct sample *sample, const struct processor *like, size_t guess)
{
    size_t i;

    for (i = guess; i < sample->processor_count; i++)
        if (sample->processors[i].group == like->group && sample->processors[i].number == like->number)
            return &sample->processors[i];
    return guess ? find_processor(sample, like, 0) : NULL;
}

/* The earlier sample's burners by what they are: a number is given again, but never twice with one creation time. */
struct directory {
    const struct burner **slots; /* open addressing; a power of two, at least twice as many as burners */
    size_t mask;
};

static size_t slot_of(const struct directory *directory, const struct burner *burner)
{
    uint64_t mixed = ((uint64_t)burner->process << 32 ^ burner->thread) * 0x9e3779b97f4a7c15ull;
    size_t slot = (size_t)(mixed >> 32) & directory->mask;

    while (directory->slots[slot]
           && (directory->slots[slot]->process != burner->process || directory->slots[slot]->thread != burner->thread
               || directory->slots[slot]->created != burner->created))
        slot = (slot + 1) & directory->mask;
    return slot;
}

static bool directory_make(struct directory *directory, const struct sample *sample)
{
    size_t size = 16, i;

    while (size < 2 * sample->burner_count) size *= 2;
    if (!(directory->slots = calloc(size, sizeof *directory->slots))) return false;
    directory->mask = size - 1;
    for (i = 0; i < sample->burner_count; i++)
        directory->slots[slot_of(directory, &sample->burners[i])] = &sample->burners[i];
    return true;
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

static void compare_lists(struct difference *difference, const struct directory *directory, const struct sample *earlier,
                          const struct sample *later)
{
    size_t stayed = 0, i;
    struct burn *burn;

    difference->processes = difference->threads = difference->ended = 0;
    for (i = 0; i < earlier->burner_count; i++) difference->ended += !earlier->burners[i].thread;
    for (i = 0; i < later->burner_count; i++) {
        burn = &difference->burns[i];
        *burn = compare_burners(directory->slots[slot_of(directory, &later->burners[i])], &later->burners[i]);
        difference->threads += burn->of->thread != 0;
        difference->processes += !burn->of->thread;
        stayed += !burn->of->thread && !burn->began;
    }
    difference->ended -= stayed;
    difference->burn_count = later->burner_count;
}

bool difference_make(struct difference *difference, const struct sample *earlier, const struct sample *later)
{
    const struct processor *before;
    struct directory directory;
    size_t i;

    if (!resize((void **)&difference->processors, later->processor_count, sizeof *difference->processors)
        || !resize((void **)&difference->burns, later->burner_count, sizeof *difference->burns)
        || !directory_make(&directory, earlier))
        return false;
    difference->frequency = later->frequency;
    difference->elapsed = since(earlier->moment, later->moment);
    difference->capacity = difference_cycles(difference->elapsed, later->frequency) * later->processor_count;
    difference->processor_count = later->processor_count;
    for (i = 0; i < later->processor_count; i++) {
        before = find_processor(earlier, &later->processors[i], i);
        difference->processors[i] =
            before ? compare_processors(before, &later->processors[i], later->frequency)
                   : (struct processor_rate){ .group = later->processors[i].group, .number = later->processors[i].number };
    }
    compare_lists(difference, &directory, earlier, later);
    free(directory.slots);
    return true;
}

void difference_free(struct difference *difference)
{
    free(difference->processors);
    free(difference->burns);
    *difference = (struct difference){ 0 };
}
