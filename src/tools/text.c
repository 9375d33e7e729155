/* SPDX-License-Identifier: MIT */
/* Text in UTF-8 that grows. */
#include "tools/text.h"
#include "protocol/characters.h"

#include <stdlib.h>
#include <string.h>
#include <wctype.h>

static bool reserve_text(struct text *text, size_t more)
{
    size_t room = 2 * text->room + more + 256;
    char *larger;

    if (text->failed) return false;
    if (text->length + more < text->room) return true;
    larger = realloc(text->bytes, room);
    if (!larger) {
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

static void add_character(struct text *text, uint32_t character)
{
    char bytes[4], *const end = utf8_put(bytes, character);
    const size_t count = (size_t)(end - bytes);

    if (!reserve_text(text, count)) return;
    memcpy(text->bytes + text->length, bytes, count);
    text->length += count;
}

void text_add_name(struct text *text, const uint16_t *name, size_t length, enum text_form form)
{
    const uint16_t *at = name, *const end = name + length;
    uint32_t character;

    while (at < end) {
        character = utf16_next(&at, end);
        if ((character >= HIGH_SURROGATE && character < SURROGATES_END) || character == 0xfffe || character == 0xffff)
            character = BROKEN_CHARACTER;
        if (form == TEXT_JSON && is_control_character(character)) text_add(text, "\\u%04x", (unsigned)character);
        else if (is_control_character(character)) add_character(text, BROKEN_CHARACTER);
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

int text_compare_names(const uint16_t *a, size_t a_length, const uint16_t *b, size_t b_length)
{
    size_t i;

    for (i = 0; i < a_length && i < b_length; i++)
        if (fold_case(a[i]) != fold_case(b[i])) return fold_case(a[i]) < fold_case(b[i]) ? -1 : 1;
    return (a_length > b_length) - (a_length < b_length);
}

bool text_has_part(const uint16_t *name, size_t length, const uint16_t *part, size_t part_length)
{
    size_t at;

    for (at = 0; at + part_length <= length; at++)
        if (!text_compare_names(name + at, part_length, part, part_length)) return true;
    return false;
}
