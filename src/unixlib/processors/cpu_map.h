/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_CPU_MAP_H
#define CYCLETIME_CPU_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The Linux CPU of each Windows processor. Windows' numbers are dense: Wine counts the CPUs that are online when a process
   starts (sysconf(_SC_NPROCESSORS_ONLN), which is sysfs's list), and lists them in ascending order; Linux's numbers have
   holes where a CPU is offline. */

enum { MOST_CPUS = 64 * 64 }; /* groups of at most 64 processors */

struct cpu_map {
    uint32_t count;
    uint16_t cpus[MOST_CPUS]; /* the Linux number of each Windows processor, ascending */
};

/* Adds a Linux CPU. False: its number is not above the last one, or there is no room. */
bool cpu_map_add(struct cpu_map *map, uint64_t cpu);

/* Reads a list such as "0-3,8,10-11\n". False, and an empty map: TEXT is no such list. */
bool cpu_map_parse(struct cpu_map *map, const char *text, size_t length);

/* Returns the number of the Windows processor that is CPU, or map->count if there is none. */
uint32_t cpu_map_find(const struct cpu_map *map, uint64_t cpu);

/* Which CPU of the map each Windows processor is. Processor i is the map's i-th CPU, except in a Wine that obeys
   WINE_CPU_TOPOLOGY: Proton's, and those that took this from it (fill_cpu_override in their dlls/ntdll/unix/system.c).
   There, with "4:0,2,4,6", processor i is the i-th CPU of the list, which may have any order and repeat a CPU. "2s:0,8,1,9"
   is a list of twice as many CPUs, with siblings beside each other. A list with any error is ignored. Wine: topology. */
enum { MOST_MASK_BITS = 64 };

struct cpu_topology {
    uint32_t count;             /* of processors */
    uint16_t places[MOST_CPUS]; /* the index in the map of each one's CPU; the map's count: its CPU is not there */
};

/* Reads the variable's value as a Wine with masks of MASK_BITS does. False: it is no list, and *TOPOLOGY is not changed. */
bool cpu_topology_parse(struct cpu_topology *topology, const struct cpu_map *map, const char *text, uint32_t mask_bits);

/* Whether WORD is among the strings of this process's ntdll.so. It must be if that ntdll.so reads the environment variable
   WORD. That the variable is set proves nothing: it is set for Proton, and a plain Wine that inherits it ignores it. */
bool ntdll_has_string(const char *word);

#endif
