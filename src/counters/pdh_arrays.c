/* SPDX-License-Identifier: MIT */
/* The pdh functions that fill a buffer: with the values of all instances, and with the description of a counter. */
#include "counters/pdh.h"

/* The ANSI and the Unicode items have the same layout. */
union item {
    PDH_FMT_COUNTERVALUE_ITEM_W formatted;
    PDH_RAW_COUNTER_ITEM_W raw;
};

struct array {
    ULONG format; /* 0: raw */
    BOOLEAN is_wide;
    ULONG *size, *count;
    BYTE *items;
};

static ULONG item_size(const struct array *array)
{
    return array->format ? sizeof(PDH_FMT_COUNTERVALUE_ITEM_W) : sizeof(PDH_RAW_COUNTER_ITEM_W);
}

/* Both kinds of item begin with the name. */
static PDH_STATUS put_item(const struct pdh_counter *counter, const struct array *array, ULONG instance, struct pack *pack,
                           BYTE *at)
{
    const struct counter_values values = counter_values(counter, instance);
    WCHAR name[FULL_INSTANCE_NAME] = L"";
    PDH_STATUS status = ERROR_SUCCESS;
    union item item = { 0 };

    if (counter->object->name_of) catalogue_name_of(counter->object, counter->query->now, instance, name);
    item.raw.szName = pack_text(pack, as_text(name));
    if (array->format)
        status = formula_format(counter->kind->type, counter->scale, array->format, &values.now, &values.before,
                                &item.formatted.FmtValue);
    else {
        item.raw.RawValue = values.now;
        FileTimeToLocalFileTime(&values.now.TimeStamp, &item.raw.RawValue.TimeStamp);
    }
    if (at) memcpy(at, &item, item_size(array));
    return status;
}

/* If no instance has a value, the status of the first one is returned. ITEMS may be NULL. */
static PDH_STATUS put_all_items(const struct pdh_counter *counter, const struct array *array, BYTE *item, struct pack *pack)
{
    PDH_STATUS status = ERROR_SUCCESS, each;
    BOOLEAN has_value = FALSE;
    ULONG at = 0;

    for (; (at = counter_next(counter, at)) != NO_INSTANCE; at++) {
        each = put_item(counter, array, at, pack, item);
        has_value |= each == ERROR_SUCCESS;
        if (status == ERROR_SUCCESS) status = each;
        if (item) item += item_size(array);
    }
    return has_value ? ERROR_SUCCESS : status;
}

/* Counts first what is needed. */
static PDH_STATUS answer_array(PDH_HCOUNTER handle, struct array array)
{
    const struct pdh_counter *counter = counter_hold(handle);
    PDH_STATUS status = PDH_MORE_DATA;
    struct pack counted, pack;
    ULONG count = 0, at = 0;

    if (!counter) return NOT_OURS;
    for (; (at = counter_next(counter, at)) != NO_INSTANCE; at++) count++;
    if (!array.size || !array.count) status = PDH_INVALID_ARGUMENT;
    else if (!count) status = counter->query->taken == counter->begin ? PDH_INVALID_DATA : PDH_CSTATUS_NO_INSTANCE;
    else {
        counted = pack_begin(NULL, 0, count * item_size(&array), array.is_wide);
        put_all_items(counter, &array, NULL, &counted);
        pack = pack_begin(array.items, *array.size, count * item_size(&array), array.is_wide);
        if (array.items && pack.room >= counted.used) status = put_all_items(counter, &array, array.items, &pack);
        *array.size = counted.used;
        *array.count = count;
    }
    queries_unlock();
    return status;
}

/* Without a format in the flags the formula returns the error. */
#define FORMAT_OR_NONE(format) ((format) ? (format) : ~0u)

DEFINE_PDH(PdhGetFormattedCounterArrayA,
           (PDH_HCOUNTER Counter, DWORD Format, LPDWORD Size, LPDWORD Count, PPDH_FMT_COUNTERVALUE_ITEM_A Items),
           (Counter, Format, Size, Count, Items),
           answer_array(Counter, (struct array){ FORMAT_OR_NONE(Format), FALSE, Size, Count, (BYTE *)Items }))
DEFINE_PDH(PdhGetFormattedCounterArrayW,
           (PDH_HCOUNTER Counter, DWORD Format, LPDWORD Size, LPDWORD Count, PPDH_FMT_COUNTERVALUE_ITEM_W Items),
           (Counter, Format, Size, Count, Items),
           answer_array(Counter, (struct array){ FORMAT_OR_NONE(Format), TRUE, Size, Count, (BYTE *)Items }))
DEFINE_PDH(PdhGetRawCounterArrayA, (PDH_HCOUNTER Counter, LPDWORD Size, LPDWORD Count, PPDH_RAW_COUNTER_ITEM_A Items),
           (Counter, Size, Count, Items), answer_array(Counter, (struct array){ 0, FALSE, Size, Count, (BYTE *)Items }))
DEFINE_PDH(PdhGetRawCounterArrayW, (PDH_HCOUNTER Counter, LPDWORD Size, LPDWORD Count, PPDH_RAW_COUNTER_ITEM_W Items),
           (Counter, Size, Count, Items), answer_array(Counter, (struct array){ 0, TRUE, Size, Count, (BYTE *)Items }))

/* The ANSI and the Unicode structure have the same layout here, too. A buffer that has room for the structure alone
   receives it without its strings, as on Windows (Wine's tests). */
static PDH_STATUS put_info(const struct pdh_counter *counter, BOOLEAN explain, const struct output *answer)
{
    const struct counter_path *path = &counter->path;
    PDH_COUNTER_INFO_W info = { .dwType = counter->kind->type,
                                .CVersion = PDH_CVERSION_WIN50,
                                .lScale = counter->scale,
                                .lDefaultScale = counter->kind->scale,
                                .dwUserData = counter->user,
                                .dwQueryUserData = counter->query->user };
    const BOOLEAN has_room = answer->buffer && *answer->length >= sizeof info;
    struct pack pack = pack_begin(answer->buffer, *answer->length, sizeof info, answer->is_wide);

    info.CStatus = counter_values(counter, counter_next(counter, 0)).now.CStatus;
    info.szFullPath = pack_text(&pack, as_text(counter->string));
    info.szMachineName = pack_element(&pack, path->machine);
    info.szObjectName = pack_text(&pack, path->object);
    info.szInstanceName = pack_element(&pack, path->instance);
    info.szParentInstance = pack_element(&pack, path->parent);
    info.dwInstanceIndex = path->index;
    info.szCounterName = pack_text(&pack, path->counter);
    info.szExplainText = explain ? pack_text(&pack, as_text(counter->kind->help)) : NULL;
    if (has_room && !pack_is_whole(&pack)) {
        info.szFullPath = info.szMachineName = info.szObjectName = info.szInstanceName = NULL;
        info.szParentInstance = info.szCounterName = info.szExplainText = NULL;
        pack.used = sizeof info;
    }
    info.dwLength = *answer->length = pack.used;
    if (has_room) memcpy(answer->buffer, &info, sizeof info);
    return has_room ? ERROR_SUCCESS : PDH_MORE_DATA;
}

static PDH_STATUS answer_info(PDH_HCOUNTER handle, BOOLEAN explain, struct output answer)
{
    const struct pdh_counter *counter = counter_hold(handle);
    PDH_STATUS status;

    if (!counter) return NOT_OURS;
    status = answer.length ? put_info(counter, explain, &answer) : (PDH_STATUS)PDH_INVALID_ARGUMENT;
    queries_unlock();
    return status;
}

DEFINE_PDH(PdhGetCounterInfoA, (PDH_HCOUNTER Counter, BOOLEAN Explain, LPDWORD Size, PPDH_COUNTER_INFO_A Info),
           (Counter, Explain, Size, Info), answer_info(Counter, Explain, (struct output){ FALSE, Info, Size }))
DEFINE_PDH(PdhGetCounterInfoW, (PDH_HCOUNTER Counter, BOOLEAN Explain, LPDWORD Size, PPDH_COUNTER_INFO_W Info),
           (Counter, Explain, Size, Info), answer_info(Counter, Explain, (struct output){ TRUE, Info, Size }))
