/* SPDX-License-Identifier: MIT */
/* The functions that replace pdh.dll's own, which def/pdh.def lists, and pdh.dll's own functions, which answer all that the
   catalogue does not know. */
#ifndef CYCLETIME_PDH_FUNCTIONS_H
#define CYCLETIME_PDH_FUNCTIONS_H

#include <windows.h>
#include <pdh.h>

/* No Windows header declares these. */
PDH_STATUS WINAPI PdhVbOpenQuery(PDH_HQUERY *Query);
PDH_STATUS WINAPI PdhVbAddCounter(PDH_HQUERY Query, LPCSTR Path, PDH_HCOUNTER *Counter);
double WINAPI PdhVbGetDoubleCounterValue(PDH_HCOUNTER Counter, DWORD *Status);
DWORD WINAPI PdhVbIsGoodStatus(LONG Status);
PDH_STATUS WINAPI PdhVbGetCounterPathElements(LPCSTR Path, LPSTR Machine, LPSTR Object, LPSTR Instance, LPSTR Parent,
                                              LPSTR Counter, DWORD Size);

struct pdh_functions {
#define ENTRY(name) __typeof__(name) *name;
#include "pdh.inc"
#undef ENTRY
};

/* NULL: pdh.dll's function is not replaced, or does not exist. */
extern struct pdh_functions system_pdh;

#define ENTRY(name) __typeof__(name) Hooked##name;
#include "pdh.inc"
#undef ENTRY

/* Each by its name. */
struct pdh_entry {
    const char *name;
    PVOID function;
    PVOID *trampoline;
};

enum {
#define ENTRY(name) PDH_AT_##name,
#include "pdh.inc"
#undef ENTRY
    PDH_COUNT
};

extern const struct pdh_entry pdh_entries[PDH_COUNT];

#endif
