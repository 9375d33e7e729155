/* SPDX-License-Identifier: MIT */
/* Keeps the usage in earlier intervals, by thread and by processor, and draws it as an SVG chart. */
#include "tools/top/screen.h"

#include <math.h>
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
        if (!usage->of->thread || !usage->cycles || !rows_select(selection, usage->of)) continue;
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
            if (share.is_known) height += interval_percent(share) / 100;
            strip->levels[level][history->count] = share.is_known ? (float)height : -1;
        }
    }
    if (!history_add_threads(history, interval, selection)) return false;
    history->moments[history->count++] = (struct moment){ from, to };
    history->seconds = to;
    history->intervals++;
    return true;
}

void history_free(struct history *history)
{
    size_t i;

    for (i = 0; i < history->track_count; i++) free(history->tracks[i]);
    free(history->strips);
    *history = (struct history){ 0 };
}

enum { WIDTH = 960, MARGIN = 20, LEFT = 240, RIGHT = 850, PLOT = RIGHT - LEFT, TOP = 116, BETWEEN = 50 };
enum { MOST_THREADS = 8, THREAD_HEIGHT = 40, GAP = 8, LABEL_HEIGHT = 15 };

/* The colour-blind can distinguish these colours, which differ in grey too. */
static const char idle_colour[] = "#ececec",
                  thread_colour[] = "#009e73", *const level_colours[LEVELS] = { "#0072b2", "#f0b030", "#222222" };

static const char style[] =
    ".title{font-size:22px}.head{font-size:16px;font-weight:bold}.mean{text-anchor:end;font-weight:bold}"
    ".unit{text-anchor:end;font-size:12px;fill-opacity:.75}.small{font-size:12px;fill-opacity:.75}"
    "@media(prefers-color-scheme:dark){[fill=\"#ececec\"]{fill:#30363d}[fill=\"#222222\"]{fill:#f0f6fc}"
    "[fill=\"#0072b2\"]{fill:#1f8fd6}}";

/* The mean of a series in percent, with 0 for unknown values. */
static double history_mean(const struct history *history, const series values)
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

static bool history_knows(const struct history *history, const series values)
{
    size_t i;

    for (i = 0; i < history->count; i++)
        if (values[i] < 0) return false;
    return true;
}

static double place_on_axis(const struct history *history, double seconds)
{
    return LEFT + (history->seconds > 0 ? seconds / history->seconds * PLOT : 0);
}

/* Filled from the strip's bottom, a step for each moment. */
static void add_area(struct text *text, const struct history *history, const series values, double y, double height,
                     const char *colour)
{
    size_t i;

    text_add(text, "<path fill=\"%s\" d=\"M%.2f %.2f", colour, place_on_axis(history, history->moments[0].begin),
             y + height);
    for (i = 0; i < history->count; i++)
        text_add(text, "V%.1fH%.1f", y + height * (1 - fmin(fmax(values[i], 0), 1)),
                 place_on_axis(history, history->moments[i].end));
    text_add(text, "V%.2fZ\"/>\n", y + height);
}

static void add_mean(struct text *text, const struct history *history, const series values, double y)
{
    if (history_knows(history, values)) svg_text(text, WIDTH - MARGIN, y, "mean", "%.1f %%", history_mean(history, values));
    else svg_text(text, WIDTH - MARGIN, y, "mean", "not known");
}

/* Draws the area behind a series, with a scale if it is high enough. */
static void add_background(struct text *text, double y, double height)
{
    svg_rectangle(text, LEFT, y, PLOT, height, "fill", idle_colour);
    if (height < THREAD_HEIGHT) return;
    svg_text(text, LEFT - 5, y + 10, "unit", "100 %%");
    svg_text(text, LEFT - 5, y + height, "unit", "0 %%");
}

static void add_processor_strips(struct text *text, const struct history *history, double height, double step)
{
    const size_t every = (size_t)ceil(LABEL_HEIGHT / step);
    const bool has_groups = history->strip_count && history->strips[history->strip_count - 1].group;
    const struct strip *strip;
    const series *levels;
    double y, middle;
    size_t i;

    for (i = 0; i < history->strip_count; i++) {
        strip = &history->strips[i];
        levels = strip->levels;
        y = TOP + (double)i * step;
        middle = y + height / 2 + 5;
        add_background(text, y, height);
        if (history_mean(history, levels[LEVEL_INTERRUPT]) > history_mean(history, levels[LEVEL_BUSY])) {
            add_area(text, history, levels[LEVEL_INTERRUPT], y, height, level_colours[LEVEL_INTERRUPT]);
            add_area(text, history, levels[LEVEL_DPC], y, height, level_colours[LEVEL_DPC]);
        }
        add_area(text, history, levels[LEVEL_BUSY], y, height, level_colours[LEVEL_BUSY]);
        if (i % every) continue;
        if (has_groups) svg_text(text, MARGIN, middle, "", "group %u, processor %u", strip->group, strip->number);
        else svg_text(text, MARGIN, middle, "", "processor %u", strip->number);
        add_mean(text, history, levels[LEVEL_BUSY], middle);
    }
}

static void add_thread_strips(struct text *text, const struct history *history, double y)
{
    const struct track *track;
    struct text name = { 0 };
    size_t i;

    for (i = 0; i < history->track_count && i < MOST_THREADS; i++, y += THREAD_HEIGHT + GAP) {
        track = history->tracks[i];
        add_background(text, y, THREAD_HEIGHT);
        add_area(text, history, track->load, y, THREAD_HEIGHT, thread_colour);
        text_empty(&name);
        text_add_name(&name, track->name, track->name_length < 20 ? track->name_length : 20, TEXT_XML);
        svg_text(text, MARGIN, y + 16, "", "%.*s", (int)name.length, name.length ? name.bytes : "");
        svg_text(text, MARGIN, y + 33, "small", "process %lu, thread %lu", (unsigned long)track->process,
                 (unsigned long)track->thread);
        add_mean(text, history, track->load, y + THREAD_HEIGHT / 2.0 + 5);
    }
    if (!history->track_count) svg_text(text, LEFT, y + 16, "", "none used any");
    text->failed |= name.failed;
    text_free(&name);
}

static void add_history_legend(struct text *text, const struct history *history)
{
    const bool has_system = history->strip_count && history_knows(history, history->strips[0].levels[LEVEL_DPC]);
    const struct {
        const char *colour, *what;
        bool is_shown;
    } keys[] = { { level_colours[LEVEL_BUSY], "busy", true },
                 { level_colours[LEVEL_DPC], "DPC", has_system },
                 { level_colours[LEVEL_INTERRUPT], "interrupt", has_system },
                 { idle_colour, "idle", true } };
    int x = LEFT;
    size_t i;

    for (i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (!keys[i].is_shown) continue;
        svg_rectangle(text, x, TOP - 26, 14, 14, "fill", keys[i].colour);
        svg_text(text, x + 20, TOP - 14, "", "%s", keys[i].what);
        x += 105;
    }
    if (!has_system) svg_text(text, x, TOP - 14, "small", "DPC and interrupt: not known here");
}

static int by_total(const void *left, const void *right)
{
    const struct track *a = *(const struct track *const *)left, *b = *(const struct track *const *)right;

    return (a->total < b->total) - (a->total > b->total);
}

void history_add_svg(struct text *text, struct history *history)
{
    const size_t shown = history->track_count < MOST_THREADS ? history->track_count : MOST_THREADS;
    const double strips = (double)(history->strip_count ? history->strip_count : 1),
                 height = fmin(fmax(floor(480 / strips), 6), 48), step = height + (height >= 24 ? GAP : 1),
                 threads = TOP + (double)history->strip_count * step + BETWEEN,
                 bottom = threads + (shown ? (double)shown * (THREAD_HEIGHT + GAP) : 30),
                 mark = svg_mark_distance(history->seconds);
    char speed[64] = "";
    double x;
    int i;

    if (history->frequency)
        snprintf(speed, sizeof speed, ", %.2f billion cycles a second each", (double)history->frequency / 1e9);
    qsort(history->tracks, history->track_count, sizeof *history->tracks, by_total);
    svg_begin(text, WIDTH, bottom + 60, style);
    svg_text(text, MARGIN, 34, "title", "Where the processors' cycles went in %.1f seconds", history->seconds);
    svg_text(text, MARGIN, 56, "", "%zu processor%s%s; %zu interval%s", history->strip_count,
             history->strip_count == 1 ? "" : "s", speed, history->intervals, history->intervals == 1 ? "" : "s");
    svg_text(text, MARGIN, TOP - 14, "head", "Processors");
    svg_text(text, WIDTH - MARGIN, TOP - 14, "mean", "busy, mean");
    add_history_legend(text, history);
    if (history->count) add_processor_strips(text, history, height, step);
    svg_text(text, MARGIN, threads - 14, "head", "Threads by CPU use");
    svg_text(text, WIDTH - MARGIN, threads - 14, "mean", "of one processor, mean");
    if (history->count) add_thread_strips(text, history, threads);
    for (i = 0; i * mark <= history->seconds * 1.0001; i++) {
        x = place_on_axis(history, i * mark);
        svg_line(text, x, TOP, 'V', threads - BETWEEN, "grid");
        svg_line(text, x, threads, 'V', bottom, "grid");
        svg_text(text, x, bottom + 20, "mark", "%.6g", i * mark);
    }
    svg_text(text, LEFT + PLOT / 2.0, bottom + 40, "mark", "seconds");
    text_add(text, "</svg>\n");
}
