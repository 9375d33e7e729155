/* SPDX-License-Identifier: MIT */
/*
 * Which Linux CPU a Windows processor is. Windows' numbers are dense: Wine counts the CPUs that are online when a process
 * starts (sysconf(_SC_NPROCESSORS_ONLN), which is sysfs' list), and lists them in ascending order; Linux' numbers have
 * holes where a CPU is offline.
 */
#ifndef CYCLETIME_HOST_CPU_MAP_H
#define CYCLETIME_HOST_CPU_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST_CPUS = 64 * 64 }; /* groups of at most 64 processors */

struct cpu_map {
    uint32_t count;
    uint16_t cpus[MOST_CPUS]; /* the Linux number of each Windows processor, ascending */
};

/* Adds a Linux CPU; they must come in ascending order. False: it does not, or there is no room. */
bool cpu_map_add(struct cpu_map *map, uint64_t cpu);

/* From a list such as "0-3,8,10-11\n". False, and an empty map, where it is none. */
bool cpu_map_parse(struct cpu_map *map, const char *text, size_t length);

/* The Windows processor that CPU is; map->count where it is none. */
uint32_t cpu_map_find(const struct cpu_map *map, uint64_t cpu);

/*
 * Which CPU of the map a Windows processor is: the one in its place, but in a Wine that follows WINE_CPU_TOPOLOGY, which
 * are Proton's and those that took it from there (fill_cpu_override in their dlls/ntdll/unix/system.c). There "4:0,2,4,6"
 * makes the i-th CPU of the list processor i, whatever their order, one CPU several times too; "2s:0,8,1,9" is a list of
 * twice as many, siblings beside each other. A list that is wrong in any way is none.
 */
enum { MOST_MASK_BITS = 64 };

struct cpu_topology {
    uint32_t count;             /* of processors */
    uint16_t places[MOST_CPUS]; /* of each in the map; the map's count: its CPU is not there */
};

void cpu_topology_of_map(struct cpu_topology *topology, const struct cpu_map *map);

/* By the variable's value, as a Wine with masks of MASK_BITS reads it. False, *TOPOLOGY untouched: it tells no list. */
bool cpu_topology_parse(struct cpu_topology *topology, const struct cpu_map *map, const char *text, uint32_t mask_bits);

#endif
