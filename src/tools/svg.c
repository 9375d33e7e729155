/* SPDX-License-Identifier: MIT */
/* Draws the parts of an SVG chart. */
#include "tools/svg.h"

/* `style` has rules of the chart itself. Text and lines use currentColor, which is light on a dark page. */
void svg_begin(struct text *text, int width, double height, const char *style)
{
    text_add(text, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.0f\" viewBox=\"0 0 %d %.0f\">\n",
             width, height, width, height);
    text_add(text,
             "<style>svg{color:#1f2328}.page{fill:#fff}"
             "@media(prefers-color-scheme:dark){svg{color:#e6edf3}.page{fill:#0d1117}}"
             "text{font:14px sans-serif;fill:currentColor}.title{font-weight:bold}"
             ".mark{text-anchor:middle;font-size:13px}.grid{stroke:currentColor;stroke-opacity:.25;fill:none}%s</style>\n"
             "<rect class=\"page\" width=\"100%%\" height=\"100%%\"/>\n",
             style);
}

void svg_text(struct text *text, double x, double y, const char *class, const char *format, ...)
{
    va_list arguments;

    text_add(text, "<text x=\"%.6g\" y=\"%.6g\" class=\"%s\">", x, y, class);
    va_start(arguments, format);
    text_add_list(text, format, arguments);
    va_end(arguments);
    text_add(text, "</text>\n");
}

void svg_rectangle(struct text *text, double x, double y, double width, double height, const char *name, const char *value)
{
    text_add(text, "<rect x=\"%.6g\" y=\"%.6g\" width=\"%.6g\" height=\"%.6g\" %s=\"%s\"/>\n", x, y, width, height, name,
             value);
}

double svg_mark_distance(double seconds)
{
    double step = 0.01;
    int i;

    for (i = 0; seconds / step > 10; i++) step *= i % 3 == 1 ? 2.5 : 2;
    return step;
}

void svg_circle(struct text *text, double x, double y, double radius, const char *class)
{
    text_add(text, "<circle cx=\"%.6g\" cy=\"%.6g\" r=\"%.6g\" class=\"%s\"/>\n", x, y, radius, class);
}

void svg_line(struct text *text, double x, double y, char way, double to, const char *class)
{
    text_add(text, "<path class=\"%s\" d=\"M%.6g %.6g%c%.6g\"/>\n", class, x, y, way, to);
}
