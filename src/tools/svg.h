/* SPDX-License-Identifier: MIT */
/* SVG charts, which the Windows programs and the command share. */
#ifndef CYCLETIME_SVG_H
#define CYCLETIME_SVG_H

#include "tools/text.h"

/* Writes a picture in SVG that needs no script and no other file. CLASS is one that the picture's style defines. */

void svg_begin(struct text *text, int width, double height, const char *style);
void svg_end(struct text *text);

/* The formatted text is not escaped: names have to be escaped before (TEXT_XML). */
void svg_text(struct text *text, double x, double y, const char *class, const char *format, ...)
    __attribute__((format(TEXT_FORMAT, 5, 6)));
void svg_rectangle(struct text *text, double x, double y, double width, double height, const char *fill);
void svg_bar(struct text *text, double x, double y, double width, double height, const char *class);
void svg_circle(struct text *text, double x, double y, double radius, const char *class);

/* Draw the area below a flight of steps: it begins at its bottom, at X, Y; a step goes up or down to Y, and then to X; at
   the end it returns to the bottom Y. */
void svg_area_begin(struct text *text, double x, double y, const char *fill);
void svg_area_step(struct text *text, double y, double x);
void svg_area_end(struct text *text, double y);

/* Returns the distance of the marks on an axis of SECONDS: 1, 2 or 5 times a power of ten, so that it has ten at most. */
double svg_mark_distance(double seconds);

/* Draw lines from the point X, Y. */
void svg_horizontal(struct text *text, double x, double y, double to_x, const char *class);
void svg_vertical(struct text *text, double x, double y, double to_y, const char *class);

#endif
