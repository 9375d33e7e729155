/* SPDX-License-Identifier: MIT */
/* Pages of modules that are made writable for a moment: all are opened before the first is written to, so that no step in
   between can fail. Several addresses on one page cost one change of protection. */
#ifndef CYCLETIME_PAGES_H
#define CYCLETIME_PAGES_H

#include "../nt/nt.h"

struct page_window {
    BYTE *begin, *end;
    DWORD before;
};

struct pages {
    struct page_window *list; /* room for one element per call of pages_open */
    ULONG count;
};

/* Makes SIZE bytes from AT writable until pages_close; executable memory stays executable. */
NTSTATUS pages_open(struct pages *pages, PVOID at, SIZE_T size);

/* Restores the protection of all pages. A page on which that fails stays writable. */
void pages_close(struct pages *pages);

#endif
