/* SPDX-License-Identifier: MIT */
/* The characters of text in UTF-8 and UTF-16, and which of them a terminal may get. No function allocates or locks. */
#ifndef CYCLETIME_CHARACTERS_H
#define CYCLETIME_CHARACTERS_H

#include <stdbool.h>
#include <stdint.h>

/* A character beyond U+FFFF is a pair of UTF-16 units, a high and a low surrogate. U+FFFD replaces
   input that is no character. */
enum { HIGH_SURROGATE = 0xd800, LOW_SURROGATE = 0xdc00, SURROGATES_END = 0xe000, BROKEN_CHARACTER = 0xfffd };

/* Returns the character at *AT, which is before END, and moves *AT behind it. A single surrogate is returned unchanged. */
static inline uint32_t utf16_next(const uint16_t **at, const uint16_t *end)
{
    const uint32_t first = *(*at)++;

    if (first < HIGH_SURROGATE || first >= LOW_SURROGATE) return first;
    if (*at == end || **at < LOW_SURROGATE || **at >= SURROGATES_END) return first;
    return 0x10000 + ((first - HIGH_SURROGATE) << 10) + (uint32_t)(*(*at)++ - LOW_SURROGATE);
}

/* Writes CHARACTER as up to four bytes, and returns the address after them. */
static inline char *utf8_put(char *to, uint32_t character)
{
    static const uint8_t first[] = { 0, 0xc0, 0xe0, 0xf0 };
    const int more = (character >= 0x80) + (character >= 0x800) + (character >= 0x10000);
    int shift = 6 * more;

    *to++ = (char)(first[more] | character >> shift);
    for (shift -= 6; shift >= 0; shift -= 6) *to++ = (char)(0x80 | (character >> shift & 0x3f));
    return to;
}

/* Returns the next character of *TEXT, and moves *TEXT behind it. If no valid character begins there, returns
   BROKEN_CHARACTER, and moves *TEXT by one byte. */
static inline uint32_t utf8_next(const char **text)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    const unsigned char *const at = (const unsigned char *)(*text)++;
    const int size = *at < 0x80 ? 1 : *at < 0xc2 ? 0 : *at < 0xe0 ? 2 : *at < 0xf0 ? 3 : *at < 0xf5 ? 4 : 0;
    uint32_t character = size == 1 ? *at : *at & (0x7fu >> size);
    int i;

    for (i = 1; i < size; i++) {
        if ((at[i] & 0xc0) != 0x80) return BROKEN_CHARACTER;
        character = character << 6 | (at[i] & 0x3f);
    }
    if (!size || character < least[size] || character > 0x10ffff) return BROKEN_CHARACTER;
    if (character >= HIGH_SURROGATE && character < SURROGATES_END) return BROKEN_CHARACTER;
    if (size > 1) *text += size - 1;
    return character;
}

/* Returns whether the character has no picture: ASCII's control characters, and those from 0x7f to 0x9f. */
static inline bool is_control_character(uint32_t character)
{
    return character < 0x20 || (character >= 0x7f && character < 0xa0);
}

/* Returns whether the character may be part of a line on a terminal. Controls may not, nor what turns the direction of
   writing or begins another line (Unicode's Cc, Zl, Zp and bidi controls). */
static inline bool is_harmless_character(uint32_t character)
{
    if (is_control_character(character) || character == BROKEN_CHARACTER) return false;
    if (character == 0x61c || character == 0x200e || character == 0x200f) return false;
    return !(character >= 0x2028 && character <= 0x202e) && !(character >= 0x2066 && character <= 0x2069);
}

#endif
