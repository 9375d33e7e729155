/* SPDX-License-Identifier: MIT */
#include "ledger.h"
#include "fast_clock.h"
#include "jobs.h"
#include "nt_queries.h"
#include "originals.h"
#include "process_end.h"

struct originals originals;

const struct ledger_entry ledger[LEDGER_COUNT] = {
#define ENTRY(name, where) { #name, (PVOID)name, NULL, where },
#include "ledger.inc"
#undef ENTRY
#define ENTRY(name, where) { #name, (PVOID)Grafted##name, (PVOID *)&originals.name, where },
#define NT_ENTRY(prefix, name, where) { #prefix #name, (PVOID)GraftedNt##name, (PVOID *)&originals.Nt##name, where },
#include "graft.inc"
#undef NT_ENTRY
#undef ENTRY
};
