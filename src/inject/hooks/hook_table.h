/* SPDX-License-Identifier: MIT */
/* The export lists in def/ as data: which function replaces which. */
#ifndef CYCLETIME_HOOK_TABLE_H
#define CYCLETIME_HOOK_TABLE_H

#include <windows.h>

/* The three modules, and the functions that are replaced only when the fast clock is selected. */
enum { HOOK_KERNEL32 = 1, HOOK_KERNELBASE = 2, HOOK_NTDLL = 4, HOOK_FAST_CLOCK = 8 };

struct hook_table_entry {
    const char *name;
    PVOID function;
    PVOID *trampoline; /* the system's function, which ours calls; NULL: ours calls none, and may be new */
    ULONG where;       /* HOOK_... */
};

enum {
#define ENTRY(name, modules) HOOK_AT_##name,
#define NT_ENTRY(prefix, name, modules) HOOK_AT_##prefix##name,
#include "export_list.inc"
#include "hooks.inc"
#undef NT_ENTRY
#undef ENTRY
    HOOK_COUNT
};

extern const struct hook_table_entry hook_table[HOOK_COUNT];

/* A subset of the hook table. */
struct hook_table_set {
    BOOLEAN has[HOOK_COUNT];
};

/* The functions that WHERE selects: one module, and whether with the fast clock. */
static inline struct hook_table_set hook_table_choose(ULONG where)
{
    struct hook_table_set set = { { FALSE } };
    ULONG i;

    for (i = 0; i < HOOK_COUNT; i++)
        set.has[i] =
            hook_table[i].where & where & ~(ULONG)HOOK_FAST_CLOCK && !(hook_table[i].where & HOOK_FAST_CLOCK & ~where);
    return set;
}

#endif
