/* SPDX-License-Identifier: MIT */
#include "trap.h"
#include "support.h"

#include <string.h>

const char *const trap_names[TRAPS] = { "NULL", "unaligned", "read-only", "no access", "guarded", "half of it free",
                                        "half of it read-only", "half of it guarded" };

static void protect(BYTE *pages, ULONG count, DWORD protection)
{
    DWORD before;

    assert_true(VirtualProtect(pages, count * TRAP_PAGE, protection, &before));
}

struct trap trap_make(enum trap_kind kind, ULONG size)
{
    BYTE *pages = VirtualAlloc(NULL, 2 * TRAP_PAGE, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    struct trap trap = { pages, kind == TRAP_NULL ? NULL : pages };

    assert_non_null(pages);
    memset(pages, 0xcc, 2 * TRAP_PAGE);
    if (kind >= TRAP_HALF_FREE) trap.at += TRAP_PAGE - size / 2;
    switch (kind) {
    case TRAP_UNALIGNED: trap.at++; break;
    case TRAP_READ_ONLY: protect(pages, 2, PAGE_READONLY); break;
    case TRAP_NO_ACCESS: protect(pages, 2, PAGE_NOACCESS); break;
    case TRAP_GUARDED: protect(pages, 2, PAGE_READWRITE | PAGE_GUARD); break;
    case TRAP_HALF_FREE: assert_true(VirtualFree(pages + TRAP_PAGE, TRAP_PAGE, MEM_DECOMMIT)); break;
    case TRAP_HALF_READ_ONLY: protect(pages + TRAP_PAGE, 1, PAGE_READONLY); break;
    case TRAP_HALF_GUARDED: protect(pages + TRAP_PAGE, 1, PAGE_READWRITE | PAGE_GUARD); break;
    default: break;
    }
    return trap;
}

void trap_free(const struct trap *trap)
{
    VirtualFree(trap->pages, 0, MEM_RELEASE);
}
