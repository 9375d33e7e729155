/* SPDX-License-Identifier: MIT */
/* The export lists in def/ as a table. */
#include "inject/hooks/hook_table.h"
#include "cycletime.h"
#include "inject/hooks/hooks.h"
#include "library/api/api.h"

struct trampolines trampolines;

const struct hook_table_entry hook_table[HOOK_COUNT] = {
#define ENTRY(name, where) { #name, (PVOID)name, NULL, where },
#include "export_list.inc"
#undef ENTRY
#define ENTRY(name, where) { #name, (PVOID)Hooked##name, (PVOID *)&trampolines.name, where },
#define NT_ENTRY(prefix, name, where) { #prefix #name, (PVOID)HookedNt##name, (PVOID *)&trampolines.Nt##name, where },
#include "hooks.inc"
#undef NT_ENTRY
#undef ENTRY
};
