/* SPDX-License-Identifier: MIT */
/*
 * The functions that this library uses of the C library, all of them weak: this library is loaded into every program, also
 * one with another C library or none, and requires no version of a symbol, so that it works with old and new ones. Only
 * begin.c, next_functions.c, ntdll_may_be_here and inject/execute call them in a process that is not Wine's; a
 * Wine process has them all. Functions of text and memory are our own (c_library.c).
 */
#ifndef CYCLETIME_PRELOAD_C_LIBRARY_H
#define CYCLETIME_PRELOAD_C_LIBRARY_H

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#pragma weak __errno_location
#pragma weak __sigaction
#pragma weak access
#pragma weak close
#pragma weak dladdr
#pragma weak dl_iterate_phdr
#pragma weak dlerror
#pragma weak dlopen
#pragma weak dlsym
#pragma weak dup2
#pragma weak environ
#pragma weak faccessat
#pragma weak fcntl
#pragma weak getenv
#pragma weak getpid
#pragma weak getrlimit
#pragma weak getsid
#pragma weak getuid
#pragma weak lseek
#pragma weak mmap
#pragma weak munmap
#pragma weak on_exit
#pragma weak open
#pragma weak posix_spawn_file_actions_addchdir_np
#pragma weak posix_spawn_file_actions_addclose
#pragma weak posix_spawn_file_actions_addfchdir_np
#pragma weak posix_spawn_file_actions_destroy
#pragma weak posix_spawn_file_actions_init
#pragma weak readlink
#pragma weak sbrk
#pragma weak setenv
#pragma weak sigaddset
#pragma weak sigemptyset
#pragma weak sigismember
#pragma weak sigprocmask
#pragma weak snprintf
#pragma weak syscall
#pragma weak unlink
#pragma weak unsetenv
#pragma weak write

/* A function of this library that takes the place of the C library's, for all other code of the process. */
#define EXPORTED __attribute__((visibility("default")))

enum { PLACE = 1024 }; /* the bytes of a path */

#endif
