/* SPDX-License-Identifier: MIT */
/* A random number, of a state that the caller keeps: the same ones after the same first state (splitmix64). */
#ifndef NEXT_RANDOM_H
#define NEXT_RANDOM_H

#include <windows.h>

static inline ULONG64 next_random(ULONG64 *state)
{
    ULONG64 mixed = *state += 0x9e3779b97f4a7c15;

    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    return mixed ^ mixed >> 31;
}

#endif
