/* SPDX-License-Identifier: MIT */
/* Text in UTF-8 that grows. */
#include "tools/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <wctype.h>

static bool reserve_text(struct text *text, size_t more)
{
    size_t room = 2 * text->room + more + 256;
    char *larger;

    if (text->failed) return false;
    if (text->length + more < text->room) return true;
    if (!(larger = realloc(text->bytes, room))) {
        text->failed = true;
        return false;
    }
    text->bytes = larger;
    text->room = room;
    return true;
}

void text_add_list(struct text *text, const char *format, va_list arguments)
{
    va_list again;
    int length;

    va_copy(again, arguments);
    length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0) text->failed = true;
    if (length < 0 || !reserve_text(text, (size_t)length)) return;
    vsnprintf(text->bytes + text->length, text->room - text->length, format, arguments);
    text->length += (size_t)length;
}

void text_add(struct text *text, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    text_add_list(text, format, arguments);
    va_end(arguments);
}

void text_empty(struct text *text)
{
    text->length = 0;
    text->failed = false;
}

void text_free(struct text *text)
{
    free(text->bytes);
    *text = (struct text){ 0 };
}

enum { REPLACEMENT = 0xfffd };

/* Half a surrogate pair and the codes that are no characters are replaced. */
static uint32_t next_character(const uint16_t *name, size_t length, size_t *at)
{
    uint32_t unit = name[(*at)++], low;

    if (unit >= 0xfffe) return REPLACEMENT;
    if (unit < 0xd800 || unit >= 0xe000) return unit;
    if (unit >= 0xdc00 || *at == length) return REPLACEMENT;
    low = name[*at];
    if (low < 0xdc00 || low >= 0xe000) return REPLACEMENT;
    ++*at;
    return 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
}

static void add_character(struct text *text, uint32_t character)
{
    const int more = (character >= 0x80) + (character >= 0x800) + (character >= 0x10000);
    static const uint8_t first[] = { 0, 0xc0, 0xe0, 0xf0 };
    int shift = 6 * more;

    if (!reserve_text(text, more + 1)) return;
    text->bytes[text->length++] = (char)(first[more] | character >> shift);
    for (shift -= 6; shift >= 0; shift -= 6) text->bytes[text->length++] = (char)(0x80 | (character >> shift & 0x3f));
}

void text_add_name(struct text *text, const uint16_t *name, size_t length, enum text_form form)
{
    uint32_t character;
    size_t at = 0;

    while (at < length) {
        character = next_character(name, length, &at);
        if (form == TEXT_JSON && is_control_character(character)) text_add(text, "\\u%04x", (unsigned)character);
        else if (is_control_character(character)) add_character(text, REPLACEMENT);
        else if (form == TEXT_JSON && (character == '"' || character == '\\')) text_add(text, "\\%c", (int)character);
        else if (form == TEXT_CSV && character == '"') text_add(text, "\"\"");
        else if (form == TEXT_XML && character == '&') text_add(text, "&amp;");
        else if (form == TEXT_XML && character == '<') text_add(text, "&lt;");
        else if (form == TEXT_XML && character == '>') text_add(text, "&gt;");
        else if (form == TEXT_XML && character == '"') text_add(text, "&quot;");
        else add_character(text, character);
    }
}

static uint16_t fold_case(uint16_t unit)
{
    if (unit < 0x80) return unit >= 'A' && unit <= 'Z' ? unit + 0x20 : unit; /* quicker */
    return (uint16_t)towlower(unit);
}

int name_compare(const uint16_t *a, size_t a_length, const uint16_t *b, size_t b_length)
{
    size_t i;

    for (i = 0; i < a_length && i < b_length; i++)
        if (fold_case(a[i]) != fold_case(b[i])) return fold_case(a[i]) < fold_case(b[i]) ? -1 : 1;
    return (a_length > b_length) - (a_length < b_length);
}

bool name_contains(const uint16_t *name, size_t length, const uint16_t *part, size_t part_length)
{
    size_t at;

    for (at = 0; at + part_length <= length; at++)
        if (!name_compare(name + at, part_length, part, part_length)) return true;
    return false;
}
