/* SPDX-License-Identifier: MIT */
/* A game that asks for the time all over: 200,000 calls of QueryPerformanceCounter in each frame, as DCS World makes them,
 * and nothing else, so that only they are seen. Plain Win32, with no knowledge of cycletime. One "name value" a line:
 * frames a second by that counter, and by the system's tick, which cycletime leaves as it is.
 */
#include <stdio.h>
#include <windows.h>

#define CALLS 200000
#define MEASURE_MS 4000

static LONGLONG draw_frame(void)
{
    LARGE_INTEGER now;
    int i;

    for (i = 0; i < CALLS; i++)
        QueryPerformanceCounter(&now);
    return now.QuadPart;
}

/* The tick that has just begun. */
static ULONGLONG next_tick(void)
{
    ULONGLONG first = GetTickCount64(), now;

    do
        now = GetTickCount64();
    while (now == first);
    return now;
}

int main(void)
{
    ULONGLONG tick = next_tick(), ticks;
    LARGE_INTEGER first, frequency;
    LONGLONG last;
    int frames = 0;

    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&first);
    do {
        last = draw_frame();
        frames++;
        ticks = GetTickCount64() - tick;
    } while (ticks < MEASURE_MS);
    printf("frames-per-s %.1f\n", frames * (double)frequency.QuadPart / (double)(last - first.QuadPart));
    printf("tick-frames-per-s %.1f\n", frames * 1e3 / (double)ticks);
    return 0;
}
