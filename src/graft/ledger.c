/* SPDX-License-Identifier: MIT */
#include "ledger.h"

#define kernel32 | LEDGER_KERNEL32
#define kernelbase | LEDGER_KERNELBASE

const struct ledger_entry ledger[LEDGER_COUNT] = {
#define ENTRY(name, modules) { #name, (PVOID)name, 0 modules },
#include "ledger.inc"
#undef ENTRY
};
