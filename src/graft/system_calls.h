/* SPDX-License-Identifier: MIT */
/* System calls that lead to ours from within (stub.h). What ntdll exports stays as it is: a program that looks for a call
   in ntdll's file by where it is in memory finds it there, and what are two names for one function remains that. */
#ifndef CYCLETIME_SYSTEM_CALLS_H
#define CYCLETIME_SYSTEM_CALLS_H

#include "ledger.h"
#include "pages.h"

struct system_call {
    BYTE *stub, *original;
    ULONG64 *call, to; /* what of it changes, and into what */
};

struct system_calls {
    PVOID block;
    struct system_call list[LEDGER_COUNT];
    ULONG count;
};

/* Those that SET has and whose instructions are known; takes them out of SET. Changes nothing of the module yet. */
void system_calls_find(HMODULE ntdll, struct ledger_set *set, struct system_calls *calls);

NTSTATUS system_calls_open(const struct system_calls *calls, struct pages *pages);

/* When they are open: leads them to ours, whose originals and src/nt's calls go around that. */
void system_calls_use(const struct system_calls *calls);

/* Of those that were never in use. */
void system_calls_free(struct system_calls *calls);

#endif
