/* SPDX-License-Identifier: MIT */
/*
 * What is used of the C library, all of it weak: this library enters every program, also one with another C library or
 * none, and asks for no version of a symbol, so that it fits old and new ones. But for next_sigaction's, these are called
 * in a Wine process only, which has them all. Those of text and memory are our own (text.c).
 */
#ifndef CYCLETIME_PRELOAD_C_LIBRARY_H
#define CYCLETIME_PRELOAD_C_LIBRARY_H

#include <dlfcn.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#pragma weak __sigaction
#pragma weak access
#pragma weak dladdr
#pragma weak dl_iterate_phdr
#pragma weak dlerror
#pragma weak dlopen
#pragma weak dlsym
#pragma weak getenv
#pragma weak getpid
#pragma weak readlink
#pragma weak rename
#pragma weak snprintf
#pragma weak syscall
#pragma weak unlink
#pragma weak unsetenv
#pragma weak write

int __sigaction(int number, const struct sigaction *action, struct sigaction *before);

#endif
