/* SPDX-License-Identifier: MIT */
/* Pages of modules that are made writable for a moment: all are opened before the first is written to, so that no step in
   between can fail. A region, which is what VirtualQuery reports, costs one change of protection; one that is writable as
   it is, as most IAT entries are, costs none. */
#ifndef CYCLETIME_PAGES_H
#define CYCLETIME_PAGES_H

#include "library/nt/nt.h"

struct page_region {
    BYTE *begin, *end; /* the whole region */
    BYTE *low, *high;  /* the pages of it that are to be written to, with those between them */
    DWORD protection;
};

struct pages {
    struct page_region *list; /* room for two elements per call of pages_add */
    ULONG count, opened;
};

/* Adds the pages of SIZE bytes from AT. */
NTSTATUS pages_add(struct pages *pages, PVOID at, SIZE_T size);

/* Makes all added pages writable until pages_close; executable memory stays executable. If that fails, those before stay
   open. */
NTSTATUS pages_open(struct pages *pages);

/* Restores the protection of all pages. A page on which that fails stays writable. */
void pages_close(struct pages *pages);

#endif
