/* SPDX-License-Identifier: MIT */
/* SVG charts, which the Windows programs and the command share. */
#ifndef CYCLETIME_SVG_H
#define CYCLETIME_SVG_H

#include "tools/text.h"

/* Writes a picture in SVG that needs no script and no other file. CLASS is one that the picture's style defines. */

/* The picture ends with "</svg>\n". */
void svg_begin(struct text *text, int width, double height, const char *style);

/* The formatted text is not escaped: names have to be escaped before (TEXT_XML). */
void svg_text(struct text *text, double x, double y, const char *class, const char *format, ...)
    __attribute__((format(TEXT_FORMAT, 5, 6)));

/* ATTRIBUTE is "class" or "fill", and VALUE a class or a colour. */
void svg_rectangle(struct text *text, double x, double y, double width, double height, const char *attribute,
                   const char *value);
void svg_circle(struct text *text, double x, double y, double radius, const char *class);

/* Draws a line from the point X, Y: for the WAY 'H' horizontally to the x TO, for 'V' vertically to the y TO. */
void svg_line(struct text *text, double x, double y, char way, double to, const char *class);

/* Returns the distance of the marks on an axis of SECONDS: 1, 2 or 5 times a power of ten, so that it has ten at most. */
double svg_mark_distance(double seconds);

#endif
