/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_PRELOAD_NEXT_FUNCTIONS_H
#define CYCLETIME_PRELOAD_NEXT_FUNCTIONS_H

#include "inject/preload/c_library.h"

/* The next definitions of the functions that this library replaces, the C library's or another preload library's. NULL:
   there is none. */
int __sigaction(int number, const struct sigaction *action, struct sigaction *before);

extern struct next_functions {
    int (*execve)(const char *path, char *const *words, char *const *environment);
    int (*execvpe)(const char *name, char *const *words, char *const *environment);
    int (*fexecve)(int file, char *const *words, char *const *environment);
    int (*execveat)(int folder, const char *path, char *const *words, char *const *environment, int flags);
    __typeof__(posix_spawn) *posix_spawn, *posix_spawnp;
    __typeof__(pthread_create) *pthread_create;
    __typeof__(pthread_sigmask) *pthread_sigmask;
    __typeof__(sigaction) *sigaction;
    void (*pthread_exit)(void *result), (*_exit)(int status);
    const char *own_library; /* the path of this library; NULL: unknown, or this process is Wine's and executes no file */
} next_functions;

/* Called when this library is initialised, and by a function that is called earlier by a library of the program's. */
void find_next_functions(void);

/* Calls the next sigaction. */
int next_sigaction(int number, const struct sigaction *action, struct sigaction *before);

#endif
