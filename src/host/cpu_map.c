/* SPDX-License-Identifier: MIT */
#include "cpu_map.h"
#include "digits.h"

bool cpu_map_add(struct cpu_map *map, uint64_t cpu)
{
    if (map->count == MOST_CPUS || cpu > UINT16_MAX) return false;
    if (map->count && cpu <= map->cpus[map->count - 1]) return false;
    map->cpus[map->count++] = (uint16_t)cpu;
    return true;
}

static bool add_range(struct cpu_map *map, const char **at, const char *end)
{
    uint64_t first, last;

    if (!take_number(at, end, &first)) return false;
    last = first;
    if (take_character(at, end, '-') && !take_number(at, end, &last)) return false;
    if (last < first) return false;
    for (; first <= last; first++)
        if (!cpu_map_add(map, first)) return false;
    return true;
}

bool cpu_map_parse(struct cpu_map *map, const char *text, size_t length)
{
    const char *at = text, *end = text + length;
    bool good;

    map->count = 0;
    do good = add_range(map, &at, end);
    while (good && take_character(&at, end, ','));
    good = good && take_character(&at, end, '\n') && at == end;
    if (!good) map->count = 0;
    return good;
}

uint32_t cpu_map_find(const struct cpu_map *map, uint64_t cpu)
{
    uint32_t low = 0, high = map->count, middle;

    while (low < high) {
        middle = low + (high - low) / 2;
        if (map->cpus[middle] == cpu) return middle;
        if (map->cpus[middle] < cpu) low = middle + 1;
        else high = middle;
    }
    return map->count;
}
