/* SPDX-License-Identifier: MIT */
/* What pdh tells of names and paths. Lists are strings one after the other, with an empty one at their end. */
#include "pdh_functions.h"
#include "pack.h"
#include "catalogue.h"

#include <pdhmsg.h>

struct answer {
    BOOLEAN is_wide;
    PVOID buffer;
    DWORD *length; /* characters */
};

static struct text text_of(const WCHAR *string)
{
    return (struct text){ string, string ? (ULONG)wcslen(string) : 0 };
}

/* FALSE: it is longer than any name of ours. NULL stays none. */
static BOOLEAN widen(const char *string, WCHAR wide[PDH_MAX_COUNTER_PATH])
{
    wide[0] = 0;
    return !string || MultiByteToWideChar(CP_ACP, 0, string, -1, wide, PDH_MAX_COUNTER_PATH);
}

/* Counts first: what does not fit is not begun. */
static PDH_STATUS put(const struct answer *answer, void (*fill)(struct pack *pack, const void *context),
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

static void fill_string(struct pack *pack, const void *context)
{
    pack_text(pack, text_of(context));
}

static BOOLEAN name_by_index(const void *machine, ULONG index, const struct answer *answer, PDH_STATUS *status)
{
    const WCHAR *name = catalogue_name(index);

    if (machine || !name || !answer->length) return FALSE;
    *status = put(answer, fill_string, name);
    return TRUE;
}

PDH_STATUS WINAPI GraftedPdhLookupPerfNameByIndexA(LPCSTR Machine, DWORD Index, LPSTR Name, LPDWORD Length)
{
    PDH_STATUS status;

    if (name_by_index(Machine, Index, &(struct answer){ FALSE, Name, Length }, &status)) return status;
    return system_pdh.PdhLookupPerfNameByIndexA(Machine, Index, Name, Length);
}

PDH_STATUS WINAPI GraftedPdhLookupPerfNameByIndexW(LPCWSTR Machine, DWORD Index, LPWSTR Name, LPDWORD Length)
{
    PDH_STATUS status;

    if (name_by_index(Machine, Index, &(struct answer){ TRUE, Name, Length }, &status)) return status;
    return system_pdh.PdhLookupPerfNameByIndexW(Machine, Index, Name, Length);
}

struct items {
    const struct object_kind *object;
    const struct snapshot *snapshot;
};

static void fill_counters(struct pack *pack, const void *context)
{
    const struct object_kind *object = ((const struct items *)context)->object;
    ULONG i;

    for (i = 0; i < object->counter_count; i++)
        if (object->is_known(object->counters[i].figure)) pack_text(pack, text_of(object->counters[i].name));
    pack_text(pack, text_of(NULL));
}

static void fill_instances(struct pack *pack, const void *context)
{
    const struct items *items = context;
    const ULONG count = items->object->instances(items->snapshot);
    WCHAR name[INSTANCE_NAME];
    ULONG i;

    for (i = 0; i < count; i++) {
        items->object->name_of(items->snapshot, i, name);
        pack_text(pack, text_of(name));
    }
    if (!count) pack_text(pack, text_of(NULL)); /* two zeros in any case */
    pack_text(pack, text_of(NULL));
}

/* Of what has no instances there is no list of them, of 0 characters. */
static PDH_STATUS put_items(const struct items *items, const struct answer *counters, const struct answer *instances)
{
    const PDH_STATUS status = put(counters, fill_counters, items);
    PDH_STATUS other = ERROR_SUCCESS;

    if (items->object->name_of) other = put(instances, fill_instances, items);
    else *instances->length = 0;
    return status == ERROR_SUCCESS ? other : status;
}

/* A machine's name may have two backslashes before it here. */
static BOOLEAN is_here(const WCHAR *machine)
{
    if (machine && machine[0] == '\\' && machine[1] == '\\') machine += 2;
    return catalogue_is_here(text_of(machine));
}

static BOOLEAN object_items(const void *source, const WCHAR *machine, const WCHAR *object, const struct answer *counters,
                            const struct answer *instances, PDH_STATUS *status)
{
    struct items items = { catalogue_object(text_of(object)), NULL };
    struct snapshot *snapshot;

    if (source || !items.object || !is_here(machine) || !counters->length || !instances->length) return FALSE;
    if (!(snapshot = snapshot_take(items.object->wanted))) *status = PDH_MEMORY_ALLOCATION_FAILURE;
    else {
        items.snapshot = snapshot;
        *status = put_items(&items, counters, instances);
    }
    snapshot_free(snapshot);
    return TRUE;
}

PDH_STATUS WINAPI GraftedPdhEnumObjectItemsA(LPCSTR Source, LPCSTR Machine, LPCSTR Object, LPSTR Counters,
                                             LPDWORD CountersLength, LPSTR Instances, LPDWORD InstancesLength, DWORD Detail,
                                             DWORD Flags)
{
    const struct answer counters = { FALSE, Counters, CountersLength }, instances = { FALSE, Instances, InstancesLength };
    WCHAR machine[PDH_MAX_COUNTER_PATH], object[PDH_MAX_COUNTER_PATH];
    PDH_STATUS status;

    if (Object && widen(Object, object) && widen(Machine, machine)
        && object_items(Source, machine, object, &counters, &instances, &status))
        return status;
    return system_pdh.PdhEnumObjectItemsA(Source, Machine, Object, Counters, CountersLength, Instances, InstancesLength,
                                          Detail, Flags);
}

PDH_STATUS WINAPI GraftedPdhEnumObjectItemsW(LPCWSTR Source, LPCWSTR Machine, LPCWSTR Object, LPWSTR Counters,
                                             LPDWORD CountersLength, LPWSTR Instances, LPDWORD InstancesLength,
                                             DWORD Detail, DWORD Flags)
{
    const struct answer counters = { TRUE, Counters, CountersLength }, instances = { TRUE, Instances, InstancesLength };
    PDH_STATUS status;

    if (Object && object_items(Source, Machine, Object, &counters, &instances, &status)) return status;
    return system_pdh.PdhEnumObjectItemsW(Source, Machine, Object, Counters, CountersLength, Instances, InstancesLength,
                                          Detail, Flags);
}

static void fill_path(struct pack *pack, const void *context)
{
    WCHAR string[PDH_MAX_COUNTER_PATH];
    const ULONG length = path_make(context, string, ARRAYSIZE(string));

    if (length <= ARRAYSIZE(string)) pack_text(pack, (struct text){ string, length - 1 });
}

struct expansion {
    struct counter_path path;
    const struct object_kind *object;
    const struct snapshot *snapshot;
    ULONG flags;
};

/* Of an instance, in which duplicates have their number. */
static void fill_instance(struct pack *pack, const struct expansion *expansion, struct counter_path *path, ULONG instance)
{
    const struct object_kind *object = expansion->object;
    WCHAR name[INSTANCE_NAME];

    object->name_of(expansion->snapshot, instance, name);
    path->instance = text_of(name);
    path->index = object->index_of ? object->index_of(expansion->snapshot, instance) : 0;
    fill_path(pack, path);
}

static ULONG next_of(const struct expansion *expansion, ULONG at)
{
    return catalogue_next(expansion->object, expansion->snapshot, &expansion->path, at);
}

static void fill_counter(struct pack *pack, const struct expansion *expansion, struct counter_path path)
{
    ULONG at = 0;

    if (expansion->flags & PDH_NOEXPANDINSTANCES || !text_has_wildcard(path.instance)) fill_path(pack, &path);
    else
        for (; (at = next_of(expansion, at)) != NO_INSTANCE; at++) fill_instance(pack, expansion, &path, at);
}

static void fill_expansion(struct pack *pack, const void *context)
{
    const struct expansion *expansion = context;
    const struct object_kind *object = expansion->object;
    struct counter_path path = expansion->path;
    ULONG i;

    if (expansion->flags & PDH_NOEXPANDCOUNTERS || !text_has_wildcard(path.counter)) fill_counter(pack, expansion, path);
    else
        for (i = 0; i < object->counter_count; i++) {
            if (!text_matches(expansion->path.counter, object->counters[i].name)) continue;
            if (!object->is_known(object->counters[i].figure)) continue;
            path.counter = text_of(object->counters[i].name);
            fill_counter(pack, expansion, path);
        }
    pack_text(pack, text_of(NULL));
}

/* Its object is known here, and its counter, unless that is to be expanded. */
static BOOLEAN understand(const WCHAR *string, struct counter_path *path, const struct object_kind **object)
{
    if (!path_parse(string, path) || !catalogue_is_here(path->machine) || path->parent.length) return FALSE;
    if (!(*object = catalogue_object(path->object)) || !(*object)->name_of != !path->instance.length) return FALSE;
    return text_has_wildcard(path->counter) || catalogue_counter(*object, path->counter);
}

/* As on Windows, the machine stands in every path. */
static BOOLEAN expand(const void *source, const WCHAR *string, ULONG flags, const struct answer *answer, PDH_STATUS *status)
{
    struct expansion expansion = { .flags = flags };
    WCHAR machine[MAX_COMPUTERNAME_LENGTH + 1];
    DWORD length = ARRAYSIZE(machine);
    struct snapshot *snapshot;

    if (source || !answer->length || !understand(string, &expansion.path, &expansion.object)) return FALSE;
    if (GetComputerNameW(machine, &length)) expansion.path.machine = (struct text){ machine, length };
    if (!(snapshot = snapshot_take(expansion.object->wanted))) *status = PDH_MEMORY_ALLOCATION_FAILURE;
    else {
        expansion.snapshot = snapshot;
        *status = put(answer, fill_expansion, &expansion);
    }
    snapshot_free(snapshot);
    return TRUE;
}

PDH_STATUS WINAPI GraftedPdhExpandWildCardPathA(LPCSTR Source, LPCSTR Path, LPSTR List, LPDWORD Length, DWORD Flags)
{
    const struct answer answer = { FALSE, List, Length };
    WCHAR path[PDH_MAX_COUNTER_PATH];
    PDH_STATUS status;

    if (Path && widen(Path, path) && expand(Source, path, Flags, &answer, &status)) return status;
    return system_pdh.PdhExpandWildCardPathA(Source, Path, List, Length, Flags);
}

PDH_STATUS WINAPI GraftedPdhExpandWildCardPathW(LPCWSTR Source, LPCWSTR Path, LPWSTR List, LPDWORD Length, DWORD Flags)
{
    const struct answer answer = { TRUE, List, Length };
    PDH_STATUS status;

    if (Path && expand(Source, Path, Flags, &answer, &status)) return status;
    return system_pdh.PdhExpandWildCardPathW(Source, Path, List, Length, Flags);
}

PDH_STATUS WINAPI GraftedPdhExpandCounterPathA(LPCSTR Path, LPSTR List, LPDWORD Length)
{
    const struct answer answer = { FALSE, List, Length };
    WCHAR path[PDH_MAX_COUNTER_PATH];
    PDH_STATUS status;

    if (Path && widen(Path, path) && expand(NULL, path, 0, &answer, &status)) return status;
    return system_pdh.PdhExpandCounterPathA(Path, List, Length);
}

PDH_STATUS WINAPI GraftedPdhExpandCounterPathW(LPCWSTR Path, LPWSTR List, LPDWORD Length)
{
    const struct answer answer = { TRUE, List, Length };
    PDH_STATUS status;

    if (Path && expand(NULL, Path, 0, &answer, &status)) return status;
    return system_pdh.PdhExpandCounterPathW(Path, List, Length);
}

/* FALSE: it is the system's. */
static BOOLEAN validate(const WCHAR *string, PDH_STATUS *status)
{
    const struct object_kind *object;
    struct counter_path path;
    struct snapshot *snapshot;

    if (!understand(string, &path, &object) || text_has_wildcard(path.counter)) return FALSE;
    if (!(snapshot = snapshot_take(object->wanted))) *status = PDH_MEMORY_ALLOCATION_FAILURE;
    else *status = catalogue_next(object, snapshot, &path, 0) == NO_INSTANCE ? PDH_CSTATUS_NO_INSTANCE : ERROR_SUCCESS;
    snapshot_free(snapshot);
    return TRUE;
}

PDH_STATUS WINAPI GraftedPdhValidatePathA(LPCSTR Path)
{
    WCHAR path[PDH_MAX_COUNTER_PATH];
    PDH_STATUS status;

    return Path && widen(Path, path) && validate(path, &status) ? status : system_pdh.PdhValidatePathA(Path);
}

PDH_STATUS WINAPI GraftedPdhValidatePathW(LPCWSTR Path)
{
    PDH_STATUS status;

    return Path && validate(Path, &status) ? status : system_pdh.PdhValidatePathW(Path);
}

PDH_STATUS WINAPI GraftedPdhValidatePathExA(PDH_HLOG Source, LPCSTR Path)
{
    WCHAR path[PDH_MAX_COUNTER_PATH];
    PDH_STATUS status;

    return !Source && Path && widen(Path, path) && validate(path, &status) ? status
                                                                           : system_pdh.PdhValidatePathExA(Source, Path);
}

PDH_STATUS WINAPI GraftedPdhValidatePathExW(PDH_HLOG Source, LPCWSTR Path)
{
    PDH_STATUS status;

    return !Source && Path && validate(Path, &status) ? status : system_pdh.PdhValidatePathExW(Source, Path);
}
