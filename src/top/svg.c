/* SPDX-License-Identifier: MIT */
#include "forms.h"

#include <math.h>

enum { WIDTH = 960, LEFT = 240, RIGHT = 850, PLOT = RIGHT - LEFT, MOST_THREADS = 8, LABEL_HEIGHT = 15 };

/* The colour-blind can distinguish them, and in grey. */
static const char busy_colour[] = "#0072b2", dpc_colour[] = "#f0b030", interrupt_colour[] = "#222222",
                  thread_colour[] = "#009e73", idle_colour[] = "#ececec";

struct scale {
    double seconds; /* the whole width */
};

static double x_of(const struct scale *scale, double seconds)
{
    return LEFT + (scale->seconds > 0 ? seconds / scale->seconds * PLOT : 0);
}

static double bound(double value)
{
    if (value < 0) return 0;
    return value > 1 ? 1 : value;
}

/* A value's height in one moment. */
typedef double (*part)(const struct history *history, size_t moment, size_t index);

static double load_value(float value)
{
    return value < 0 ? 0 : value;
}

static const struct load *load_at(const struct history *history, size_t moment, size_t processor)
{
    return &history->loads[moment * history->processor_count + processor];
}

static double busy_of(const struct history *history, size_t moment, size_t processor)
{
    return load_value(load_at(history, moment, processor)->busy);
}

static double dpc_of(const struct history *history, size_t moment, size_t processor)
{
    return busy_of(history, moment, processor) + load_value(load_at(history, moment, processor)->dpc);
}

static double interrupt_of(const struct history *history, size_t moment, size_t processor)
{
    return dpc_of(history, moment, processor) + load_value(load_at(history, moment, processor)->interrupt);
}

static double thread_of(const struct history *history, size_t moment, size_t track)
{
    return history->tracks[track]->load[moment];
}

/* Filled from the strip's bottom, a step for each moment. */
static void add_area(struct text *text, const struct history *history, const struct scale *scale, part value, size_t index,
                     double y, double height, const char *colour)
{
    size_t i;

    text_add(text, "<path fill=\"%s\" d=\"M%.2f %.2f", colour, x_of(scale, history->moments[0].begin), y + height);
    for (i = 0; i < history->count; i++)
        text_add(text, "V%.1fH%.1f", y + height * (1 - bound(value(history, i, index))),
                 x_of(scale, history->moments[i].end));
    text_add(text, "V%.2fZ\"/>\n", y + height);
}

static double mean(const struct history *history, part value, size_t index)
{
    double sum = 0, length = 0;
    size_t i;

    for (i = 0; i < history->count; i++) {
        sum += value(history, i, index) * (history->moments[i].end - history->moments[i].begin);
        length += history->moments[i].end - history->moments[i].begin;
    }
    return length > 0 ? 100 * sum / length : 0;
}

static void add_strip(struct text *text, double y, double height)
{
    text_add(text, "<rect x=\"%d\" y=\"%.2f\" width=\"%d\" height=\"%.2f\" fill=\"%s\"/>\n", LEFT, y, PLOT, height,
             idle_colour);
    if (height < 40) return;
    text_add(text, "<text x=\"%d\" y=\"%.2f\" class=\"unit\">100 %%</text>", LEFT - 5, y + 10);
    text_add(text, "<text x=\"%d\" y=\"%.2f\" class=\"unit\">0 %%</text>\n", LEFT - 5, y + height);
}

static void add_percent(struct text *text, double y, double percent, bool known)
{
    if (known) text_add(text, "<text x=\"%d\" y=\"%.2f\" class=\"mean\">%.1f %%</text>\n", WIDTH - 20, y, percent);
    else text_add(text, "<text x=\"%d\" y=\"%.2f\" class=\"mean\">not told</text>\n", WIDTH - 20, y);
}

static bool is_known(const struct history *history, size_t processor, bool system)
{
    size_t i;

    for (i = 0; i < history->count; i++)
        if ((system ? load_at(history, i, processor)->dpc : load_at(history, i, processor)->busy) < 0) return false;
    return true;
}

static double strip_height(size_t count)
{
    const double height = 480.0 / (double)count;

    if (height > 48) return 48;
    return height < 6 ? 6 : floor(height);
}

static void add_processor(struct text *text, const struct history *history, const struct scale *scale, size_t index,
                          double y, double height, bool labelled)
{
    add_strip(text, y, height);
    if (mean(history, interrupt_of, index) > mean(history, busy_of, index)) {
        add_area(text, history, scale, interrupt_of, index, y, height, interrupt_colour);
        add_area(text, history, scale, dpc_of, index, y, height, dpc_colour);
    }
    add_area(text, history, scale, busy_of, index, y, height, busy_colour);
    if (!labelled) return;
    text_add(text, "<text x=\"20\" y=\"%.2f\">", y + height / 2 + 5);
    if (history->processors[history->processor_count - 1].group)
        text_add(text, "group %u, ", (unsigned)history->processors[index].group);
    text_add(text, "processor %u</text>\n", (unsigned)history->processors[index].number);
    add_percent(text, y + height / 2 + 5, mean(history, busy_of, index), is_known(history, index, false));
}

static void add_processors(struct text *text, const struct history *history, const struct scale *scale, double y)
{
    const double height = strip_height(history->processor_count), gap = height >= 24 ? 8 : 1;
    const size_t every = (size_t)ceil(LABEL_HEIGHT / (height + gap));
    size_t i;

    for (i = 0; i < history->processor_count; i++, y += height + gap)
        add_processor(text, history, scale, i, y, height, i % every == 0);
}

static void add_threads(struct text *text, const struct history *history, const struct scale *scale, double y)
{
    const double height = 40, gap = 8;
    const struct track *track;
    size_t i;

    for (i = 0; i < history->track_count && i < MOST_THREADS; i++, y += height + gap) {
        track = history->tracks[i];
        add_strip(text, y, height);
        add_area(text, history, scale, thread_of, i, y, height, thread_colour);
        text_add(text, "<text x=\"20\" y=\"%.2f\">", y + 16);
        text_add_name(text, track->name, track->name_length < 20 ? track->name_length : 20, TEXT_XML);
        text_add(text, "</text><text x=\"20\" y=\"%.2f\" class=\"small\">process %lu, thread %lu</text>\n", y + 33,
                 (unsigned long)track->process, (unsigned long)track->thread);
        add_percent(text, y + height / 2 + 5, mean(history, thread_of, i), true);
    }
    if (!history->track_count) text_add(text, "<text x=\"%d\" y=\"%.2f\">none was seen to burn any</text>\n", LEFT, y + 16);
}

/* 1, 2 or 5 times a power of ten, for ten marks at most. */
static double step_of(double seconds)
{
    double step = 0.01;
    int i;

    for (i = 0; seconds / step > 10; i++) step *= i % 3 == 1 ? 2.5 : 2;
    return step;
}

static void add_grid(struct text *text, const struct scale *scale, double top, double bottom)
{
    const double step = step_of(scale->seconds);
    int i;

    for (i = 0; i * step <= scale->seconds * 1.0001; i++)
        text_add(text, "<path class=\"grid\" d=\"M%.2f %.2fV%.2f\"/>\n", x_of(scale, i * step), top, bottom);
}

static void add_axis(struct text *text, const struct scale *scale, double y)
{
    const double step = step_of(scale->seconds);
    int i;

    for (i = 0; i * step <= scale->seconds * 1.0001; i++)
        text_add(text, "<text x=\"%.2f\" y=\"%.2f\" class=\"mark\">%.6g</text>\n", x_of(scale, i * step), y + 20, i * step);
    text_add(text, "<text x=\"%d\" y=\"%.2f\" class=\"mark\">seconds</text>\n", LEFT + PLOT / 2, y + 40);
}

static int add_key(struct text *text, int x, double y, const char *colour, const char *what)
{
    text_add(text, "<rect x=\"%d\" y=\"%.2f\" width=\"14\" height=\"14\" fill=\"%s\" stroke=\"#888\"/>", x, y - 12, colour);
    text_add(text, "<text x=\"%d\" y=\"%.2f\">%s</text>\n", x + 20, y, what);
    return x + 105;
}

static void add_legend(struct text *text, const struct history *history, double y)
{
    int x = add_key(text, LEFT, y, busy_colour, "busy");

    if (history->processor_count && is_known(history, 0, true)) {
        x = add_key(text, x, y, dpc_colour, "DPC");
        x = add_key(text, x, y, interrupt_colour, "interrupt");
    }
    x = add_key(text, x, y, idle_colour, "idle");
    if (!history->processor_count || !is_known(history, 0, true))
        text_add(text, "<text x=\"%d\" y=\"%.2f\" class=\"small\">DPC and interrupt: not told here</text>\n", x, y);
}

static void add_head(struct text *text, const struct history *history, const struct scale *scale, double height)
{
    text_add(text, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.0f\" viewBox=\"0 0 %d %.0f\">\n",
             WIDTH, height, WIDTH, height);
    text_add(text, "<style>text{font:14px sans-serif;fill:#111}.title{font-size:22px;font-weight:bold}.head{font-size:16px;"
                   "font-weight:bold}.mean{text-anchor:end;font-weight:bold}.mark{text-anchor:middle;font-size:13px}"
                   ".unit{text-anchor:end;font-size:12px;fill:#555}.small{font-size:12px;fill:#444}"
                   ".grid{stroke:#777;stroke-opacity:.35;fill:none}</style>\n");
    text_add(text,
             "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n<text x=\"20\" y=\"34\" class=\"title\">"
             "Where the processors' cycles went in %.1f seconds</text>\n",
             scale->seconds);
    text_add(text, "<text x=\"20\" y=\"56\">%zu processor%s", history->processor_count,
             history->processor_count == 1 ? "" : "s");
    if (history->frequency) text_add(text, ", %.2f billion cycles a second each", (double)history->frequency / 1e9);
    text_add(text, "; %zu interval%s</text>\n", history->intervals, history->intervals == 1 ? "" : "s");
}

void svg_add(struct text *text, struct history *history)
{
    const struct scale scale = { history->count ? history->moments[history->count - 1].end : 0 };
    const double processors = 116, strip = strip_height(history->processor_count ? history->processor_count : 1),
                 threads = processors + history->processor_count * (strip + (strip >= 24 ? 8 : 1)) + 50;
    const size_t shown = history->track_count < MOST_THREADS ? history->track_count : MOST_THREADS;
    const double bottom = threads + (shown ? shown * 48.0 : 30);

    history_sort(history);
    add_head(text, history, &scale, bottom + 60);
    text_add(text, "<text x=\"20\" y=\"%.2f\" class=\"head\">Processors</text>\n", processors - 14);
    add_legend(text, history, processors - 14);
    text_add(text, "<text x=\"%d\" y=\"%.2f\" class=\"mean\">busy, mean</text>\n", WIDTH - 20, processors - 14);
    if (history->count) add_processors(text, history, &scale, processors);
    text_add(text, "<text x=\"20\" y=\"%.2f\" class=\"head\">Threads that burnt the most</text>\n", threads - 14);
    text_add(text, "<text x=\"%d\" y=\"%.2f\" class=\"mean\">of one processor, mean</text>\n", WIDTH - 20, threads - 14);
    if (history->count) add_threads(text, history, &scale, threads);
    add_grid(text, &scale, processors, threads - 50);
    add_grid(text, &scale, threads, bottom);
    add_axis(text, &scale, bottom);
    text_add(text, "</svg>\n");
}
