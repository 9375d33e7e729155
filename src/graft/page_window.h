/* SPDX-License-Identifier: MIT */
/* Pages of a module that are written to for a moment: one at a time, so that what lies on the same page costs one change
   of protection. */
#ifndef CYCLETIME_PAGE_WINDOW_H
#define CYCLETIME_PAGE_WINDOW_H

#include "../nt/nt.h"

struct page_window {
    BYTE *begin, *end; /* NULL: none is open */
    DWORD before;
};

/* SIZE bytes from AT may be written to until another place is opened, or the window is closed; what is executed there stays
   so. */
NTSTATUS page_window_open(struct page_window *window, PVOID at, SIZE_T size);

void page_window_close(struct page_window *window);

#endif
