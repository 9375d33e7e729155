/* SPDX-License-Identifier: MIT */
/* The places in Wine's memory that cycletime relies on, and whether this Wine has them. */
#ifndef CYCLETIME_WINE_LAYOUT_H
#define CYCLETIME_WINE_LAYOUT_H

#include <windows.h>

/* Offsets in a thread's and in the process's environment block. */
struct wine_layout {
    ULONG teb_self, teb_peb, teb_process, teb_thread, teb_stack_base, teb_stack_limit, teb_slots;
    ULONG peb_image, peb_loader, peb_lock, peb_slots, peb_loader_lock;
};

/* The layout of all Wines that cycletime was run with. */
extern const struct wine_layout wine_layout;

/* Returns the name of the first fact in docs/internals/wine.md that does not hold in this process, or NULL: all of
   them hold. It takes the lock of the loader and that of the PEB, so no other thread that holds one may be suspended. The
   last error stays. */
const char *wine_layout_difference(const struct wine_layout *layout);

#endif
