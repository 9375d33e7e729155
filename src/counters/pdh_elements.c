/* SPDX-License-Identifier: MIT */
/* Splits a path into its elements and joins them, whatever the object. */
#include "counters/pdh.h"

/* The ANSI and the Unicode structure have the same layout. The machine's element keeps its two backslashes, and is this
   machine's name where the path has none. */
static void put_path_elements(struct pack *pack, const struct counter_path *path, PDH_COUNTER_PATH_ELEMENTS_W *elements)
{
    WCHAR machine[PDH_MAX_COUNTER_PATH] = L"\\\\";
    DWORD length = ARRAYSIZE(machine) - 2;

    if (path->machine.length && path->machine.length < length)
        memcpy(machine + 2, path->machine.at, path->machine.length * sizeof *machine);
    else if (!path->machine.length && !GetComputerNameW(machine + 2, &length)) machine[2] = 0;
    elements->szMachineName = pack_element(pack, as_text(machine));
    elements->szObjectName = pack_element(pack, path->object);
    elements->szInstanceName = pack_element(pack, path->instance);
    elements->szParentInstance = pack_element(pack, path->parent);
    elements->dwInstanceIndex = path->index ? path->index : PATH_NO_INDEX;
    elements->szCounterName = pack_element(pack, path->counter);
}

static PDH_STATUS parse_path(const WCHAR *string, const struct output *answer)
{
    const ULONG size = sizeof(PDH_COUNTER_PATH_ELEMENTS_W);
    struct pack counted = pack_begin(NULL, 0, size, answer->is_wide), pack;
    PDH_COUNTER_PATH_ELEMENTS_W elements;
    struct counter_path path;

    if (!path_parse(string, &path)) return PDH_INVALID_PATH;
    put_path_elements(&counted, &path, &elements);
    if (!answer->buffer || *answer->length < counted.used) {
        *answer->length = counted.used;
        return PDH_MORE_DATA;
    }
    pack = pack_begin(answer->buffer, *answer->length, size, answer->is_wide);
    put_path_elements(&pack, &path, &elements);
    memcpy(answer->buffer, &elements, sizeof elements);
    *answer->length = counted.used;
    return ERROR_SUCCESS;
}

/* Flags are for WMI's paths, which the system handles. */
PDH_STATUS WINAPI HookedPdhParseCounterPathA(LPCSTR Path, PDH_COUNTER_PATH_ELEMENTS_A *Elements, LPDWORD Size, DWORD Flags)
{
    WCHAR path[PDH_MAX_COUNTER_PATH];

    if (Flags) return system_pdh.PdhParseCounterPathA(Path, Elements, Size, Flags);
    if (!Path || !Size) return PDH_INVALID_ARGUMENT;
    return widen_string(Path, path) ? parse_path(path, &(struct output){ FALSE, Elements, Size })
                                    : (PDH_STATUS)PDH_INVALID_PATH;
}

PDH_STATUS WINAPI HookedPdhParseCounterPathW(LPCWSTR Path, PDH_COUNTER_PATH_ELEMENTS_W *Elements, LPDWORD Size, DWORD Flags)
{
    if (Flags) return system_pdh.PdhParseCounterPathW(Path, Elements, Size, Flags);
    return Path && Size ? parse_path(Path, &(struct output){ TRUE, Elements, Size }) : (PDH_STATUS)PDH_INVALID_ARGUMENT;
}

/* An element that is missing and may be missing is an empty text. */
struct parts {
    WCHAR machine[PDH_MAX_COUNTER_PATH], object[PDH_MAX_COUNTER_PATH], instance[PDH_MAX_COUNTER_PATH];
    WCHAR parent[PDH_MAX_COUNTER_PATH], counter[PDH_MAX_COUNTER_PATH];
};

static PDH_STATUS make_path(const PDH_COUNTER_PATH_ELEMENTS_W *elements, const struct output *answer)
{
    const ULONG index = elements->dwInstanceIndex;
    const struct counter_path path = { .machine = as_text(skip_backslashes(elements->szMachineName)),
                                       .object = as_text(elements->szObjectName),
                                       .parent = as_text(elements->szParentInstance),
                                       .instance = as_text(elements->szInstanceName),
                                       .counter = as_text(elements->szCounterName),
                                       .index = index == PATH_NO_INDEX ? 0 : index };

    if (!path.object.length || !path.counter.length || path_make(&path, NULL, 0) > PDH_MAX_COUNTER_PATH)
        return PDH_INVALID_ARGUMENT;
    return answer_text(answer, fill_path, &path);
}

PDH_STATUS WINAPI HookedPdhMakeCounterPathA(PDH_COUNTER_PATH_ELEMENTS_A *Elements, LPSTR Path, LPDWORD Length, DWORD Flags)
{
    PDH_COUNTER_PATH_ELEMENTS_W wide;
    PDH_STATUS status = PDH_INVALID_ARGUMENT;
    struct parts *parts;

    if (Flags) return system_pdh.PdhMakeCounterPathA(Elements, Path, Length, Flags);
    if (!Elements || !Length) return PDH_INVALID_ARGUMENT;
    parts = heap_allocate(sizeof *parts);
    if (!parts) return PDH_MEMORY_ALLOCATION_FAILURE;
    if (widen_string(Elements->szMachineName, parts->machine) && widen_string(Elements->szObjectName, parts->object)
        && widen_string(Elements->szInstanceName, parts->instance)
        && widen_string(Elements->szParentInstance, parts->parent)
        && widen_string(Elements->szCounterName, parts->counter)) {
        wide = (PDH_COUNTER_PATH_ELEMENTS_W){
            parts->machine, parts->object, parts->instance, parts->parent, Elements->dwInstanceIndex, parts->counter
        };
        status = make_path(&wide, &(struct output){ FALSE, Path, Length });
    }
    heap_release(parts);
    return status;
}

PDH_STATUS WINAPI HookedPdhMakeCounterPathW(PDH_COUNTER_PATH_ELEMENTS_W *Elements, LPWSTR Path, LPDWORD Length, DWORD Flags)
{
    if (Flags) return system_pdh.PdhMakeCounterPathW(Elements, Path, Length, Flags);
    return Elements && Length ? make_path(Elements, &(struct output){ TRUE, Path, Length })
                              : (PDH_STATUS)PDH_INVALID_ARGUMENT;
}

/* The functions that Visual Basic programs call, which return strings of a fixed length. The system keeps those that show a
   window, and those of log files. */

PDH_STATUS WINAPI HookedPdhVbOpenQuery(PDH_HQUERY *Query)
{
    return HookedPdhOpenQueryA(NULL, 0, Query);
}

PDH_STATUS WINAPI HookedPdhVbAddCounter(PDH_HQUERY Query, LPCSTR Path, PDH_HCOUNTER *Counter)
{
    return HookedPdhAddCounterA(Query, Path, 0, Counter);
}

/* STATUS may be NULL, though only it distinguishes a failure from the value 0. */
double WINAPI HookedPdhVbGetDoubleCounterValue(PDH_HCOUNTER Counter, DWORD *Status)
{
    PDH_FMT_COUNTERVALUE value = { .CStatus = PDH_CSTATUS_INVALID_DATA };
    const PDH_STATUS status = HookedPdhGetFormattedCounterValue(Counter, PDH_FMT_DOUBLE, NULL, &value);

    if (Status) *Status = status == ERROR_SUCCESS || status == (PDH_STATUS)PDH_INVALID_DATA ? value.CStatus : (DWORD)status;
    return status == ERROR_SUCCESS ? value.doubleValue : 0;
}

DWORD WINAPI HookedPdhVbIsGoodStatus(LONG Status)
{
    return formula_has_value((DWORD)Status);
}

static void fill_text(struct pack *pack, const void *text)
{
    pack_text(pack, *(const struct text *)text);
}

PDH_STATUS WINAPI HookedPdhVbGetCounterPathElements(LPCSTR Path, LPSTR Machine, LPSTR Object, LPSTR Instance, LPSTR Parent,
                                                    LPSTR Counter, DWORD Size)
{
    struct counter_path path;
    const struct text *const elements[] = { &path.machine, &path.object, &path.instance, &path.parent, &path.counter };
    LPSTR const strings[ARRAYSIZE(elements)] = { Machine, Object, Instance, Parent, Counter };
    WCHAR wide[PDH_MAX_COUNTER_PATH];
    DWORD length;
    ULONG i;

    for (i = 0; i < ARRAYSIZE(strings); i++)
        if (!strings[i] || !Path || !Size) return PDH_INVALID_ARGUMENT;
    if (!widen_string(Path, wide) || !path_parse(wide, &path)) return PDH_INVALID_PATH;
    for (i = 0; i < ARRAYSIZE(strings); i++) {
        length = Size;
        if (answer_text(&(struct output){ FALSE, strings[i], &length }, fill_text, elements[i]) != ERROR_SUCCESS)
            return PDH_INSUFFICIENT_BUFFER;
    }
    return ERROR_SUCCESS;
}
