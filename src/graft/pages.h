/* SPDX-License-Identifier: MIT */
/* Pages of modules that are written to for a moment: all are opened before the first is written to, so that nothing can go
   wrong in between. What lies on the same page as the place before costs one change of protection. */
#ifndef CYCLETIME_PAGES_H
#define CYCLETIME_PAGES_H

#include "../nt/nt.h"

struct page_window {
    BYTE *begin, *end;
    DWORD before;
};

struct pages {
    struct page_window *list; /* room for as many places as are opened */
    ULONG count;
};

/* SIZE bytes from AT may be written to until all is closed; what is executed there stays so. */
NTSTATUS pages_open(struct pages *pages, PVOID at, SIZE_T size);

/* A page that cannot be given its protection back stays writable. */
void pages_close(struct pages *pages);

#endif
