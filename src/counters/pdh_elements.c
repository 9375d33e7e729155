/* SPDX-License-Identifier: MIT */
/* Splits a path into its elements and joins them, whatever the object. */
#include "counters/counters.h"
#include "counters/pdh.h"

#include <pdhmsg.h>

#define NO_INDEX 0xffffffff /* PERF_NO_UNIQUE_ID */

/* The machine's element keeps its two backslashes, and is this machine's name where the path has none. */
struct machine {
    WCHAR name[PDH_MAX_COUNTER_PATH];
    struct text text;
};

static void name_machine(struct text given, struct machine *machine)
{
    DWORD length = ARRAYSIZE(machine->name) - 2;

    machine->name[0] = machine->name[1] = '\\';
    machine->text = (struct text){ machine->name, 2 };
    if (!given.length) machine->text.length += GetComputerNameW(machine->name + 2, &length) ? length : 0;
    else if (given.length < ARRAYSIZE(machine->name) - 2) {
        memcpy(machine->name + 2, given.at, given.length * sizeof *given.at);
        machine->text.length += given.length;
    }
}

/* The ANSI and the Unicode structure have the same layout. */
static void put_elements(struct pack *pack, const struct counter_path *path, PDH_COUNTER_PATH_ELEMENTS_W *elements)
{
    struct machine machine;

    name_machine(path->machine, &machine);
    elements->szMachineName = pack_element(pack, machine.text);
    elements->szObjectName = pack_element(pack, path->object);
    elements->szInstanceName = pack_element(pack, path->instance);
    elements->szParentInstance = pack_element(pack, path->parent);
    elements->dwInstanceIndex = path->index ? path->index : NO_INDEX;
    elements->szCounterName = pack_element(pack, path->counter);
}

static PDH_STATUS parse_path(const WCHAR *string, const struct output *answer)
{
    const ULONG size = sizeof(PDH_COUNTER_PATH_ELEMENTS_W);
    struct pack counted = pack_begin(NULL, 0, size, answer->is_wide), pack;
    PDH_COUNTER_PATH_ELEMENTS_W elements;
    struct counter_path path;

    if (!path_parse(string, &path)) return PDH_INVALID_PATH;
    put_elements(&counted, &path, &elements);
    if (!answer->buffer || *answer->length < counted.used) {
        *answer->length = counted.used;
        return PDH_MORE_DATA;
    }
    pack = pack_begin(answer->buffer, *answer->length, size, answer->is_wide);
    put_elements(&pack, &path, &elements);
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

static struct counter_path path_of(const PDH_COUNTER_PATH_ELEMENTS_W *elements)
{
    const WCHAR *machine = elements->szMachineName;

    if (machine && machine[0] == '\\' && machine[1] == '\\') machine += 2;
    return (struct counter_path){ .machine = text_of(machine),
                                  .object = text_of(elements->szObjectName),
                                  .parent = text_of(elements->szParentInstance),
                                  .instance = text_of(elements->szInstanceName),
                                  .counter = text_of(elements->szCounterName),
                                  .index = elements->dwInstanceIndex == NO_INDEX ? 0 : elements->dwInstanceIndex };
}

static PDH_STATUS make_path(const PDH_COUNTER_PATH_ELEMENTS_W *elements, const struct output *answer)
{
    const struct counter_path path = path_of(elements);

    if (!path.object.length || !path.counter.length) return PDH_INVALID_ARGUMENT;
    return path_make(&path, NULL, 0) <= PDH_MAX_COUNTER_PATH ? answer_text(answer, fill_path, &path)
                                                             : (PDH_STATUS)PDH_INVALID_ARGUMENT;
}

static BOOLEAN widen_all(const PDH_COUNTER_PATH_ELEMENTS_A *elements, struct parts *parts)
{
    return widen_string(elements->szMachineName, parts->machine) && widen_string(elements->szObjectName, parts->object)
           && widen_string(elements->szInstanceName, parts->instance)
           && widen_string(elements->szParentInstance, parts->parent)
           && widen_string(elements->szCounterName, parts->counter);
}

PDH_STATUS WINAPI HookedPdhMakeCounterPathA(PDH_COUNTER_PATH_ELEMENTS_A *Elements, LPSTR Path, LPDWORD Length, DWORD Flags)
{
    PDH_COUNTER_PATH_ELEMENTS_W wide;
    PDH_STATUS status = PDH_INVALID_ARGUMENT;
    struct parts *parts;

    if (Flags) return system_pdh.PdhMakeCounterPathA(Elements, Path, Length, Flags);
    if (!Elements || !Length) return PDH_INVALID_ARGUMENT;
    if (!(parts = heap_allocate(sizeof *parts))) return PDH_MEMORY_ALLOCATION_FAILURE;
    if (widen_all(Elements, parts)) {
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

static void fill_element(struct pack *pack, const void *element)
{
    pack_text(pack, *(const struct text *)element);
}

static PDH_STATUS put_element(struct text element, LPSTR string, DWORD size)
{
    const struct output answer = { FALSE, string, &size };

    return answer_text(&answer, fill_element, &element) == ERROR_SUCCESS ? ERROR_SUCCESS
                                                                         : (PDH_STATUS)PDH_INSUFFICIENT_BUFFER;
}

PDH_STATUS WINAPI HookedPdhVbGetCounterPathElements(LPCSTR Path, LPSTR Machine, LPSTR Object, LPSTR Instance, LPSTR Parent,
                                                    LPSTR Counter, DWORD Size)
{
    LPSTR const strings[] = { Machine, Object, Instance, Parent, Counter };
    struct text elements[ARRAYSIZE(strings)];
    PDH_STATUS status = ERROR_SUCCESS;
    WCHAR wide[PDH_MAX_COUNTER_PATH];
    struct counter_path path;
    ULONG i;

    for (i = 0; i < ARRAYSIZE(strings); i++)
        if (!strings[i] || !Path || !Size) return PDH_INVALID_ARGUMENT;
    if (!widen_string(Path, wide) || !path_parse(wide, &path)) return PDH_INVALID_PATH;
    elements[0] = path.machine;
    elements[1] = path.object;
    elements[2] = path.instance;
    elements[3] = path.parent;
    elements[4] = path.counter;
    for (i = 0; i < ARRAYSIZE(strings) && status == ERROR_SUCCESS; i++) status = put_element(elements[i], strings[i], Size);
    return status;
}
