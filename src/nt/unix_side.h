/* SPDX-License-Identifier: MIT */
/* The way to the Linux side, cycletime_host.so: a library of Wine's Unix half that is called by number. */
#ifndef CYCLETIME_UNIX_SIDE_H
#define CYCLETIME_UNIX_SIDE_H

#include "cycletime.h"
#include "nt.h"

/* Finds and loads it if that was not done yet and may be done now, once. Then it stays. CYCLETIME_HOST_STATE_ACTIVE: it may
   be called. CYCLETIME_HOST_STATE_NOT_NOW: not to be had here, but another time, because this thread holds the loader's
   lock, as in a DllMain, or another one is at it. All others are final. */
CYCLETIME_HOST_STATE unix_side_open(void);

/* The functions of one that is loaded already, which is then not looked for. Before it is first opened. */
void unix_side_is_given(ULONG64 functions);

/* Loads nothing and asks nobody. */
BOOLEAN unix_side_is_open(void);

struct unix_side {
    NTSTATUS (WINAPI *dispatch)(ULONG64, ULONG, PVOID);
    ULONG64 handle;
};
extern struct unix_side unix_side;

/* Of one that is open. */
static inline NTSTATUS unix_side_call(ULONG number, PVOID arguments)
{
    return unix_side.dispatch(unix_side.handle, number, arguments);
}

#endif
