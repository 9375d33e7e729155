/* SPDX-License-Identifier: MIT */
/* Programs with no knowledge of cycletime that start themselves again as their children share this. Each line that they
   print is "name success last-error value". */
#ifndef UNAWARE_H
#define UNAWARE_H

#include "lost.h"
#include "spin.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POISON 0xdeadbeefu
enum { PATIENCE = 60000 };  /* ms */

/* Ends the program if the condition is false. */
#define MUST(condition) ((condition) ? (void)0 : fail(__FILE__, __LINE__))
#define wait_for(object) MUST(WaitForSingleObject(object, PATIENCE) == WAIT_OBJECT_0)

static inline __attribute__((noreturn)) void fail(const char *file, int line)
{
    fprintf(stderr, "%s:%d: error %lu\n", file, line, GetLastError());
    ExitProcess(20);
}

static inline void say(const char *who, const char *what, BOOL done, DWORD error, ULONG64 value)
{
    printf("%s-%s %d %lu %llu\n", who, what, done, error, value);
    fflush(stdout);
}

static inline void note(const char *who, const char *what, ULONG64 value)
{
    say(who, what, TRUE, POISON, value);
}

struct times {
    ULONG64 creation, exit, kernel, user;
};

typedef BOOL (WINAPI *ask_times)(HANDLE, FILETIME *, FILETIME *, FILETIME *, FILETIME *);

static inline BOOL get_times(ask_times ask, HANDLE handle, struct times *times)
{
    return ask(handle, (FILETIME *)&times->creation, (FILETIME *)&times->exit, (FILETIME *)&times->kernel,
               (FILETIME *)&times->user);
}

static inline struct times times_of(ask_times ask, HANDLE handle)
{
    struct times times;

    MUST(get_times(ask, handle, &times));
    return times;
}

static inline ULONG64 used_by(ask_times ask, HANDLE handle)
{
    const struct times times = times_of(ask, handle);

    return times.kernel + times.user;
}

/* Notes a sum, and the kernel time in it as "what-kernel". */
static inline void note_times(const char *who, const char *what, struct times times)
{
    char part[32];

    snprintf(part, sizeof part, "%s-kernel", what);
    note(who, what, times.kernel + times.user);
    note(who, part, times.kernel);
}

static inline ULONG64 cycles_of(HANDLE thread)
{
    ULONG64 cycles;

    MUST(QueryThreadCycleTime(thread, &cycles));
    return cycles;
}

static inline HANDLE inherited_event(void)
{
    SECURITY_ATTRIBUTES inherited = { sizeof inherited, NULL, TRUE };
    const HANDLE event = CreateEventW(&inherited, TRUE, FALSE, NULL);

    MUST(event != NULL);
    return event;
}

/* Returns the handle that %p wrote into the argument. */
static inline HANDLE handle_from(const char *argument)
{
    return (HANDLE)(ULONG_PTR)strtoull(argument, NULL, 16);
}

/* Lets the kernel work until this thread's kernel time is as long as its user time. */
static inline void work_in_kernel(void)
{
    static char bytes[1 << 16];
    const HANDLE zeros = CreateFileA("\\\\?\\unix\\dev\\zero", GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL);
    struct times times;
    DWORD got;

    MUST(zeros != INVALID_HANDLE_VALUE);
    do {
        MUST(ReadFile(zeros, bytes, sizeof bytes, &got, NULL) && got);
        times = times_of(GetThreadTimes, GetCurrentThread());
    } while (times.kernel < times.user);
    CloseHandle(zeros);
}

/* Starts this program with the arguments that `format` makes. The child inherits all inheritable handles. */
static inline PROCESS_INFORMATION start_self(DWORD flags, const char *format, ...)
{
    STARTUPINFOA startup = { .cb = sizeof startup };
    char self[MAX_PATH], rest[128], line[MAX_PATH + 132];
    PROCESS_INFORMATION child;
    va_list arguments;
    BOOL done;

    MUST(GetModuleFileNameA(NULL, self, sizeof self));
    va_start(arguments, format);
    vsnprintf(rest, sizeof rest, format, arguments);
    va_end(arguments);
    snprintf(line, sizeof line, "\"%s\" %s", self, rest);
    do done = CreateProcessA(self, line, NULL, NULL, TRUE, flags, NULL, NULL, &startup, &child);
    while (is_lost(done));
    MUST(done);
    return child;
}

#endif
