/* SPDX-License-Identifier: MIT */
#include "counters/pdh_text.h"

#include <pdhmsg.h>

BOOLEAN widen_string(const char *string, WCHAR wide[PDH_MAX_COUNTER_PATH])
{
    wide[0] = 0;
    return !string || MultiByteToWideChar(CP_ACP, 0, string, -1, wide, PDH_MAX_COUNTER_PATH);
}

PDH_STATUS choose_refusal(PDH_STATUS systems, const WCHAR *path)
{
    struct counter_path parsed;

    if (systems != (PDH_STATUS)PDH_CSTATUS_NO_COUNTER || path_parse(path, &parsed)) return systems;
    return *path ? PDH_CSTATUS_BAD_COUNTERNAME : PDH_CSTATUS_NO_COUNTERNAME;
}

PDH_STATUS refusal_narrow(PDH_STATUS systems, const char *path)
{
    WCHAR wide[PDH_MAX_COUNTER_PATH];

    return widen_string(path, wide) ? choose_refusal(systems, wide) : systems;
}

/* Counts the characters first, so that nothing is written if the text does not fit. */
PDH_STATUS answer_text(const struct output *answer, void (*fill)(struct pack *pack, const void *context),
                       const void *context)
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

void fill_string(struct pack *pack, const void *string)
{
    pack_text(pack, text_of(string));
}

void fill_path(struct pack *pack, const void *path)
{
    WCHAR string[PDH_MAX_COUNTER_PATH];
    const ULONG length = path_make(path, string, ARRAYSIZE(string));

    if (length <= ARRAYSIZE(string)) pack_text(pack, (struct text){ string, length - 1 });
}

/* Even an empty list ends with two zeros. */
void fill_end(struct pack *pack, BOOLEAN is_empty)
{
    if (is_empty) pack_text(pack, text_of(NULL));
    pack_text(pack, text_of(NULL));
}
