/* SPDX-License-Identifier: MIT */
#include "tools/now.h"

#include <windows.h>

enum { SECOND = 10000000, MILLISECOND = 10000 };

uint64_t read_clock(void)
{
    LARGE_INTEGER count, frequency;

    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&frequency);
    return (uint64_t)count.QuadPart / frequency.QuadPart * SECOND
           + (uint64_t)count.QuadPart % frequency.QuadPart * SECOND / frequency.QuadPart;
}

uint32_t sleep_until(uint64_t due)
{
    const uint64_t time = read_clock();

    return due > time ? (uint32_t)((due - time + MILLISECOND - 1) / MILLISECOND) : 0;
}
