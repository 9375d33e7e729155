/* SPDX-License-Identifier: MIT */
#include "chart.h"
#include "../cli/dos_path.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_ROWS = 32, WIDTH = 960, LEFT = 306, RIGHT = 740, ALONE = 840, UNDER = 940, TOP = 112, ROW = 28 };

/* The colour-blind can distinguish them; each is as far from white as from black. */
#define ALONE_COLOUR "#d55e00"
#define UNDER_COLOUR "#0080d0"
#define TEXT_COLOUR "#767676"

static struct row {
    const char *what;
    double alone, under, least;
} rows[MOST_ROWS];
static int row_count;

void chart_add(const char *what, double alone, double under, double least)
{
    if (row_count < MOST_ROWS) rows[row_count++] = (struct row){ what, alone, under, least };
}

/* Powers of ten between which all lie. */
static int first_power, last_power;

static void find_powers(void)
{
    double least = 10, most = 100;
    int i;

    for (i = 0; i < row_count; i++) {
        least = fmin(least, rows[i].least > 0 ? fmin(rows[i].under, rows[i].least) : rows[i].under);
        most = fmax(most, fmax(rows[i].alone, rows[i].under));
    }
    first_power = (int)floor(log10(least));
    last_power = (int)ceil(log10(most));
}

static double x_of(double nanoseconds)
{
    return LEFT + (log10(nanoseconds) - first_power) / (last_power - first_power) * (RIGHT - LEFT);
}

static void put_time(FILE *file, double nanoseconds)
{
    if (nanoseconds < 999.5) fprintf(file, "%.0f ns", nanoseconds);
    else if (nanoseconds < 999500)
        fprintf(file, "%.*f &#181;s", nanoseconds < 9950 && nanoseconds != 1000, nanoseconds / 1e3);
    else fprintf(file, "%.0f ms", nanoseconds / 1e6);
}

static void put_axis(FILE *file, int bottom)
{
    int power;

    for (power = first_power; power <= last_power; power++) {
        fprintf(file, "<path class=\"grid\" d=\"M%.1f %dV%d\"/><text class=\"mark\" x=\"%.1f\" y=\"%d\">",
                x_of(pow(10, power)), TOP - 16, bottom, x_of(pow(10, power)), bottom + 20);
        put_time(file, pow(10, power));
        fprintf(file, "</text>\n");
    }
}

/* A ring, and the way from there. */
static void put_alone(FILE *file, double alone, double under, int y)
{
    const double ring = 7;

    if (fabs(alone - under) > ring)
        fprintf(file, "<path class=\"way\" d=\"M%.1f %dH%.1f\"/>", alone + (alone > under ? -ring : ring), y, under);
    fprintf(file, "<circle class=\"alone\" cx=\"%.1f\" cy=\"%d\" r=\"5.5\"/>\n", alone, y);
}

static void put_row(FILE *file, const struct row *row, int y)
{
    fprintf(file, "<text x=\"20\" y=\"%d\">%s</text>\n", y + 5, row->what);
    if (row->alone > 0) put_alone(file, x_of(row->alone), x_of(row->under), y);
    if (row->least > 0) fprintf(file, "<path class=\"least\" d=\"M%.1f %dv16\"/>", x_of(row->least), y - 8);
    fprintf(file, "<circle class=\"under\" cx=\"%.1f\" cy=\"%d\" r=\"6\"/>\n", x_of(row->under), y);
    fprintf(file, "<text class=\"cost\" x=\"%d\" y=\"%d\">", ALONE, y + 5);
    if (row->alone > 0) put_time(file, row->alone);
    else fprintf(file, "no answer");
    fprintf(file, "</text><text class=\"cost\" x=\"%d\" y=\"%d\">", UNDER, y + 5);
    put_time(file, row->under);
    fprintf(file, "</text>\n");
}

static void put_legend(FILE *file)
{
    fprintf(file, "<circle class=\"alone\" cx=\"%d\" cy=\"72\" r=\"5.5\"/><text x=\"%d\" y=\"77\">alone</text>\n", LEFT + 6,
            LEFT + 18);
    fprintf(file, "<circle class=\"under\" cx=\"%d\" cy=\"72\" r=\"6\"/><text x=\"%d\" y=\"77\">under cycletime</text>\n",
            LEFT + 86, LEFT + 98);
    fprintf(file, "<path class=\"least\" d=\"M%d 64v16\"/><text x=\"%d\" y=\"77\">what it cannot cost less than</text>\n",
            LEFT + 226, LEFT + 234);
    fprintf(file,
            "<text class=\"cost\" x=\"%d\" y=\"77\">alone</text><text class=\"cost\" x=\"%d\" y=\"77\">cycletime</text>\n",
            ALONE, UNDER);
}

static void put_head(FILE *file, int height)
{
    const char *(CDECL *version)(void) = (void *)GetProcAddress(GetModuleHandleA("ntdll"), "wine_get_version");

    fprintf(file, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n", WIDTH,
            height, WIDTH, height);
    fprintf(file,
            "<style>text{font:14px sans-serif;fill:" TEXT_COLOUR "}.title{font-size:20px;font-weight:bold}"
            ".cost{text-anchor:end}.mark{text-anchor:middle;font-size:13px}.grid{stroke:" TEXT_COLOUR ";stroke-opacity:.4}"
            ".way{stroke:" TEXT_COLOUR ";stroke-width:2;stroke-opacity:.6}.least{stroke:" TEXT_COLOUR ";stroke-width:3}"
            ".alone{fill:none;stroke:" ALONE_COLOUR ";stroke-width:3}.under{fill:" UNDER_COLOUR "}</style>\n");
    fprintf(file, "<text class=\"title\" x=\"20\" y=\"36\">What a call costs%s%s, %u-bit</text>\n",
            version ? ", Wine " : "", version ? version() : "", (unsigned)sizeof(void *) * 8);
}

static BOOL put_all(FILE *file)
{
    const int bottom = TOP + (row_count - 1) * ROW + 16;
    int i;

    find_powers();
    put_head(file, bottom + 36);
    put_legend(file);
    put_axis(file, bottom);
    for (i = 0; i < row_count; i++) put_row(file, &rows[i], TOP + i * ROW);
    fprintf(file, "</svg>\n");
    return !ferror(file);
}

BOOL chart_write(const WCHAR *name)
{
    WCHAR *path = name[0] == '/' ? dos_path_of_unix_path(name) : NULL;
    FILE *file = row_count ? _wfopen(path ? path : name, L"wb") : NULL;
    BOOL is_done = file && put_all(file);

    if (file && fclose(file)) is_done = FALSE;
    free(path);
    return is_done;
}
