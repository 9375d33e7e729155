/* SPDX-License-Identifier: MIT */
/* Text that grows, and SVG charts, which the Windows programs and the command share. */
#ifndef CYCLETIME_SVG_H
#define CYCLETIME_SVG_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h> /* __MINGW_PRINTF_FORMAT */

/* A text in UTF-8 that grows, and names in UTF-16. */

struct text {
    char *bytes;
    size_t length, room;
    bool failed; /* memory ran out, so the text is not whole */
};

#ifdef __MINGW_PRINTF_FORMAT
#define TEXT_FORMAT __MINGW_PRINTF_FORMAT
#else
#define TEXT_FORMAT printf
#endif

/* As printf and vprintf do it. */
void text_add(struct text *text, const char *format, ...) __attribute__((format(TEXT_FORMAT, 2, 3)));
void text_add_list(struct text *text, const char *format, va_list arguments) __attribute__((format(TEXT_FORMAT, 2, 0)));
void text_empty(struct text *text);
void text_free(struct text *text);

/* The form selects which characters of a name are escaped. */
enum text_form { TEXT_PLAIN, TEXT_JSON, TEXT_CSV, TEXT_XML };

/* Adds a name in UTF-16. Codes that are no characters become U+FFFD, and so do control characters, but in JSON, which has
   escapes for them. */
void text_add_name(struct text *text, const uint16_t *name, size_t length, enum text_form form);

/* Compares names in UTF-16, ignoring case by the rules of LC_CTYPE. Less than 0, 0, or more than 0. */
int name_compare(const uint16_t *a, size_t a_length, const uint16_t *b, size_t b_length);

/* An empty part is in every name. */
bool name_contains(const uint16_t *name, size_t length, const uint16_t *part, size_t part_length);

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
