/* SPDX-License-Identifier: MIT */
/* Wine's ntdll.so in this process: the few of its functions that this library calls. */
#ifndef CYCLETIME_PRELOAD_NTDLL_H
#define CYCLETIME_PRELOAD_NTDLL_H

#include "inject/preload/c_library.h"
#include "protocol/process_environment.h"

struct ntdll {
    void *allocate, *protect, *query, *queue_apc, *current_teb, *counter, *close;
    uintptr_t begin, end; /* of its code */
    const char *file;
    bool calls_as_linux;    /* the calling convention of all of them: Wine 8's is Windows', Wine 10's Linux's */
    const char *difference; /* the fact in docs/internals/wine.md that does not hold in this Wine, or NULL */
};

/* Returns false if no ntdll.so is mapped into this process. A handler of signals and a forked child may call this function,
   since it waits for no lock. */
bool ntdll_may_be_here(void);

/* Returns false if this is not a process of Wine's, or not yet. If it sets `difference`, no function can be called. Takes
   ld.so's locks. */
bool ntdll_find(struct ntdll *ntdll);

/* Returns whether Wine's server knows this process, whose program has been chosen, and no Windows code has run in it. False
   also on a thread that is not Windows'. If true, sets `ntdll->difference` if this process's memory cannot be read. */
bool ntdll_is_about_to_begin(struct ntdll *ntdll);

/* Returns true if CODE is the address of code of ntdll.so. */
bool ntdll_has(const struct ntdll *ntdll, uintptr_t code);

/* Returns whether this process can run 32-bit Windows code, as far as that is known. In the new WoW64 mode, Wine has loaded
   the 32-bit ntdll.dll by now; Wine 9.16 and 9.17 have loaded none. If only the 64-bit one is loaded, Wine 8 begins the
   program all the same, in a process that ends with 0. */
bool ntdll_runs_32_bit(const struct ntdll *ntdll);

/* Returns SIZE bytes of memory at the address AT; 0: where Windows' code of both word sizes can address it. NULL: there is
   none. */
void *ntdll_allocate(const struct ntdll *ntdll, uintptr_t at, size_t size);

/* Returns SIZE bytes behind ntdll.dll, which it and later images can address by a near jump, or else before it, which later
   images can; NULL: there are none, ntdll.dll is not loaded yet, or (32 bits) all memory is that near. */
void *ntdll_allocate_behind(const struct ntdll *ntdll, size_t size);

/* Makes the SIZE bytes of CODE executable and read-only, and queues the call CODE(ARGUMENT) on the calling thread, which
   makes it just before its program begins. */
bool ntdll_queue(const struct ntdll *ntdll, void *code, size_t size, void *argument);

struct thread_environment *ntdll_thread(const struct ntdll *ntdll);

/* Calls FUNCTION, one of ntdll.so, with six arguments, of which it may use fewer. Returns whether its status is a success.
   Each machine has its own file. */
bool ntdll_call(const struct ntdll *ntdll, void *function, const uintptr_t arguments[6]);

/* Calls FUNCTION(AS_LINUX, 0) by Linux's convention and FUNCTION(AS_WINDOWS, 0) by Windows', in one call; where the
   conventions are the same, FUNCTION(AS_LINUX, 0). */
void ntdll_call_both(void *function, int64_t *as_linux, int64_t *as_windows);

/* A Linux function that Wine's dispatcher can call. */
typedef int32_t call(void *);

#endif
