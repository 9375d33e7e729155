/* SPDX-License-Identifier: MIT */
/* A text in UTF-8 that grows, and names in UTF-16. */
#ifndef CYCLETIME_TEXT_H
#define CYCLETIME_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h> /* __MINGW_PRINTF_FORMAT */

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
int text_compare_names(const uint16_t *a, size_t a_length, const uint16_t *b, size_t b_length);

/* An empty part is in every name. */
bool text_has_part(const uint16_t *name, size_t length, const uint16_t *part, size_t part_length);

#endif
