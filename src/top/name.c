/* SPDX-License-Identifier: MIT */
#include "name.h"

static bool is_within(uint16_t unit, uint16_t first, uint16_t last)
{
    return unit >= first && unit <= last;
}

/* In most of Latin Extended-A a capital letter stands just before its small one. */
static uint16_t lower_extended(uint16_t unit)
{
    const bool odd = is_within(unit, 0x139, 0x148) || is_within(unit, 0x179, 0x17e);

    if (unit == 0x130 || unit == 0x138 || unit == 0x149 || unit == 0x178 || unit == 0x17f) return unit;
    return unit % 2 == odd ? unit + 1 : unit;
}

static uint16_t lower(uint16_t unit)
{
    if (is_within(unit, 'A', 'Z') || (is_within(unit, 0xc0, 0xde) && unit != 0xd7)) return unit + 0x20;
    if (is_within(unit, 0x100, 0x17f)) return lower_extended(unit);
    if ((is_within(unit, 0x391, 0x3ab) && unit != 0x3a2) || is_within(unit, 0x410, 0x42f)) return unit + 0x20;
    return is_within(unit, 0x400, 0x40f) ? unit + 0x50 : unit;
}

int name_compare(const uint16_t *a, size_t a_length, const uint16_t *b, size_t b_length)
{
    size_t i;

    for (i = 0; i < a_length && i < b_length; i++)
        if (lower(a[i]) != lower(b[i])) return lower(a[i]) < lower(b[i]) ? -1 : 1;
    return (a_length > b_length) - (a_length < b_length);
}

bool name_contains(const uint16_t *name, size_t length, const uint16_t *part, size_t part_length)
{
    size_t at;

    for (at = 0; at + part_length <= length; at++)
        if (!name_compare(name + at, part_length, part, part_length)) return true;
    return false;
}
