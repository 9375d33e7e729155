/* SPDX-License-Identifier: MIT */
#include "ledger.h"
#include "process_creation.h"

#define kernel32 | LEDGER_KERNEL32
#define kernelbase | LEDGER_KERNELBASE

const struct ledger_entry ledger[LEDGER_COUNT] = {
#define ENTRY(name, modules) { #name, (PVOID)name, NULL, 0 modules },
#include "ledger.inc"
#undef ENTRY
#define ENTRY(name, modules) { #name, (PVOID)Following##name, (PVOID *)&original.name, LEDGER_CHILDREN modules },
#include "graft.inc"
#undef ENTRY
};
