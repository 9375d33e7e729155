/* SPDX-License-Identifier: MIT */
/* def/cycletime.def as data: which function goes where. */
#ifndef CYCLETIME_LEDGER_H
#define CYCLETIME_LEDGER_H

#include <windows.h>

enum { LEDGER_KERNEL32 = 1, LEDGER_KERNELBASE = 2 };

struct ledger_entry {
    const char *name;
    PVOID function;
    ULONG modules;  /* LEDGER_... */
};

enum {
#define ENTRY(name, modules) LEDGER_AT_##name,
#include "ledger.inc"  /* made from def/cycletime.def */
#undef ENTRY
    LEDGER_COUNT
};

extern const struct ledger_entry ledger[LEDGER_COUNT];

#endif
