/* SPDX-License-Identifier: MIT */
/* Keeps the usage in earlier intervals, by process and by processor, for the chart. */
#include "tools/top/samples.h"

#include <stdlib.h>
#include <string.h>

static void halve_series(const struct moment *moments, series values)
{
    float *first = values;
    double length, part;
    size_t i;

    for (i = 0; i < HISTORY_MOMENTS / 2; i++, first += 2, moments += 2) {
        length = moments[1].end - moments[0].begin;
        part = length > 0 ? (moments[0].end - moments[0].begin) / length : 0.5;
        values[i] = first[0] < 0 || first[1] < 0 ? -1 : (float)(first[0] * part + first[1] * (1 - part));
    }
    memset(values + HISTORY_MOMENTS / 2, 0, HISTORY_MOMENTS / 2 * sizeof *values);
}

static void halve_history(struct history *history)
{
    struct moment *const moments = history->moments;
    size_t i, level;

    for (i = 0; i < history->strip_count; i++)
        for (level = 0; level < LEVELS; level++) halve_series(moments, history->strips[i].levels[level]);
    for (i = 0; i < history->track_count; i++) halve_series(moments, history->tracks[i]->load);
    for (i = 0; i < HISTORY_MOMENTS / 2; i++) moments[i] = (struct moment){ moments[2 * i].begin, moments[2 * i + 1].end };
    history->count = HISTORY_MOMENTS / 2;
}

/* Returns the thread's track, or a new one. When all tracks are in use, a new thread gets the track of the thread that has
   used the least CPU time so far. NULL: no memory. */
static struct track *take_track(struct history *history, const struct task *task)
{
    struct track *track, *least = NULL;
    size_t i;

    for (i = 0; i < history->track_count; i++) {
        track = history->tracks[i];
        if (track->thread == task->thread && track->process == task->process && track->created == task->created)
            return track;
        if (!least || track->total < least->total) least = track;
    }
    track = history->track_count == HISTORY_THREADS ? least : malloc(sizeof *track);
    if (!track) return NULL;
    if (track != least) history->tracks[history->track_count++] = track;
    *track = (struct track){ .created = task->created, .process = task->process, .thread = task->thread };
    track->name_length = task->name_length < 64 ? task->name_length : 64;
    if (track->name_length) memcpy(track->name, task->name, track->name_length * sizeof *track->name);
    return track;
}

static bool history_add_threads(struct history *history, const struct interval *interval, const struct selection *selection)
{
    const double whole = (double)interval_cycles(interval->elapsed, interval->frequency);
    const struct usage *usage;
    struct track *track;

    for (usage = interval->usages; usage < interval->usages + interval->usage_count && whole > 0; usage++) {
        if (!usage->of->thread || !usage->cycles || !selection_has(selection, usage->of)) continue;
        track = take_track(history, usage->of);
        if (!track) return false;
        track->load[history->count] = (float)(usage->cycles / whole);
        track->total += usage->cycles / (double)interval->frequency;
    }
    return true;
}

bool history_add(struct history *history, const struct interval *interval, const struct selection *selection, double from,
                 double to)
{
    static const enum processor_part parts[LEVELS] = { PART_BUSY, PART_DPC, PART_INTERRUPT };
    const struct processor_rate unknown = { 0 }, *rate;
    struct share share;
    struct strip *strip;
    double height;
    size_t i;
    int level;

    if (!history->strips) {
        history->strips = calloc(interval->processor_count + 1, sizeof *history->strips);
        if (!history->strips) return false;
        history->frequency = interval->frequency;
        history->strip_count = interval->processor_count;
        for (i = 0; i < history->strip_count; i++) {
            history->strips[i].group = interval->processors[i].group;
            history->strips[i].number = interval->processors[i].number;
        }
    }
    if (history->count == HISTORY_MOMENTS) halve_history(history);
    for (i = 0; i < history->strip_count; i++) {
        strip = &history->strips[i];
        rate = i < interval->processor_count ? &interval->processors[i] : &unknown;
        for (height = 0, level = 0; level < LEVELS; level++) {
            share = interval_part(rate, parts[level]);
            if (share.is_known) height += share_percent(share) / 100;
            strip->levels[level][history->count] = share.is_known ? (float)height : -1;
        }
    }
    if (!history_add_threads(history, interval, selection)) return false;
    history->moments[history->count++] = (struct moment){ from, to };
    history->intervals++;
    return true;
}

double history_mean(const struct history *history, const series values)
{
    double sum = 0, length = 0, moment;
    size_t i;

    for (i = 0; i < history->count; i++) {
        moment = history->moments[i].end - history->moments[i].begin;
        sum += (values[i] > 0 ? values[i] : 0) * moment;
        length += moment;
    }
    return length > 0 ? 100 * sum / length : 0;
}

bool history_knows(const struct history *history, const series values)
{
    size_t i;

    for (i = 0; i < history->count; i++)
        if (values[i] < 0) return false;
    return true;
}

void history_free(struct history *history)
{
    size_t i;

    for (i = 0; i < history->track_count; i++) free(history->tracks[i]);
    free(history->strips);
    *history = (struct history){ 0 };
}
