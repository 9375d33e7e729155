/* SPDX-License-Identifier: MIT */
/* Wine's ntdll.so in this process: the few of its functions that this library calls. */
#ifndef CYCLETIME_PRELOAD_NTDLL_H
#define CYCLETIME_PRELOAD_NTDLL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ntdll {
    void *allocate, *protect, *query, *queue_apc, *current_teb, *counter;
    uintptr_t begin, end; /* of its code */
    bool calls_as_linux;  /* the calling convention of all of them: Wine 8's is Windows', Wine 10's Linux' */
};

/* Returns false if this is not a process of Wine's, or not yet. */
bool ntdll_find(struct ntdll *ntdll);

/* Returns true if CODE is the address of code of ntdll.so. */
bool ntdll_has(const struct ntdll *ntdll, uintptr_t code);

/* Returns SIZE bytes of memory that Windows' code of both word sizes can address; NULL: there is none. */
void *ntdll_allocate(const struct ntdll *ntdll, size_t size);

/* Returns SIZE bytes behind ntdll.dll, which it and later images can address by a near jump; NULL: there is none, or (32
   bits) all memory is that near. */
void *ntdll_allocate_behind(const struct ntdll *ntdll, size_t size);

/* Makes MEMORY executable and read-only. */
bool ntdll_make_code(const struct ntdll *ntdll, void *memory, size_t size);

/* Queues the call CODE(ARGUMENT) on the calling thread, which makes it just before its program begins. */
bool ntdll_queue(const struct ntdll *ntdll, void *code, void *argument);

struct thread_environment *ntdll_thread(const struct ntdll *ntdll);

#endif
