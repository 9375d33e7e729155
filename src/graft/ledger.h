/* SPDX-License-Identifier: MIT */
/* The ledgers in def/ as data: which function goes where. */
#ifndef CYCLETIME_LEDGER_H
#define CYCLETIME_LEDGER_H

#include <windows.h>

/* Three modules, and what is only put in place when the fast clock was asked for. */
enum { LEDGER_KERNEL32 = 1, LEDGER_KERNELBASE = 2, LEDGER_NTDLL = 4, LEDGER_FAST_CLOCK = 8 };

struct ledger_entry {
    const char *name;
    PVOID function;
    PVOID *original; /* where the system's own is kept for ours to call; NULL: ours needs none and may be new */
    ULONG where;     /* LEDGER_... */
};

enum {
#define ENTRY(name, modules) LEDGER_AT_##name,
#define NT_ENTRY(prefix, name, modules) LEDGER_AT_##prefix##name,
#include "ledger.inc"
#include "graft.inc"
#undef NT_ENTRY
#undef ENTRY
    LEDGER_COUNT
};

extern const struct ledger_entry ledger[LEDGER_COUNT];

/* Some of the ledger's functions. */
struct ledger_set {
    BOOLEAN has[LEDGER_COUNT];
};

/* Those that go where WHERE says: one module, and whether with the fast clock. */
static inline struct ledger_set ledger_choose(ULONG where)
{
    struct ledger_set set = { { FALSE } };
    ULONG i;

    for (i = 0; i < LEDGER_COUNT; i++)
        set.has[i] = ledger[i].where & where & ~(ULONG)LEDGER_FAST_CLOCK && !(ledger[i].where & LEDGER_FAST_CLOCK & ~where);
    return set;
}

#endif
