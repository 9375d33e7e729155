/* SPDX-License-Identifier: MIT */
/* An unaware program makes these queries and prints "name success error value", and last that it came to its end. Most of
   these programs are plain.c and one other file, whose library_ask has the program's way to the functions. */
#ifndef PLAIN_H
#define PLAIN_H

#include "spin.h"

#include <stdio.h>
#include <stdlib.h>

struct plain_functions {
    BOOL (WINAPI *QueryThreadCycleTime)(HANDLE, PULONG64);
    BOOL (WINAPI *QueryProcessCycleTime)(HANDLE, PULONG64);
    BOOL (WINAPI *GetThreadTimes)(HANDLE, LPFILETIME, LPFILETIME, LPFILETIME, LPFILETIME);
    BOOL (WINAPI *GetProcessTimes)(HANDLE, LPFILETIME, LPFILETIME, LPFILETIME, LPFILETIME);
};

enum { PLAIN_TICKS = 500000000 };

static inline ULONG64 plain_value(FILETIME time)
{
    return (ULONG64)time.dwHighDateTime << 32 | time.dwLowDateTime;
}

static inline void plain_say(const char *who, const char *what, BOOL done, ULONG64 value)
{
    DWORD error = GetLastError();

    printf("%s-%s %d %lu %llu\n", who, what, done, error, value);
}

/* Calls, and then says whether that succeeded, and the value. */
#define PLAIN_SAY_CALL(who, what, call, value) \
    do { \
        BOOL done; \
        SetLastError(0); \
        done = (call); \
        plain_say(who, what, done, value); \
    } while (0)

/* OTHER: a process, or NULL. */
static inline void plain_ask(const char *who, const struct plain_functions *ask, HANDLE other)
{
    FILETIME creation, exit, kernel = { 0, 0 }, user = { 0, 0 };
    ULONG64 cycles = 0;

    PLAIN_SAY_CALL(who, "thread-cycles", ask->QueryThreadCycleTime(GetCurrentThread(), &cycles), cycles);
    PLAIN_SAY_CALL(who, "process-cycles", ask->QueryProcessCycleTime(GetCurrentProcess(), &cycles), cycles);
    PLAIN_SAY_CALL(who, "thread-times", ask->GetThreadTimes(GetCurrentThread(), &creation, &exit, &kernel, &user),
                   plain_value(kernel) + plain_value(user));
    PLAIN_SAY_CALL(who, "process-times", ask->GetProcessTimes(GetCurrentProcess(), &creation, &exit, &kernel, &user),
                   plain_value(kernel) + plain_value(user));
    if (!other) return;
    PLAIN_SAY_CALL(who, "other-times", ask->GetProcessTimes(other, &creation, &exit, &kernel, &user),
                   plain_value(kernel) + plain_value(user));
}

/* Works, and prints the ticks that it surely ran, and the counter at its begin. */
static inline void plain_work(void)
{
    ULONG64 begin = tsc();
    struct spin spun = spin(PLAIN_TICKS);

    printf("ran 1 0 %llu\n", spun.ran);
    printf("began 1 0 %llu\n", begin);
}

static inline void plain_end(void)
{
    printf("ended 1 0 %llu\n", tsc());
    fflush(stdout);
}

/* Makes the queries. Each file that defines this function reaches the functions of plain_functions in its own way. OTHER: a
   process, or NULL. */
void library_ask(HANDLE other);

/* In plain_lookup.c: looks the functions up before library_ask does so. */
void plain_look_up(void);

static inline HANDLE plain_other(int argc, char **argv)
{
    return argc > 1 ? OpenProcess(PROCESS_QUERY_INFORMATION, FALSE, strtoul(argv[1], NULL, 10)) : NULL;
}

#endif
