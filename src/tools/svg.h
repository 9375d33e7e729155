/* SPDX-License-Identifier: MIT */
/* SVG charts, which the Windows programs and the command share. They need no script and no other file. */
#ifndef CYCLETIME_SVG_H
#define CYCLETIME_SVG_H

#include "tools/text.h"

/* Begins a chart, which ends with "</svg>\n". CLASS below is one that STYLE defines. */
void svg_begin(struct text *text, int width, double height, const char *style);

/* The formatted text is not escaped: names have to be escaped before (TEXT_XML). */
void svg_text(struct text *text, double x, double y, const char *class, const char *format, ...)
    __attribute__((format(TEXT_FORMAT, 5, 6)));

/* NAME is the attribute "class" or "fill", and VALUE a class or a colour. */
void svg_rectangle(struct text *text, double x, double y, double width, double height, const char *name, const char *value);
void svg_circle(struct text *text, double x, double y, double radius, const char *class);

/* Draws a line from the point X, Y: for the WAY 'H' horizontally to the x TO, for 'V' vertically to the y TO. */
void svg_line(struct text *text, double x, double y, char way, double to, const char *class);

/* Returns the distance of the marks on an axis of SECONDS: 1, 2 or 5 times a power of ten, so that it has ten at most. */
double svg_mark_distance(double seconds);

#endif
