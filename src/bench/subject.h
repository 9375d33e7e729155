/* SPDX-License-Identifier: MIT */
/* What is measured: a call of ours, the system's own beside it, and the NT queries that the answer needs. */
#ifndef SUBJECT_H
#define SUBJECT_H

#include <windows.h>

struct subject {
    const char *name;
    const char *function; /* the system's, NULL: only ours */
    void (*ours)(void);
    void (*systems)(void); /* NULL: this system has no such function */
    void (*queries)(void); /* NULL: the answer needs none */
};

extern struct subject subjects[];
extern const int subject_count;

/* Finds the functions in cycletime.dll, the system's modules and ntdll, and opens the handles. FALSE: a part is missing. */
BOOL subjects_open(HMODULE cycletime);
void subjects_close(void);

#endif
