/* SPDX-License-Identifier: MIT */
/* An unaware program calls pdh.dll as in Microsoft's example, and prints lines of "name reported least most": each value
   beside Linux's for the same time; idle time in 100 ns. */
#ifndef COUNTING_H
#define COUNTING_H

#include "spin.h"

#include <windows.h>
#include <pdh.h>
#include <pdhmsg.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct counting_functions {
    PDH_STATUS (WINAPI *open)(LPCWSTR, DWORD_PTR, PDH_HQUERY *);
    PDH_STATUS (WINAPI *add)(PDH_HQUERY, LPCSTR, DWORD_PTR, PDH_HCOUNTER *);
    PDH_STATUS (WINAPI *add_english)(PDH_HQUERY, LPCWSTR, DWORD_PTR, PDH_HCOUNTER *);
    PDH_STATUS (WINAPI *collect)(PDH_HQUERY);
    PDH_STATUS (WINAPI *get)(PDH_HCOUNTER, DWORD, LPDWORD, PPDH_FMT_COUNTERVALUE);
    PDH_STATUS (WINAPI *close)(PDH_HQUERY);
};

enum { COUNTING_MOST = 64, COUNTING_SPINS = 1000000000 };

/* Of each processor, and last of all together: idle, and what Linux has as idle or waiting for a disk. In 100 ns. */
struct counting_idle {
    unsigned processors;
    ULONG64 idle[COUNTING_MOST + 1], waiting[COUNTING_MOST + 1], time;
};

static inline ULONG64 counting_now(void)
{
    LARGE_INTEGER now, frequency;

    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&frequency);
    return (ULONG64)((double)now.QuadPart * 1e7 / (double)frequency.QuadPart);
}

static inline void counting_read(struct counting_idle *idle)
{
    FILE *file = fopen("\\\\?\\unix\\proc\\stat", "rb");
    unsigned long long user, nice, system, is_idle, waits;
    unsigned n = 0, number;
    char line[1024];

    memset(idle, 0, sizeof *idle);
    idle->time = counting_now();
    while (file && n < COUNTING_MOST && fgets(line, sizeof line, file)) {
        if (strncmp(line, "cpu", 3) || line[3] < '0' || line[3] > '9') continue;
        if (sscanf(line, "cpu%u %llu %llu %llu %llu %llu", &number, &user, &nice, &system, &is_idle, &waits) != 6) continue;
        idle->idle[n] = is_idle * 100000;
        idle->waiting[n++] = (is_idle + waits) * 100000;
    }
    if (file) fclose(file);
    idle->processors = n;
    for (number = 0; number < n; number++) {
        idle->idle[n] += idle->idle[number] / n;
        idle->waiting[n] += idle->waiting[number] / n;
    }
}

/* The status of what fails, and nothing else is done then. */
static inline int counting_failed(const char *what, PDH_STATUS status)
{
    if (status) printf("%s failed %08lx\n", what, (unsigned long)status);
    fflush(stdout);
    return status != 0;
}

/* The file and the counters are not read at one moment: so the file is before and after. */
struct counting_sample {
    struct counting_idle before, after;
};

static inline PDH_STATUS counting_sample(const struct counting_functions *pdh, PDH_HQUERY query,
                                         struct counting_sample *sample)
{
    PDH_STATUS status;

    counting_read(&sample->before);
    status = pdh->collect(query);
    counting_read(&sample->after);
    return status;
}

static inline void counting_say(const char *name, unsigned i, double percent, const struct counting_sample *first,
                                const struct counting_sample *last)
{
    const double least_time = (double)(last->before.time - first->after.time);
    const double most_time = (double)(last->after.time - first->before.time);
    const double reported = (100 - percent) / 100;
    const double least = (double)(last->before.idle[i] - first->after.idle[i]);
    const double most = (double)(last->after.waiting[i] - first->before.waiting[i]);

    printf("%s %.0f %.0f %.0f %.0f\n", name, reported * most_time, reported * least_time, least, most);
}

static inline int counting_run(const struct counting_functions *pdh)
{
    static struct counting_sample first, last;
    PDH_HCOUNTER counters[COUNTING_MOST + 1];
    PDH_FMT_COUNTERVALUE value;
    unsigned i, count;
    PDH_HQUERY query;
    DWORD type = 0;
    char name[64];

    counting_read(&first.before);
    count = first.before.processors;
    if (counting_failed("open", pdh->open(NULL, 0, &query))) return 1;
    for (i = 0; i < count; i++) {
        snprintf(name, sizeof name, "\\Processor(%u)\\%% Processor Time", i);
        if (counting_failed("add", pdh->add(query, name, 0, &counters[i]))) return 1;
    }
    if (counting_failed("add_english", pdh->add_english(query, L"\\Processor(_Total)\\% Processor Time", 0, &counters[i])))
        return 1;
    if (counting_failed("collect", counting_sample(pdh, query, &first))) return 1;
    spin(COUNTING_SPINS);
    Sleep(500);
    if (counting_failed("collect", counting_sample(pdh, query, &last))) return 1;
    for (i = 0; i <= count; i++) {
        if (counting_failed("get", pdh->get(counters[i], PDH_FMT_DOUBLE, &type, &value))) return 1;
        if (i < count) snprintf(name, sizeof name, "processor-%u", i);
        else strcpy(name, "all");
        counting_say(name, i, value.doubleValue, &first, &last);
    }
    printf("type %lx\n", (unsigned long)type);
    if (counting_failed("close", pdh->close(query))) return 1;
    printf("ended\n");
    fflush(stdout);
    return 0;
}

#endif
