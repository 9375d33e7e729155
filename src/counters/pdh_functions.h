/* SPDX-License-Identifier: MIT */
/* What stands in pdh.dll in place of its own functions, def/pdh.def, and these, which are asked for all that is not known
   here. */
#ifndef CYCLETIME_PDH_FUNCTIONS_H
#define CYCLETIME_PDH_FUNCTIONS_H

#include <windows.h>
#include <pdh.h>

struct pdh_functions {
#define ENTRY(name) __typeof__(name) *name;
#include "pdh.inc"
#undef ENTRY
};

/* NULL: that function is its own still, or it has none. */
extern struct pdh_functions system_pdh;

#define ENTRY(name) __typeof__(name) Grafted##name;
#include "pdh.inc"
#undef ENTRY

/* Each by its name. */
struct pdh_entry {
    const char *name;
    PVOID function;
    PVOID *original;
};

enum {
#define ENTRY(name) PDH_AT_##name,
#include "pdh.inc"
#undef ENTRY
    PDH_COUNT
};

extern const struct pdh_entry pdh_entries[PDH_COUNT];

#endif
