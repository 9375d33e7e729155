/* SPDX-License-Identifier: MIT */
#include "ledger.h"
#include "nt_queries.h"
#include "process_creation.h"

#define kernel32 | LEDGER_KERNEL32
#define kernelbase | LEDGER_KERNELBASE
#define ntdll | LEDGER_NTDLL

const struct ledger_entry ledger[LEDGER_COUNT] = {
#define ENTRY(name, modules) { #name, (PVOID)name, NULL, 0 modules },
#include "ledger.inc"
#undef ENTRY
#define ENTRY(name, modules) { #name, (PVOID)Following##name, (PVOID *)&original.name, LEDGER_CHILDREN modules },
#define NT_ENTRY(prefix, name, modules) \
    { #prefix #name, (PVOID)AnsweringNt##name, (PVOID *)&nt_original.Nt##name, 0 modules },
#include "graft.inc"
#undef NT_ENTRY
#undef ENTRY
};
