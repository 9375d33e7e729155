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

/* Each byte is the one before it. */
static BOOL is_clean(const BYTE *from, const BYTE *end)
{
    return from == end || (*from == 0xcc && !memcmp(from, from + 1, end - from - 1));
}

BOOL field_is_clean_but(const BYTE *field, const void *at, size_t count)
{
    const BYTE *const end = field + FIELD;
    const BYTE *from = at;

    if (from < field || from > end) return is_clean(field, end);  /* elsewhere, or NULL */
    if (count > (size_t)(end - from)) count = end - from;
    return is_clean(field, from) && is_clean(from + count, end);
}
