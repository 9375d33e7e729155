/* SPDX-License-Identifier: MIT */
/* The pdh functions about names: by their indices, which objects there are, and which counters and instances an object
   has. */
#include "counters/pdh.h"

/* Here a machine name may begin with two backslashes. */
static BOOLEAN is_here(const WCHAR *machine)
{
    return catalogue_is_here(as_text(skip_backslashes(machine)));
}

/* FALSE, here and in all functions below: the system has to answer. */
static BOOLEAN name_by_index(const WCHAR *machine, ULONG index, const struct output *answer, PDH_STATUS *status)
{
    const WCHAR *name = catalogue_name(index);

    if (!name || !is_here(machine) || !answer->length) return FALSE;
    *status = answer_text(answer, fill_string, name);
    return TRUE;
}

PDH_STATUS WINAPI HookedPdhLookupPerfNameByIndexA(LPCSTR Machine, DWORD Index, LPSTR Name, LPDWORD Length)
{
    WCHAR machine[PDH_MAX_COUNTER_PATH];
    PDH_STATUS status;

    if (widen_string(Machine, machine) && name_by_index(machine, Index, &(struct output){ FALSE, Name, Length }, &status))
        return status;
    return system_pdh.PdhLookupPerfNameByIndexA(Machine, Index, Name, Length);
}

PDH_STATUS WINAPI HookedPdhLookupPerfNameByIndexW(LPCWSTR Machine, DWORD Index, LPWSTR Name, LPDWORD Length)
{
    PDH_STATUS status;

    if (name_by_index(Machine, Index, &(struct output){ TRUE, Name, Length }, &status)) return status;
    return system_pdh.PdhLookupPerfNameByIndexW(Machine, Index, Name, Length);
}

static BOOLEAN index_by_name(const WCHAR *machine, const WCHAR *name, ULONG *index)
{
    const ULONG found = catalogue_index(as_text(name));

    if (!found || !is_here(machine)) return FALSE;
    *index = found;
    return TRUE;
}

PDH_STATUS WINAPI HookedPdhLookupPerfIndexByNameA(LPCSTR Machine, LPCSTR Name, LPDWORD Index)
{
    WCHAR machine[PDH_MAX_COUNTER_PATH], name[PDH_MAX_COUNTER_PATH];

    if (Index && widen_string(Machine, machine) && widen_string(Name, name) && index_by_name(machine, name, Index))
        return ERROR_SUCCESS;
    return system_pdh.PdhLookupPerfIndexByNameA(Machine, Name, Index);
}

PDH_STATUS WINAPI HookedPdhLookupPerfIndexByNameW(LPCWSTR Machine, LPCWSTR Name, LPDWORD Index)
{
    if (Index && index_by_name(Machine, Name, Index)) return ERROR_SUCCESS;
    return system_pdh.PdhLookupPerfIndexByNameW(Machine, Name, Index);
}

static void fill_objects(struct pack *pack, const void *detail)
{
    ULONG i, count = 0;

    for (i = 0; i < CATALOGUE_OBJECTS; i++) {
        if (catalogue[i]->detail > *(const ULONG *)detail || !catalogue_has_object(catalogue[i])) continue;
        fill_string(pack, catalogue[i]->name);
        count++;
    }
    fill_end(pack, !count);
}

static BOOLEAN list_objects(const void *source, const WCHAR *machine, ULONG detail, const struct output *answer,
                            PDH_STATUS *status)
{
    if (source || !is_here(machine)) return FALSE;
    *status = answer->length ? answer_text(answer, fill_objects, &detail) : (PDH_STATUS)PDH_INVALID_ARGUMENT;
    return TRUE;
}

PDH_STATUS WINAPI HookedPdhEnumObjectsA(LPCSTR Source, LPCSTR Machine, LPSTR List, LPDWORD Length, DWORD Detail,
                                        WINBOOL Refresh)
{
    WCHAR machine[PDH_MAX_COUNTER_PATH];
    PDH_STATUS status;

    if (widen_string(Machine, machine)
        && list_objects(Source, machine, Detail, &(struct output){ FALSE, List, Length }, &status))
        return status;
    return system_pdh.PdhEnumObjectsA(Source, Machine, List, Length, Detail, Refresh);
}

PDH_STATUS WINAPI HookedPdhEnumObjectsW(LPCWSTR Source, LPCWSTR Machine, LPWSTR List, LPDWORD Length, DWORD Detail,
                                        WINBOOL Refresh)
{
    PDH_STATUS status;

    if (list_objects(Source, Machine, Detail, &(struct output){ TRUE, List, Length }, &status)) return status;
    return system_pdh.PdhEnumObjectsW(Source, Machine, List, Length, Detail, Refresh);
}

struct items {
    const struct object_kind *object;
    const struct snapshot *snapshot;
    ULONG detail;
};

static void fill_counters(struct pack *pack, const void *context)
{
    const struct items *items = context;
    const struct object_kind *object = items->object;
    const struct counter_kind *each;
    ULONG count = 0;

    for (each = object->counters; each < object->counters + object->counter_count; each++) {
        if (each->detail > items->detail || !catalogue_has_counter(object, each)) continue;
        fill_string(pack, each->name);
        count++;
    }
    fill_end(pack, !count);
}

/* Instances of one name are listed without their indices. */
static void fill_instances(struct pack *pack, const void *context)
{
    const struct items *items = context;
    const ULONG count = items->object->instances(items->snapshot);
    WCHAR name[FULL_INSTANCE_NAME];
    ULONG i;

    for (i = 0; i < count; i++) {
        catalogue_name_of(items->object, items->snapshot, i, name);
        fill_string(pack, name);
    }
    fill_end(pack, !count);
}

/* An object without named instances has an empty list of them, of 0 characters. */
static BOOLEAN object_items(const void *source, const WCHAR *machine, const WCHAR *object, ULONG detail,
                            const struct output *counters, const struct output *instances, PDH_STATUS *status)
{
    struct items items = { catalogue_object(as_text(object)), NULL, detail };
    PDH_STATUS other = ERROR_SUCCESS;
    struct snapshot *snapshot;

    if (source || !items.object || !is_here(machine)) return FALSE;
    *status = PDH_INVALID_ARGUMENT;
    if (!counters->length || !instances->length) return TRUE;
    *status = PDH_MEMORY_ALLOCATION_FAILURE;
    snapshot = snapshot_take(items.object->wanted, NULL);
    if (!snapshot) return TRUE;
    items.snapshot = snapshot;
    *status = answer_text(counters, fill_counters, &items);
    if (items.object->name_of) other = answer_text(instances, fill_instances, &items);
    else *instances->length = 0;
    if (*status == ERROR_SUCCESS) *status = other;
    snapshot_free(snapshot);
    return TRUE;
}

PDH_STATUS WINAPI HookedPdhEnumObjectItemsA(LPCSTR Source, LPCSTR Machine, LPCSTR Object, LPSTR Counters,
                                            LPDWORD CountersLength, LPSTR Instances, LPDWORD InstancesLength, DWORD Detail,
                                            DWORD Flags)
{
    const struct output counters = { FALSE, Counters, CountersLength }, instances = { FALSE, Instances, InstancesLength };
    WCHAR machine[PDH_MAX_COUNTER_PATH], object[PDH_MAX_COUNTER_PATH];
    PDH_STATUS status;

    if (widen_string(Object, object) && widen_string(Machine, machine)
        && object_items(Source, machine, object, Detail, &counters, &instances, &status))
        return status;
    return system_pdh.PdhEnumObjectItemsA(Source, Machine, Object, Counters, CountersLength, Instances, InstancesLength,
                                          Detail, Flags);
}

PDH_STATUS WINAPI HookedPdhEnumObjectItemsW(LPCWSTR Source, LPCWSTR Machine, LPCWSTR Object, LPWSTR Counters,
                                            LPDWORD CountersLength, LPWSTR Instances, LPDWORD InstancesLength, DWORD Detail,
                                            DWORD Flags)
{
    const struct output counters = { TRUE, Counters, CountersLength }, instances = { TRUE, Instances, InstancesLength };
    PDH_STATUS status;

    if (object_items(Source, Machine, Object, Detail, &counters, &instances, &status)) return status;
    return system_pdh.PdhEnumObjectItemsW(Source, Machine, Object, Counters, CountersLength, Instances, InstancesLength,
                                          Detail, Flags);
}
