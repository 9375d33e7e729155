/* SPDX-License-Identifier: MIT */
#include "history.h"

#include <stdlib.h>
#include <string.h>

static bool begin(struct history *history, const struct difference *difference)
{
    size_t i;

    if (history->loads) return true;
    history->processor_count = difference->processor_count;
    history->loads = calloc(HISTORY_MOMENTS * (difference->processor_count + 1), sizeof *history->loads);
    history->processors = calloc(difference->processor_count + 1, sizeof *history->processors);
    if (!history->loads || !history->processors) return false;
    history->frequency = difference->frequency;
    for (i = 0; i < history->processor_count; i++) {
        history->processors[i].group = difference->processors[i].group;
        history->processors[i].number = difference->processors[i].number;
    }
    return true;
}

static float mix(float first, float second, double part)
{
    return first < 0 || second < 0 ? -1 : (float)(first * part + second * (1 - part));
}

static void halve_processors(struct history *history, size_t into, double part)
{
    const struct load *first = history->loads + 2 * into * history->processor_count;
    const struct load *second = first + history->processor_count;
    struct load *load = history->loads + into * history->processor_count;
    size_t i;

    for (i = 0; i < history->processor_count; i++)
        load[i] = (struct load){ mix(first[i].busy, second[i].busy, part), mix(first[i].dpc, second[i].dpc, part),
                                 mix(first[i].interrupt, second[i].interrupt, part) };
}

static void halve(struct history *history)
{
    double length;
    float *load;
    size_t i, track;

    for (i = 0; i < HISTORY_MOMENTS / 2; i++) {
        const struct moment *first = &history->moments[2 * i], *second = first + 1;
        const double part = (length = second->end - first->begin) > 0 ? (first->end - first->begin) / length : 0.5;

        halve_processors(history, i, part);
        for (track = 0; track < history->track_count; track++) {
            load = history->tracks[track]->load;
            load[i] = mix(load[2 * i], load[2 * i + 1], part);
        }
        history->moments[i] = (struct moment){ first->begin, second->end };
    }
    for (track = 0; track < history->track_count; track++)
        memset(history->tracks[track]->load + HISTORY_MOMENTS / 2, 0, HISTORY_MOMENTS / 2 * sizeof(float));
    history->count = HISTORY_MOMENTS / 2;
}

static struct load load_of(const struct processor_rate *rate)
{
    const double cycles = rate->cycles ? (double)rate->cycles : 1;
    struct load load = { -1, -1, -1 };

    if (rate->has_idle) load.busy = (float)(rate->busy / cycles);
    if (!rate->has_system) return load;
    load.dpc = (float)(rate->dpc / cycles);
    load.interrupt = (float)(rate->interrupt / cycles);
    return load;
}

static struct track *find(const struct history *history, const struct burner *burner)
{
    size_t i;

    for (i = 0; i < history->track_count; i++)
        if (history->tracks[i]->thread == burner->thread && history->tracks[i]->process == burner->process
            && history->tracks[i]->created == burner->created)
            return history->tracks[i];
    return NULL;
}

/* The memory of the one that burnt least so far, when there is no more. */
static struct track *least(struct history *history)
{
    struct track *track = history->tracks[0];
    size_t i;

    for (i = 1; i < history->track_count; i++)
        if (history->tracks[i]->total < track->total) track = history->tracks[i];
    return track;
}

static struct track *add_track(struct history *history, const struct burner *burner)
{
    const bool full = history->track_count == HISTORY_THREADS;
    struct track *track = full ? least(history) : malloc(sizeof *track);

    if (!track) return NULL;
    if (!full) history->tracks[history->track_count++] = track;
    *track = (struct track){ .created = burner->created, .process = burner->process, .thread = burner->thread };
    track->name_length = burner->name_length < 64 ? burner->name_length : 64;
    if (track->name_length) memcpy(track->name, burner->name, track->name_length * sizeof *track->name);
    return track;
}

static bool add_threads(struct history *history, const struct difference *difference, const struct selection *selection)
{
    const double whole = (double)difference_cycles(difference->elapsed, difference->frequency);
    const struct burn *burn;
    struct track *track;

    for (burn = difference->burns; burn < difference->burns + difference->burn_count && whole > 0; burn++) {
        if (!burn->of->thread || !burn->cycles || !selection_has(selection, burn->of)) continue;
        if (!(track = find(history, burn->of)) && !(track = add_track(history, burn->of))) return false;
        track->load[history->count] = (float)(burn->cycles / whole);
        track->total += burn->cycles / (double)difference->frequency;
    }
    return true;
}

bool history_add(struct history *history, const struct difference *difference, const struct selection *selection,
                 double from, double to)
{
    size_t i;

    if (!begin(history, difference)) return false;
    if (history->count == HISTORY_MOMENTS) halve(history);
    for (i = 0; i < history->processor_count; i++)
        history->loads[history->count * history->processor_count + i] =
            i < difference->processor_count ? load_of(&difference->processors[i]) : (struct load){ -1, -1, -1 };
    if (!add_threads(history, difference, selection)) return false;
    history->moments[history->count++] = (struct moment){ from, to };
    history->intervals++;
    return true;
}

static int by_total(const void *left, const void *right)
{
    const struct track *a = *(const struct track *const *)left, *b = *(const struct track *const *)right;

    return (a->total < b->total) - (a->total > b->total);
}

void history_sort(struct history *history)
{
    qsort(history->tracks, history->track_count, sizeof *history->tracks, by_total);
}

void history_free(struct history *history)
{
    size_t i;

    for (i = 0; i < history->track_count; i++) free(history->tracks[i]);
    free(history->loads);
    free(history->processors);
    *history = (struct history){ 0 };
}
