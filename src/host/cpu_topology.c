/* SPDX-License-Identifier: MIT */
#include "cpu_topology.h"
#include "strtol.h"

void cpu_topology_of_map(struct cpu_topology *topology, const struct cpu_map *map)
{
    uint32_t i;

    topology->count = map->count;
    for (i = 0; i < map->count; i++) topology->places[i] = (uint16_t)i;
}

/* As Wine takes it, with all that strtol lets pass. */
static bool take(const char **at, uint32_t *number)
{
    char *end;

    *number = (uint32_t)any_strtol(*at, &end, 10);
    if (end == *at) return false;
    *at = end;
    return true;
}

/* How many CPUs the list has to have; 0: it is none. */
static uint32_t take_count(const char **at, uint32_t most)
{
    uint32_t count;

    if (!take(at, &count) || count > most) return 0;
    if (**at == 's' || **at == 'S') {
        count *= 2;
        ++*at;
    }
    if (count > most || **at != ':') return 0;
    ++*at;
    return count;
}

/* A number below that of the CPUs that are online, even where it is not one of theirs. */
static bool take_cpu(const char **at, const struct cpu_map *map, uint32_t most, uint16_t *place)
{
    uint32_t cpu;

    if (!take(at, &cpu) || cpu >= most || cpu >= map->count) return false;
    *place = (uint16_t)cpu_map_find(map, cpu);
    return true;
}

bool cpu_topology_parse(struct cpu_topology *topology, const struct cpu_map *map, const char *text, uint32_t mask_bits)
{
    const uint32_t count = take_count(&text, mask_bits);
    uint16_t places[MOST_MASK_BITS];
    uint32_t i;

    if (!count) return false;
    for (i = 0; i < count; i++) {
        if (i && *text++ != ',') return false;
        if (!take_cpu(&text, map, mask_bits, &places[i])) return false;
    }
    if (*text) return false;
    for (i = 0; i < count; i++) topology->places[i] = places[i];
    topology->count = count;
    return true;
}
