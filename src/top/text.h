/* SPDX-License-Identifier: MIT */
/* A text that grows, in UTF-8; and names in UTF-16. */
#ifndef CYCLETIME_TEXT_H
#define CYCLETIME_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h> /* __MINGW_PRINTF_FORMAT */

struct text {
    char *bytes;
    size_t length, room;
    bool failed; /* no memory: it is not whole */
};

#ifdef __MINGW_PRINTF_FORMAT
#define TEXT_FORMAT __MINGW_PRINTF_FORMAT
#else
#define TEXT_FORMAT printf
#endif

/* As printf does it. */
void text_add(struct text *text, const char *format, ...) __attribute__((format(TEXT_FORMAT, 2, 3)));
void text_empty(struct text *text);
void text_free(struct text *text);

/* What stands in the name that must not stand bare there. */
enum text_form { TEXT_PLAIN, TEXT_JSON, TEXT_CSV, TEXT_XML };

/* A name in UTF-16. What is no character becomes U+FFFD, and control characters too, but in JSON, which can tell them. */
void text_add_name(struct text *text, const uint16_t *name, size_t length, enum text_form form);

/* Of names in UTF-16, in which a letter's case makes no difference: Latin, Greek and Cyrillic ones. */
/* Less than 0, 0, more than 0. */
int name_compare(const uint16_t *a, size_t a_length, const uint16_t *b, size_t b_length);

/* Nothing is part of every name. */
bool name_contains(const uint16_t *name, size_t length, const uint16_t *part, size_t part_length);

#endif
