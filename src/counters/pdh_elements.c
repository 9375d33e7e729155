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

/* Flags are for WMI's paths, which the system handles. */
static PDH_STATUS parse_path(const void *given, DWORD flags, const struct output *answer)
{
    const ULONG size = sizeof(PDH_COUNTER_PATH_ELEMENTS_W);
    struct pack counted = pack_begin(NULL, 0, size, answer->is_wide), pack;
    PDH_COUNTER_PATH_ELEMENTS_W elements;
    WCHAR room[PDH_MAX_COUNTER_PATH];
    struct counter_path path;
    const WCHAR *string;

    if (flags) return NOT_OURS;
    if (!given || !answer->length) return PDH_INVALID_ARGUMENT;
    string = pdh_widen_string(given, answer->is_wide, room);
    if (!string || !path_parse(string, &path)) return PDH_INVALID_PATH;
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

DEFINE_PDH(PdhParseCounterPathA, (LPCSTR Path, PDH_COUNTER_PATH_ELEMENTS_A *Elements, LPDWORD Size, DWORD Flags),
           (Path, Elements, Size, Flags), parse_path(Path, Flags, &(struct output){ FALSE, Elements, Size }))
DEFINE_PDH(PdhParseCounterPathW, (LPCWSTR Path, PDH_COUNTER_PATH_ELEMENTS_W *Elements, LPDWORD Size, DWORD Flags),
           (Path, Elements, Size, Flags), parse_path(Path, Flags, &(struct output){ TRUE, Elements, Size }))

/* An element that is missing and may be missing is an empty text. The strings are converted in the heap, since they are too
   large for a small stack. */
static PDH_STATUS make_path(const PDH_COUNTER_PATH_ELEMENTS_W *elements, DWORD flags, const struct output *answer)
{
    const WCHAR *machine, *object, *parent, *instance, *counter;
    WCHAR(*room)[PDH_MAX_COUNTER_PATH];
    PDH_STATUS status = PDH_INVALID_ARGUMENT;
    struct counter_path path;

    if (flags) return NOT_OURS;
    if (!elements || !answer->length) return PDH_INVALID_ARGUMENT;
    room = heap_allocate(5 * sizeof *room);
    if (!room) return PDH_MEMORY_ALLOCATION_FAILURE;
    machine = pdh_widen_string(elements->szMachineName, answer->is_wide, room[0]);
    object = pdh_widen_string(elements->szObjectName, answer->is_wide, room[1]);
    parent = pdh_widen_string(elements->szParentInstance, answer->is_wide, room[2]);
    instance = pdh_widen_string(elements->szInstanceName, answer->is_wide, room[3]);
    counter = pdh_widen_string(elements->szCounterName, answer->is_wide, room[4]);
    if (machine && object && parent && instance && counter) {
        path = (struct counter_path){ .machine = as_text(pdh_skip_backslashes(machine)),
                                      .object = as_text(object),
                                      .parent = as_text(parent),
                                      .instance = as_text(instance),
                                      .counter = as_text(counter) };
        if (elements->dwInstanceIndex != PATH_NO_INDEX) path.index = elements->dwInstanceIndex;
        if (path.object.length && path.counter.length && path_make(&path, NULL, 0) <= PDH_MAX_COUNTER_PATH)
            status = answer_text(answer, pdh_fill_path, &path);
    }
    heap_release(room);
    return status;
}

DEFINE_PDH(PdhMakeCounterPathA, (PPDH_COUNTER_PATH_ELEMENTS_A Elements, LPSTR Path, LPDWORD Length, DWORD Flags),
           (Elements, Path, Length, Flags),
           make_path((PDH_COUNTER_PATH_ELEMENTS_W *)Elements, Flags, &(struct output){ FALSE, Path, Length }))
DEFINE_PDH(PdhMakeCounterPathW, (PPDH_COUNTER_PATH_ELEMENTS_W Elements, LPWSTR Path, LPDWORD Length, DWORD Flags),
           (Elements, Path, Length, Flags), make_path(Elements, Flags, &(struct output){ TRUE, Path, Length }))

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
    WCHAR room[PDH_MAX_COUNTER_PATH];
    const WCHAR *wide;
    DWORD length;
    ULONG i;

    for (i = 0; i < ARRAYSIZE(strings); i++)
        if (!strings[i] || !Path || !Size) return PDH_INVALID_ARGUMENT;
    wide = pdh_widen_string(Path, FALSE, room);
    if (!wide || !path_parse(wide, &path)) return PDH_INVALID_PATH;
    for (i = 0; i < ARRAYSIZE(strings); i++) {
        length = Size;
        if (answer_text(&(struct output){ FALSE, strings[i], &length }, fill_text, elements[i]) != ERROR_SUCCESS)
            return PDH_INSUFFICIENT_BUFFER;
    }
    return ERROR_SUCCESS;
}
