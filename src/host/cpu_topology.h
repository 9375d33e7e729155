/* SPDX-License-Identifier: MIT */
/*
 * Which CPU of the map a Windows processor is: the one in its place, but in a Wine that follows WINE_CPU_TOPOLOGY, which
 * are Proton's and those that took it from there (fill_cpu_override in their dlls/ntdll/unix/system.c). There "4:0,2,4,6"
 * makes the i-th CPU of the list processor i, whatever their order, one CPU several times too; "2s:0,8,1,9" is a list of
 * twice as many, siblings beside each other. A list that is wrong in any way is none.
 */
#ifndef CYCLETIME_HOST_CPU_TOPOLOGY_H
#define CYCLETIME_HOST_CPU_TOPOLOGY_H

#include "cpu_map.h"

enum { MOST_MASK_BITS = 64 };

struct cpu_topology {
    uint32_t count;             /* of processors */
    uint16_t places[MOST_CPUS]; /* of each in the map; the map's count: its CPU is not there */
};

void cpu_topology_of_map(struct cpu_topology *topology, const struct cpu_map *map);

/* By the variable's value, as a Wine with masks of MASK_BITS reads it. False, *TOPOLOGY untouched: it tells no list. */
bool cpu_topology_parse(struct cpu_topology *topology, const struct cpu_map *map, const char *text, uint32_t mask_bits);

#endif
