/* SPDX-License-Identifier: MIT */
/* The way to the Linux side, cycletime_host.so: a library of Wine's Unix half that is called by number. */
#ifndef CYCLETIME_UNIX_SIDE_H
#define CYCLETIME_UNIX_SIDE_H

#include "cycletime.h"
#include "library/nt/nt.h"

/* Finds and loads the library, once, if that was not done yet and may be done now; it stays loaded.
   CYCLETIME_HOST_STATE_ACTIVE: it may be called. CYCLETIME_HOST_STATE_NOT_NOW: it cannot be loaded in this call but may be
   in a later one, because this thread holds the loader's lock, as in a DllMain, or another thread is loading it. All other
   results are final. */
CYCLETIME_HOST_STATE unix_side_open(void);

/* Sets the functions of a library that is loaded already, which is then not searched for. It is called before the first
   unix_side_open. */
void unix_side_is_given(ULONG64 functions);

/* This function loads nothing and calls nothing. */
BOOLEAN unix_side_is_open(void);

struct unix_side {
    NTSTATUS (WINAPI *dispatch)(ULONG64, ULONG, PVOID);
    ULONG64 handle;
};
extern struct unix_side unix_side;

/* The library must be open. */
static inline NTSTATUS unix_side_call(ULONG number, PVOID arguments)
{
    return unix_side.dispatch(unix_side.handle, number, arguments);
}

#endif
