/* SPDX-License-Identifier: MIT */
#include "counters/pack.h"

static ULONG bytes_of(struct text text, BOOLEAN is_wide)
{
    if (is_wide) return (text.length + 1) * sizeof(WCHAR);
    return (ULONG)WideCharToMultiByte(CP_ACP, 0, text.at, (int)text.length, NULL, 0, NULL, NULL) + 1;
}

PVOID pack_text(struct pack *pack, struct text text)
{
    const ULONG size = bytes_of(text, pack->is_wide);
    BYTE *const at = pack->buffer + pack->used;
    static const WCHAR end = 0;

    pack->used += size;
    if (!pack_is_whole(pack)) return NULL;
    if (pack->is_wide) {
        memcpy(at, text.at, size - sizeof end);
        memcpy(at + size - sizeof end, &end, sizeof end);
    } else {
        WideCharToMultiByte(CP_ACP, 0, text.at, (int)text.length, (char *)at, (int)size - 1, NULL, NULL);
        at[size - 1] = 0;
    }
    return at;
}
