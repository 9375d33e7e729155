/* SPDX-License-Identifier: MIT */
/* Draws the processes of `cycletime time` as lanes over time. */
#include "tools/command/ended/ended.h"
#include "tools/command/message.h"
#include "tools/svg.h"

#include <errno.h>

enum { WIDTH = 960, MARGIN = 20, LEFT = 230, RIGHT = 690, ELAPSED = 755, CPU = 830, CODE = WIDTH - MARGIN };
enum { TOP = 112, LANE = 22, BAR = 16, NAME_LETTERS = 28, COMMAND_LETTERS = 90 };

/* The colour-blind can distinguish blue and orange. */
static const char style[] =
    ".number{text-anchor:end}.small{font-size:12px;fill-opacity:.75}.head{text-anchor:end;font-size:12px;fill-opacity:.75}"
    ".bad{text-anchor:end;font-weight:bold;fill:#b34700}"
    ".life{fill:#b9d7ee}.busy{fill:#0969b2}.badlife{fill:#f7d0b5}.badbusy{fill:#d55e00}"
    "@media(prefers-color-scheme:dark){.bad{fill:#ff9d57}"
    ".life{fill:#1d3d5c}.busy{fill:#58a6ff}.badlife{fill:#5c3317}.badbusy{fill:#f0883e}}";

static double to_seconds(uint64_t time)
{
    return (double)time / 1e7;
}

/* A process that began before the clock was set back began with the command. */
static double begin_of(const struct process_list *list, const struct process_report *report)
{
    return report->process.created > list->begun ? to_seconds(report->process.created - list->begun) : 0;
}

/* Processes that still run were measured after the command had ended. */
static double find_length(const struct process_list *list)
{
    double length = to_seconds(list->elapsed), end;
    size_t i;

    for (i = 0; i < list->count; i++) {
        end = begin_of(list, &list->reports[i]) + to_seconds(list->reports[i].elapsed);
        if (!list->reports[i].is_wines && end > length) length = end;
    }
    return length > 0 ? length : 1;
}

/* Draws NAME, cut off after MOST characters of UTF-8. */
static void draw_name(struct text *text, double x, double y, const char *class, const char *name, int most)
{
    char *memory = NULL, *cut = format_text("%s", name), *at = cut;
    size_t size;
    FILE *out = open_memstream(&memory, &size);

    while (*at && most > 0)
        if ((*++at & 0xc0) != 0x80) most--;
    if (*at) *at = 0;
    else at = NULL;
    if (out) printable_put(out, cut, PRINTABLE_XML);
    if (!out || fclose(out)) text->failed = true;
    else svg_text(text, x, y, class, "%s%s", memory, at ? "&#8230;" : "");
    free(memory);
    free(cut);
}

/* The height of the busy part is the mean CPU use, at most that of one processor, so its area is CPU time. A bar is two
   pixels wide or more. */
static void draw_lane(struct text *text, const struct process_list *list, const struct process_report *report,
                      double length, double y)
{
    const bool is_bad = report->has_code && report->code;
    const double scale = (RIGHT - LEFT) / length, life = to_seconds(report->elapsed);
    const double used = to_seconds(report->user + report->kernel), share = life > 0 ? used / life : 0;
    const double width = life * scale > 2 ? life * scale : 2, height = BAR * (share < 1 ? share : 1);
    const double x = LEFT + begin_of(list, report) * scale, line = y + 13;

    draw_name(text, MARGIN, line, "", report->name, NAME_LETTERS);
    svg_rectangle(text, x, y, width, BAR, "class", is_bad ? "badlife" : "life");
    svg_rectangle(text, x, y + BAR - height, width, height, "class", is_bad ? "badbusy" : "busy");
    if (report->elapsed) svg_text(text, ELAPSED, line, "number", "%.3f", life);
    else svg_text(text, ELAPSED, line, "number", "unknown");
    svg_text(text, CPU, line, "number", "%.3f", used);
    if (report->state == REPORT_RUNS) svg_text(text, CODE, line, "number", "still runs");
    else if (!report->has_code) svg_text(text, CODE, line, "number", "unknown");
    else if (report->code >> 31) svg_text(text, CODE, line, "bad", "0x%08x", (unsigned)report->code); /* a status */
    else svg_text(text, CODE, line, report->code ? "bad" : "number", "%u", (unsigned)report->code);
}

static void draw_picture_head(struct text *text, const struct process_list *list, char *const *command, size_t lanes)
{
    static const struct {
        double x;
        const char *life, *busy, *meaning;
    } keys[] = { { LEFT, "life", "busy", "runs; height: mean CPU use" },
                 { LEFT + 210, "badlife", "badbusy", "exit code is not 0" } };
    char *joined = format_text("%s", *command), *before;
    uint64_t used = 0, wines = 0;
    size_t i;

    for (command++; *command; command++) {
        before = joined;
        joined = format_text("%s %s", before, *command);
        free(before);
    }
    for (i = 0; i < list->count; i++) {
        used += list->reports[i].user + list->reports[i].kernel;
        if (list->reports[i].is_wines) wines += list->reports[i].user + list->reports[i].kernel;
    }
    draw_name(text, MARGIN, 32, "title", joined, COMMAND_LETTERS);
    free(joined);
    svg_text(text, MARGIN, 56, "", "%.3f seconds, in which %zu process%s used %.3f seconds of CPU time",
             to_seconds(list->elapsed), lanes, lanes == 1 ? "" : "es", to_seconds(used - wines));
    if (lanes < list->count)
        svg_text(text, CODE, 56, "head", "not drawn: Wine's own (%zu), %.3f s of CPU time", list->count - lanes,
                 to_seconds(wines));
    for (i = 0; i < sizeof keys / sizeof *keys; i++) {
        svg_rectangle(text, keys[i].x, TOP - 31, 14, 14, "class", keys[i].life);
        svg_rectangle(text, keys[i].x, TOP - 24, 14, 7, "class", keys[i].busy);
        svg_text(text, keys[i].x + 20, TOP - 20, "small", "%s", keys[i].meaning);
    }
    svg_text(text, ELAPSED, TOP - 20, "head", "elapsed s");
    svg_text(text, CPU, TOP - 20, "head", "CPU s");
    svg_text(text, CODE, TOP - 20, "head", "exit code");
}

bool lanes_write(int out, char *const *command)
{
    const struct process_list list = process_report_all();
    const double length = find_length(&list), distance = svg_mark_distance(length);
    struct text text = { 0 };
    size_t lanes = 0, i;
    double bottom, x;
    bool done;

    for (i = 0; i < list.count; i++) lanes += !list.reports[i].is_wines;
    bottom = TOP + (double)lanes * LANE;
    svg_begin(&text, WIDTH, bottom + 50, style);
    draw_picture_head(&text, &list, command, lanes);
    for (i = 0; (double)i * distance <= length * 1.0001; i++) {
        x = LEFT + (double)i * distance / length * (RIGHT - LEFT);
        svg_line(&text, x, TOP - 6, 'V', bottom, "grid");
        svg_text(&text, x, bottom + 18, "mark", "%.6g", (double)i * distance);
    }
    svg_text(&text, LEFT + (RIGHT - LEFT) / 2.0, bottom + 38, "mark", "seconds");
    for (i = 0, lanes = 0; i < list.count; i++)
        if (!list.reports[i].is_wines) draw_lane(&text, &list, &list.reports[i], length, TOP + (double)lanes++ * LANE);
    text_add(&text, "</svg>\n");
    if (text.failed) errno = ENOMEM;
    done = !text.failed && write_whole(out, text.bytes, text.length, true);
    text_free(&text);
    return done;
}
