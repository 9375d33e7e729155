/* SPDX-License-Identifier: MIT */
/* The ledgers in def/ as data: which function goes where. */
#ifndef CYCLETIME_LEDGER_H
#define CYCLETIME_LEDGER_H

#include <windows.h>

/* Three modules, and what is only put in place when children are grafted too, who may be asked for this process, or when
   the fast clock was asked for. */
enum {
    LEDGER_KERNEL32 = 1,
    LEDGER_KERNELBASE = 2,
    LEDGER_CHILDREN = 4,
    LEDGER_NTDLL = 8,
    LEDGER_FAST_CLOCK = 16,
    LEDGER_CONDITIONS = LEDGER_CHILDREN | LEDGER_FAST_CLOCK
};

struct ledger_entry {
    const char *name;
    PVOID function;
    PVOID *original; /* where the system's own is kept for ours to call; NULL: ours needs none and may be new */
    ULONG where;     /* LEDGER_... */
};

enum {
#define ENTRY(name, modules) LEDGER_AT_##name,
#define RTL_ENTRY(name, modules) LEDGER_AT_##name,
#define CLOCK_ENTRY(name, modules) LEDGER_AT_##name,
#define NT_ENTRY(prefix, name, modules) LEDGER_AT_##prefix##name,
#include "ledger.inc"
#include "graft.inc"
#undef NT_ENTRY
#undef CLOCK_ENTRY
#undef RTL_ENTRY
#undef ENTRY
    LEDGER_COUNT
};

extern const struct ledger_entry ledger[LEDGER_COUNT];

/* Some of the ledger's functions. */
struct ledger_set {
    BOOLEAN has[LEDGER_COUNT];
};

/* Those that go where WHERE says: one module, and the conditions that hold. */
static inline struct ledger_set ledger_choose(ULONG where)
{
    struct ledger_set set = { { FALSE } };
    ULONG i;

    for (i = 0; i < LEDGER_COUNT; i++)
        set.has[i] = !(ledger[i].where & LEDGER_CONDITIONS & ~where) && ledger[i].where & where & ~(ULONG)LEDGER_CONDITIONS;
    return set;
}

#endif
