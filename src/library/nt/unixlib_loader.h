/* SPDX-License-Identifier: MIT */
/* The way to the unixlib, cycletime_unixlib.so: a library of Wine's Unix half that is called by number. */
#ifndef CYCLETIME_UNIXLIB_LOADER_H
#define CYCLETIME_UNIXLIB_LOADER_H

#include "cycletime.h"
#include "library/nt/nt.h"

/* Finds and loads the library, once, if that was not done yet and may be done now; it stays loaded.
   CYCLETIME_UNIXLIB_STATE_ACTIVE: it may be called. CYCLETIME_UNIXLIB_STATE_NOT_NOW: it cannot be loaded in this call but
   may be in a later one, because this thread holds the loader's lock, as in a DllMain, or another thread is loading it. All
   other results are final. */
CYCLETIME_UNIXLIB_STATE nt_unixlib_open(void);

/* Sets the functions of a library that is loaded already, which is then not searched for. It is called before the first
   nt_unixlib_open. */
void nt_unixlib_use(ULONG64 functions);

/* This function loads nothing and calls nothing. */
BOOLEAN nt_unixlib_is_open(void);

struct nt_unixlib {
    NTSTATUS (WINAPI *dispatch)(ULONG64, ULONG, PVOID);
    ULONG64 handle;
};
extern struct nt_unixlib nt_unixlib;

/* The library must be open. */
static inline NTSTATUS nt_unixlib_call(ULONG number, PVOID arguments)
{
    return nt_unixlib.dispatch(nt_unixlib.handle, number, arguments);
}

#endif
