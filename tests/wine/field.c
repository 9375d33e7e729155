/* SPDX-License-Identifier: MIT */
#include "field.h"
#include "support.h"

#include <string.h>

BYTE *field_make(void)
{
    BYTE *field = VirtualAlloc(NULL, FIELD + 0x1000, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    DWORD before;

    assert_non_null(field);
    assert_true(VirtualProtect(field + FIELD, 0x1000, PAGE_NOACCESS, &before));
    memset(field, 0xcc, FIELD);
    return field;
}

void field_free(BYTE *field)
{
    VirtualFree(field, 0, MEM_RELEASE);
}

BOOL field_is_clean_but(const BYTE *field, const void *at, size_t count)
{
    const BYTE *from = at;
    size_t i;

    for (i = 0; i < FIELD; i++)
        if ((&field[i] < from || &field[i] >= from + count) && field[i] != 0xcc) return FALSE;
    return TRUE;
}
