/* SPDX-License-Identifier: MIT */
/* Functions for the pdh functions' string arguments: they convert narrow strings and fill the caller's buffer. */
#include "counters/pdh.h"

PVOID pack_text(struct pack *pack, struct text text)
{
    const int length = (int)text.length;
    BYTE *const at = pack->buffer + pack->used;
    ULONG size = (text.length + 1) * sizeof *text.at;
    static const WCHAR end = 0;

    if (!pack->is_wide) size = (ULONG)WideCharToMultiByte(CP_ACP, 0, text.at, length, NULL, 0, NULL, NULL) + 1;
    pack->used += size;
    if (!pack_is_whole(pack)) return NULL;
    if (pack->is_wide) {
        memcpy(at, text.at, size - sizeof end);
        memcpy(at + size - sizeof end, &end, sizeof end);
    } else {
        WideCharToMultiByte(CP_ACP, 0, text.at, length, (char *)at, (int)size - 1, NULL, NULL);
        at[size - 1] = 0;
    }
    return at;
}

PVOID pack_element(struct pack *pack, struct text text)
{
    return text.length ? pack_text(pack, text) : NULL;
}

const WCHAR *pdh_skip_backslashes(const WCHAR *machine)
{
    return machine[0] == '\\' && machine[1] == '\\' ? machine + 2 : machine;
}

const WCHAR *pdh_widen_string(const void *string, BOOLEAN is_wide, WCHAR room[PDH_MAX_COUNTER_PATH])
{
    room[0] = 0;
    if (!string) return room;
    if (is_wide) return string;
    return MultiByteToWideChar(CP_ACP, 0, string, -1, room, PDH_MAX_COUNTER_PATH) ? room : NULL;
}

PDH_STATUS pdh_choose_refusal(PDH_STATUS systems, const void *path, BOOLEAN is_wide)
{
    WCHAR room[PDH_MAX_COUNTER_PATH];
    const WCHAR *string = pdh_widen_string(path, is_wide, room);
    struct counter_path parsed;

    if (systems != (PDH_STATUS)PDH_CSTATUS_NO_COUNTER || !string || path_parse(string, &parsed)) return systems;
    return *string ? PDH_CSTATUS_BAD_COUNTERNAME : PDH_CSTATUS_NO_COUNTERNAME;
}

/* Counts the characters first, so that nothing is written if the text does not fit. */
PDH_STATUS answer_text(const struct output *answer, void (*fill)(struct pack *, const void *), const void *context)
{
    const ULONG letter = answer->is_wide ? sizeof(WCHAR) : 1;
    struct pack pack = pack_begin(NULL, 0, 0, answer->is_wide);
    ULONG needed;

    fill(&pack, context);
    needed = pack.used / letter;
    if (!answer->buffer || *answer->length < needed) {
        *answer->length = needed;
        return PDH_MORE_DATA;
    }
    pack = pack_begin(answer->buffer, *answer->length * letter, 0, answer->is_wide);
    fill(&pack, context);
    *answer->length = needed;
    return ERROR_SUCCESS;
}

void pdh_fill_string(struct pack *pack, const void *string)
{
    pack_text(pack, as_text(string));
}

void pdh_fill_path(struct pack *pack, const void *path)
{
    WCHAR string[PDH_MAX_COUNTER_PATH];
    const ULONG length = path_make(path, string, ARRAYSIZE(string));

    if (length <= ARRAYSIZE(string)) pack_text(pack, (struct text){ string, length - 1 });
}

/* Even an empty list ends with two zeros. */
void pdh_fill_end(struct pack *pack, BOOLEAN is_empty)
{
    if (is_empty) pack_text(pack, as_text(NULL));
    pack_text(pack, as_text(NULL));
}
