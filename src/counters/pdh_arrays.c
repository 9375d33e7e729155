/* SPDX-License-Identifier: MIT */
/* The pdh functions that fill a buffer: with the values of all instances, and with the description of a counter. */
#include "counters/pdh.h"
#include "counters/counters.h"

#include <pdhmsg.h>

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

static ULONG count_instances(const struct pdh_counter *counter)
{
    ULONG count = 0, at = 0;

    for (; (at = counter_next(counter, at)) != NO_INSTANCE; at++) count++;
    return count;
}

static PDH_STATUS make_item(const struct pdh_counter *counter, const struct array *array, ULONG instance, union item *item)
{
    const struct counter_values values = counter_values(counter, instance);

    if (array->format)
        return formula_format(counter->kind->type, counter->scale, array->format, &values.now, &values.before,
                              &item->formatted.FmtValue);
    item->raw.RawValue = values.now;
    FileTimeToLocalFileTime(&values.now.TimeStamp, &item->raw.RawValue.TimeStamp);
    return ERROR_SUCCESS;
}

/* Both kinds of item begin with the name. */
static PDH_STATUS put_item(const struct pdh_counter *counter, const struct array *array, ULONG instance, struct pack *pack,
                           BYTE *at)
{
    WCHAR name[FULL_INSTANCE_NAME] = L"";
    union item item = { 0 };
    PDH_STATUS status;

    if (counter->object->name_of) catalogue_name_of(counter->object, counter->query->now, instance, name);
    item.raw.szName = pack_text(pack, text_of(name));
    status = make_item(counter, array, instance, &item);
    if (at) memcpy(at, &item, item_size(array));
    return status;
}

/* If no instance has a value, the status of the first one is returned. */
static PDH_STATUS put_items(const struct pdh_counter *counter, const struct array *array, struct pack *pack)
{
    PDH_STATUS status = ERROR_SUCCESS, each;
    BOOLEAN has_value = FALSE;
    BYTE *item = array->items;
    ULONG at = 0;

    for (; (at = counter_next(counter, at)) != NO_INSTANCE; at++) {
        each = put_item(counter, array, at, pack, item);
        has_value |= each == ERROR_SUCCESS;
        if (status == ERROR_SUCCESS) status = each;
        if (item) item += item_size(array);
    }
    return has_value ? ERROR_SUCCESS : status;
}

static PDH_STATUS put_array(const struct pdh_counter *counter, struct array *array)
{
    const ULONG count = count_instances(counter), size = count * item_size(array);
    struct pack counted = pack_begin(NULL, 0, size, array->is_wide), pack;
    BYTE *const items = array->items;
    PDH_STATUS status;

    if (!array->size || !array->count) return PDH_INVALID_ARGUMENT;
    if (!count) return counter->query->taken == counter->begin ? PDH_INVALID_DATA : PDH_CSTATUS_NO_INSTANCE;
    array->items = NULL;
    put_items(counter, array, &counted);
    if (items && *array->size >= counted.used) {
        array->items = items;
        pack = pack_begin(items, *array->size, size, array->is_wide);
        status = put_items(counter, array, &pack);
    } else status = PDH_MORE_DATA;
    *array->size = counted.used;
    *array->count = count;
    return status;
}

/* FALSE: the counter is the system's. */
static BOOLEAN answer_array(PDH_HCOUNTER handle, struct array array, PDH_STATUS *status)
{
    const struct pdh_counter *counter = counter_hold(handle);

    if (!counter) return FALSE;
    *status = put_array(counter, &array);
    queries_unlock();
    return TRUE;
}

/* Without a format in the flags the formula returns the error. */
static ULONG some_format(ULONG format)
{
    return format ? format : ~0u;
}

PDH_STATUS WINAPI HookedPdhGetFormattedCounterArrayA(PDH_HCOUNTER Counter, DWORD Format, LPDWORD Size, LPDWORD Count,
                                                     PPDH_FMT_COUNTERVALUE_ITEM_A Items)
{
    PDH_STATUS status;

    if (answer_array(Counter, (struct array){ some_format(Format), FALSE, Size, Count, (BYTE *)Items }, &status))
        return status;
    return system_pdh.PdhGetFormattedCounterArrayA(Counter, Format, Size, Count, Items);
}

PDH_STATUS WINAPI HookedPdhGetFormattedCounterArrayW(PDH_HCOUNTER Counter, DWORD Format, LPDWORD Size, LPDWORD Count,
                                                     PPDH_FMT_COUNTERVALUE_ITEM_W Items)
{
    PDH_STATUS status;

    if (answer_array(Counter, (struct array){ some_format(Format), TRUE, Size, Count, (BYTE *)Items }, &status))
        return status;
    return system_pdh.PdhGetFormattedCounterArrayW(Counter, Format, Size, Count, Items);
}

PDH_STATUS WINAPI HookedPdhGetRawCounterArrayA(PDH_HCOUNTER Counter, LPDWORD Size, LPDWORD Count,
                                               PPDH_RAW_COUNTER_ITEM_A Items)
{
    PDH_STATUS status;

    if (answer_array(Counter, (struct array){ 0, FALSE, Size, Count, (BYTE *)Items }, &status)) return status;
    return system_pdh.PdhGetRawCounterArrayA(Counter, Size, Count, Items);
}

PDH_STATUS WINAPI HookedPdhGetRawCounterArrayW(PDH_HCOUNTER Counter, LPDWORD Size, LPDWORD Count,
                                               PPDH_RAW_COUNTER_ITEM_W Items)
{
    PDH_STATUS status;

    if (answer_array(Counter, (struct array){ 0, TRUE, Size, Count, (BYTE *)Items }, &status)) return status;
    return system_pdh.PdhGetRawCounterArrayW(Counter, Size, Count, Items);
}

static void forget_strings(PDH_COUNTER_INFO_W *info)
{
    info->szFullPath = info->szMachineName = info->szObjectName = info->szInstanceName = NULL;
    info->szParentInstance = info->szCounterName = info->szExplainText = NULL;
}

static void put_strings(const struct pdh_counter *counter, BOOLEAN explain, struct pack *pack, PDH_COUNTER_INFO_W *info)
{
    const struct counter_path *path = &counter->path;

    info->szFullPath = pack_text(pack, text_of(counter->string));
    info->szMachineName = pack_element(pack, path->machine);
    info->szObjectName = pack_text(pack, path->object);
    info->szInstanceName = pack_element(pack, path->instance);
    info->szParentInstance = pack_element(pack, path->parent);
    info->dwInstanceIndex = path->index;
    info->szCounterName = pack_text(pack, path->counter);
    info->szExplainText = explain ? pack_text(pack, text_of(counter->kind->help)) : NULL;
}

/* The ANSI and the Unicode structure have the same layout here, too. A buffer that has room for the structure alone
   receives it without its strings, as on Windows (Wine's tests). */
static PDH_STATUS put_info(const struct pdh_counter *counter, BOOLEAN explain, const struct output *answer)
{
    PDH_COUNTER_INFO_W *const to = answer->buffer, info = { .dwType = counter->kind->type,
                                                            .CVersion = PDH_CVERSION_WIN50,
                                                            .lScale = counter->scale,
                                                            .lDefaultScale = counter->kind->scale,
                                                            .dwUserData = counter->user,
                                                            .dwQueryUserData = counter->query->user };
    struct pack pack = pack_begin(to, *answer->length, sizeof info, answer->is_wide);

    info.CStatus = counter_values(counter, counter_next(counter, 0)).now.CStatus;
    put_strings(counter, explain, &pack, &info);
    if (!to || *answer->length < sizeof info) {
        *answer->length = pack.used;
        return PDH_MORE_DATA;
    }
    if (!pack_is_whole(&pack)) {
        forget_strings(&info);
        pack.used = sizeof info;
    }
    info.dwLength = *answer->length = pack.used;
    memcpy(to, &info, sizeof info);
    return ERROR_SUCCESS;
}

static BOOLEAN answer_info(PDH_HCOUNTER handle, BOOLEAN explain, struct output answer, PDH_STATUS *status)
{
    const struct pdh_counter *counter = counter_hold(handle);

    if (!counter) return FALSE;
    *status = answer.length ? put_info(counter, explain, &answer) : (PDH_STATUS)PDH_INVALID_ARGUMENT;
    queries_unlock();
    return TRUE;
}

PDH_STATUS WINAPI HookedPdhGetCounterInfoA(PDH_HCOUNTER Counter, BOOLEAN Explain, LPDWORD Size, PPDH_COUNTER_INFO_A Info)
{
    PDH_STATUS status;

    if (answer_info(Counter, Explain, (struct output){ FALSE, Info, Size }, &status)) return status;
    return system_pdh.PdhGetCounterInfoA(Counter, Explain, Size, Info);
}

PDH_STATUS WINAPI HookedPdhGetCounterInfoW(PDH_HCOUNTER Counter, BOOLEAN Explain, LPDWORD Size, PPDH_COUNTER_INFO_W Info)
{
    PDH_STATUS status;

    if (answer_info(Counter, Explain, (struct output){ TRUE, Info, Size }, &status)) return status;
    return system_pdh.PdhGetCounterInfoW(Counter, Explain, Size, Info);
}
