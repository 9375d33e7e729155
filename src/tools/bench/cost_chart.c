/* SPDX-License-Identifier: MIT */
/* Draws the costs as an SVG chart. */
#include "tools/bench/bench.h"
#include "tools/tools.h"

#include <math.h>

enum { MOST_ROWS = 32, WIDTH = 960, LEFT = 306, RIGHT = 740, ALONE = 840, UNDER = 940, TOP = 112, ROW = 28 };

/* The colour-blind can distinguish these colours; each is as far from white as from black. */
#define ALONE_COLOUR "#d55e00"
#define UNDER_COLOUR "#0080d0"

static const char style[] =
    ".title{font-size:20px}.cost{text-anchor:end}.way{stroke:currentColor;stroke-width:2;stroke-opacity:.5}"
    ".least{stroke:currentColor;stroke-width:3}.alone{fill:none;stroke:" ALONE_COLOUR ";stroke-width:3}"
    ".under{fill:" UNDER_COLOUR "}";

static struct row {
    const char *what;
    double alone, under, least;
} rows[MOST_ROWS];
static int row_count;

void chart_add(const char *what, double alone, double under, double least)
{
    if (row_count < MOST_ROWS) rows[row_count++] = (struct row){ what, alone, under, least };
}

/* The powers of ten between which all costs lie. */
static int first_power, last_power;

static double cost_place(double nanoseconds)
{
    return LEFT + (log10(nanoseconds) - first_power) / (last_power - first_power) * (RIGHT - LEFT);
}

static void add_cost(struct text *text, double x, double y, const char *class, double nanoseconds)
{
    const int fraction = nanoseconds < 9950 && nanoseconds != 1000;

    if (nanoseconds < 999.5) svg_text(text, x, y, class, "%.0f ns", nanoseconds);
    else if (nanoseconds < 999500) svg_text(text, x, y, class, "%.*f &#181;s", fraction, nanoseconds / 1e3);
    else svg_text(text, x, y, class, "%.0f ms", nanoseconds / 1e6);
}

/* A row has a ring at the cost without cycletime, a line from there to a dot at the cost with it, and a mark at the least
   possible cost. */
BOOL chart_write(const WCHAR *name)
{
    const char *(CDECL *version)(void) = (void *)GetProcAddress(GetModuleHandleA("ntdll"), "wine_get_version");
    const int bottom = TOP + (row_count - 1) * ROW + 16;
    const double ring = 7;
    double least = 10, most = 100, alone, under;
    struct text text = { 0 };
    const struct row *row;
    BOOL is_done;
    int i, y;

    if (!row_count) return FALSE;
    for (row = rows; row < rows + row_count; row++) {
        least = fmin(least, row->least > 0 ? fmin(row->under, row->least) : row->under);
        most = fmax(most, fmax(row->alone, row->under));
    }
    first_power = (int)floor(log10(least));
    last_power = (int)ceil(log10(most));
    svg_begin(&text, WIDTH, bottom + 36, style);
    svg_text(&text, 20, 36, "title", "What a call costs%s%s, %u-bit", version ? ", Wine " : "", version ? version() : "",
             (unsigned)sizeof(void *) * 8);
    svg_circle(&text, LEFT + 6, 72, 5.5, "alone");
    svg_text(&text, LEFT + 18, 77, "", "plain Wine");
    svg_circle(&text, LEFT + 116, 72, 6, "under");
    svg_text(&text, LEFT + 128, 77, "", "with cycletime");
    svg_line(&text, LEFT + 246, 64, 'V', 80, "least");
    svg_text(&text, LEFT + 254, 77, "", "least possible cost");
    svg_text(&text, ALONE, 77, "cost", "plain Wine");
    svg_text(&text, UNDER, 77, "cost", "cycletime");
    for (i = first_power; i <= last_power; i++) {
        svg_line(&text, cost_place(pow(10, i)), TOP - 16, 'V', bottom, "grid");
        add_cost(&text, cost_place(pow(10, i)), bottom + 20, "mark", pow(10, i));
    }
    for (row = rows, y = TOP; row < rows + row_count; row++, y += ROW) {
        alone = row->alone > 0 ? cost_place(row->alone) : 0;
        under = cost_place(row->under);
        svg_text(&text, 20, y + 5, "", "%s", row->what);
        if (row->alone > 0 && fabs(alone - under) > ring)
            svg_line(&text, alone + (alone > under ? -ring : ring), y, 'H', under, "way");
        if (row->alone > 0) svg_circle(&text, alone, y, 5.5, "alone");
        if (row->least > 0) svg_line(&text, cost_place(row->least), y - 8, 'V', y + 8, "least");
        svg_circle(&text, under, y, 6, "under");
        if (row->alone > 0) add_cost(&text, ALONE, y + 5, "cost", row->alone);
        else svg_text(&text, ALONE, y + 5, "cost", "no answer");
        add_cost(&text, UNDER, y + 5, "cost", row->under);
    }
    text_add(&text, "</svg>\n");
    is_done = output_write_file(name, &text);
    text_free(&text);
    return is_done;
}
