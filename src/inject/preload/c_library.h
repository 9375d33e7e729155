/* SPDX-License-Identifier: MIT */
/*
 * The functions that this library uses of the C library, all of them weak: this library is loaded into every program, also
 * one with another C library or none, and requires no version of a symbol, so that it works with old and new ones. Except
 * for next_sigaction's, they are called only in a Wine process, which has them all. Functions of text and memory are our
 * own (text.c).
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
#pragma weak faccessat
#pragma weak getenv
#pragma weak getpid
#pragma weak readlink
#pragma weak snprintf
#pragma weak syscall
#pragma weak unlink
#pragma weak unsetenv
#pragma weak write

int __sigaction(int number, const struct sigaction *action, struct sigaction *before);

#endif
