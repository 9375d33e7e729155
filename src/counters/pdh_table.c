/* SPDX-License-Identifier: MIT */
/* The table of the functions that replace pdh.dll's. */
#include "counters/pdh.h"

const struct pdh_entry pdh_entries[PDH_COUNT] = {
#define ENTRY(name) { #name, (PVOID)Hooked##name, (PVOID *)&system_pdh.name },
#include "pdh.inc"
#undef ENTRY
};
