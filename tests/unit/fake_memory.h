/* SPDX-License-Identifier: MIT */
/* Stands in for inject/hooks/machine.h and kernel32 under inject/hooks/export_table.c. */
#ifndef CYCLETIME_UNIT_FAKE_MEMORY_H
#define CYCLETIME_UNIT_FAKE_MEMORY_H

#include "inject/hooks/machine.h"

enum { FAKE_PROTECTIONS = 8 };

struct fake_memory {
    BOOLEAN is_full;
    ULONG failing_protection;  /* the how manieth does not succeed, from 1 */
    ULONG protection_count;
    struct {
        PVOID at;
        SIZE_T size;
        DWORD protection;
    } protections[FAKE_PROTECTIONS];
    ULONG blocks;
};

extern struct fake_memory fake_memory;

PVOID fake_jump_target(const BYTE *jump);

#endif
