/* SPDX-License-Identifier: MIT */
/* Wine's ntdll.so in this process: the few functions of it that are called. */
#ifndef CYCLETIME_PRELOAD_NTDLL_H
#define CYCLETIME_PRELOAD_NTDLL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ntdll {
    void *allocate, *protect, *query, *queue_apc, *current_teb, *counter;
    bool calls_as_linux; /* the calling convention of all of them: Wine 8's is Windows', Wine 10's Linux' */
};

/* False: this is no process of Wine's, or not yet. */
bool ntdll_find(struct ntdll *ntdll);

/* SIZE bytes of memory that Windows' code of both word sizes reaches; NULL: there is none. */
void *ntdll_allocate(const struct ntdll *ntdll, size_t size);

/* SIZE bytes behind all images that are mapped yet, of which ntdll.dll is one, where they and those that are mapped later
   reach it; NULL: there is none, or (32 bits) all memory is like that. */
void *ntdll_allocate_behind_images(const struct ntdll *ntdll, size_t size);

/* Executable, and written no more. */
bool ntdll_make_code(const struct ntdll *ntdll, void *memory, size_t size);

/* CODE(ARGUMENT) on the calling thread, when its program is about to begin. */
bool ntdll_queue(const struct ntdll *ntdll, void *code, void *argument);

struct thread_environment *ntdll_thread(const struct ntdll *ntdll);

#endif
