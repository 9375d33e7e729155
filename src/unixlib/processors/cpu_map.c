/* SPDX-License-Identifier: MIT */
/* Which number Wine gives each of Linux's CPUs. Wine: topology, ntdll-so. */
#include "unixlib/processors/cpu_map.h"
#include "protocol/arithmetic.h"

#include <link.h>
#include <string.h>

static int search_library(struct dl_phdr_info *library, size_t size, void *word)
{
    const char *const slash = strrchr(library->dlpi_name, '/');
    const size_t length = strlen(word) + 1;
    const ElfW(Phdr) * segment;
    int i;

    (void)size;
    if (strcmp(slash ? slash + 1 : library->dlpi_name, "ntdll.so") != 0) return 0;
    for (i = 0; i < library->dlpi_phnum; i++) {
        segment = &library->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_R) || segment->p_flags & PF_W) continue;
        if (memmem((const char *)library->dlpi_addr + segment->p_vaddr, segment->p_filesz, word, length)) return 1;
    }
    return 0;
}

bool ntdll_has_string(const char *word)
{
    return dl_iterate_phdr(search_library, (void *)word);
}

/* strtol under the name that every glibc has: the headers from 2.38 on use another name, so that a library built with them
   would not run with an older glibc. */
long any_strtol(const char *text, char **end, int base) __asm__("strtol");

bool cpu_map_add(struct cpu_map *map, uint64_t cpu)
{
    if (map->count == MOST_CPUS || cpu > UINT16_MAX) return false;
    if (map->count && cpu <= map->cpus[map->count - 1]) return false;
    map->cpus[map->count++] = (uint16_t)cpu;
    return true;
}

bool cpu_map_parse(struct cpu_map *map, const char *text, size_t length)
{
    const char *at = text, *const end = text + length;
    uint64_t first, last = 0;
    bool good;

    map->count = 0;
    do {
        good = take_number(&at, end, &first);
        if (good) last = first;
        if (good && take_character(&at, end, '-')) good = take_number(&at, end, &last) && last >= first;
        for (; good && first <= last; first++) good = cpu_map_add(map, first);
    } while (good && take_character(&at, end, ','));
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

/* Reads a number as Wine does, with all that strtol lets pass. */
static bool take_wine_number(const char **at, uint32_t *number)
{
    char *end;

    *number = (uint32_t)any_strtol(*at, &end, 10);
    if (end == *at) return false;
    *at = end;
    return true;
}

/* First comes how many CPUs the list has to have; an s doubles it. A CPU's number must be below the count of online CPUs,
   but no online CPU need have it. */
bool cpu_topology_parse(struct cpu_topology *topology, const struct cpu_map *map, const char *text, uint32_t mask_bits)
{
    uint16_t places[MOST_MASK_BITS];
    uint32_t count, cpu, i;

    if (!take_wine_number(&text, &count) || count > mask_bits) return false;
    if (*text == 's' || *text == 'S') {
        count *= 2;
        text++;
    }
    if (!count || count > mask_bits || *text++ != ':') return false;
    for (i = 0; i < count; i++) {
        if (i && *text++ != ',') return false;
        if (!take_wine_number(&text, &cpu) || cpu >= mask_bits || cpu >= map->count) return false;
        places[i] = (uint16_t)cpu_map_find(map, cpu);
    }
    if (*text) return false;
    memcpy(topology->places, places, count * sizeof *places);
    topology->count = count;
    return true;
}
