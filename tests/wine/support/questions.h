/* SPDX-License-Identifier: MIT */
/* All that a profiler may ask while it holds another thread suspended. What it needs for that is had before. */
#ifndef QUESTIONS_H
#define QUESTIONS_H

#include <windows.h>

/* A question is a class of NtQuerySystemInformation, or one of these plus a class or a number. */
enum { ASK_GROUP = 0x10000, ASK_THREAD = 0x20000, ASK_PROCESS = 0x30000, ASK_JOB = 0x40000, ASK_WIN32 = 0x50000 };

struct question {
    const char *name;
    ULONG what;
};

extern const struct question questions[];
extern const ULONG question_count;

/* Once. FALSE: the system gives no job, or no thread to ask about. */
BOOL questions_begin(void);

/* Where the functions are now: again after hooking. */
void questions_resolve(void);

/* Ignores the result. Several threads may call it at once. */
void question_ask(const struct question *question);

#endif
