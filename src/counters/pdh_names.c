/* SPDX-License-Identifier: MIT */
/* The pdh functions about names: by their indices, of objects, and of an object's counters and instances. */
#include "counters/pdh.h"

/* Here a machine name may begin with two backslashes. */
static BOOLEAN is_here(const void *machine, BOOLEAN is_wide)
{
    WCHAR room[PDH_MAX_COUNTER_PATH];
    const WCHAR *name = pdh_widen_string(machine, is_wide, room);

    return name && catalogue_is_here(as_text(pdh_skip_backslashes(name)));
}

static PDH_STATUS name_by_index(const void *machine, ULONG index, const struct output *answer)
{
    const WCHAR *name = index % 2 ? NULL : catalogue_text(index);

    if (!name || !answer->length || !is_here(machine, answer->is_wide)) return NOT_OURS;
    return answer_text(answer, pdh_fill_string, name);
}

DEFINE_PDH(PdhLookupPerfNameByIndexA, (LPCSTR Machine, DWORD Index, LPSTR Name, LPDWORD Length),
           (Machine, Index, Name, Length), name_by_index(Machine, Index, &(struct output){ FALSE, Name, Length }))
DEFINE_PDH(PdhLookupPerfNameByIndexW, (LPCWSTR Machine, DWORD Index, LPWSTR Name, LPDWORD Length),
           (Machine, Index, Name, Length), name_by_index(Machine, Index, &(struct output){ TRUE, Name, Length }))

static PDH_STATUS index_by_name(const void *machine, const void *name, BOOLEAN is_wide, ULONG *index)
{
    WCHAR room[PDH_MAX_COUNTER_PATH];
    const WCHAR *string = pdh_widen_string(name, is_wide, room);
    const ULONG found = string ? catalogue_index(as_text(string)) : 0;

    if (!found || !index || !is_here(machine, is_wide)) return NOT_OURS;
    *index = found;
    return ERROR_SUCCESS;
}

DEFINE_PDH(PdhLookupPerfIndexByNameA, (LPCSTR Machine, LPCSTR Name, LPDWORD Index), (Machine, Name, Index),
           index_by_name(Machine, Name, FALSE, Index))
DEFINE_PDH(PdhLookupPerfIndexByNameW, (LPCWSTR Machine, LPCWSTR Name, LPDWORD Index), (Machine, Name, Index),
           index_by_name(Machine, Name, TRUE, Index))

static void fill_objects(struct pack *pack, const void *detail)
{
    ULONG i, count = 0;

    for (i = 0; i < CATALOGUE_OBJECTS; i++) {
        if (catalogue[i]->detail > *(const ULONG *)detail || !catalogue_has_object(catalogue[i])) continue;
        pdh_fill_string(pack, catalogue[i]->name);
        count++;
    }
    pdh_fill_end(pack, !count);
}

static PDH_STATUS list_objects(const void *source, const void *machine, ULONG detail, const struct output *answer)
{
    if (source || !is_here(machine, answer->is_wide)) return NOT_OURS;
    return answer->length ? answer_text(answer, fill_objects, &detail) : (PDH_STATUS)PDH_INVALID_ARGUMENT;
}

DEFINE_PDH(PdhEnumObjectsA, (LPCSTR Source, LPCSTR Machine, LPSTR List, LPDWORD Length, DWORD Detail, WINBOOL Refresh),
           (Source, Machine, List, Length, Detail, Refresh),
           list_objects(Source, Machine, Detail, &(struct output){ FALSE, List, Length }))
DEFINE_PDH(PdhEnumObjectsW, (LPCWSTR Source, LPCWSTR Machine, LPWSTR List, LPDWORD Length, DWORD Detail, WINBOOL Refresh),
           (Source, Machine, List, Length, Detail, Refresh),
           list_objects(Source, Machine, Detail, &(struct output){ TRUE, List, Length }))

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
        pdh_fill_string(pack, each->name);
        count++;
    }
    pdh_fill_end(pack, !count);
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
        pdh_fill_string(pack, name);
    }
    pdh_fill_end(pack, !count);
}

/* An object without named instances has an empty list of them, of 0 characters. */
static PDH_STATUS object_items(const void *source, const void *machine, const void *object, ULONG detail,
                               const struct output *counters, const struct output *instances)
{
    WCHAR room[PDH_MAX_COUNTER_PATH];
    const WCHAR *name = pdh_widen_string(object, counters->is_wide, room);
    struct items items = { name ? catalogue_object(as_text(name)) : NULL, NULL, detail };
    PDH_STATUS status, other = ERROR_SUCCESS;
    struct snapshot *snapshot;

    if (source || !items.object || !is_here(machine, counters->is_wide)) return NOT_OURS;
    if (!counters->length || !instances->length) return PDH_INVALID_ARGUMENT;
    snapshot = snapshot_take(items.object->wanted, NULL);
    if (!snapshot) return PDH_MEMORY_ALLOCATION_FAILURE;
    items.snapshot = snapshot;
    status = answer_text(counters, fill_counters, &items);
    if (items.object->name_of) other = answer_text(instances, fill_instances, &items);
    else *instances->length = 0;
    snapshot_free(snapshot);
    return status == ERROR_SUCCESS ? other : status;
}

DEFINE_PDH(PdhEnumObjectItemsA,
           (LPCSTR Source, LPCSTR Machine, LPCSTR Object, LPSTR Counters, LPDWORD CountersLength, LPSTR Instances,
            LPDWORD InstancesLength, DWORD Detail, DWORD Flags),
           (Source, Machine, Object, Counters, CountersLength, Instances, InstancesLength, Detail, Flags),
           object_items(Source, Machine, Object, Detail, &(struct output){ FALSE, Counters, CountersLength },
                        &(struct output){ FALSE, Instances, InstancesLength }))
DEFINE_PDH(PdhEnumObjectItemsW,
           (LPCWSTR Source, LPCWSTR Machine, LPCWSTR Object, LPWSTR Counters, LPDWORD CountersLength, LPWSTR Instances,
            LPDWORD InstancesLength, DWORD Detail, DWORD Flags),
           (Source, Machine, Object, Counters, CountersLength, Instances, InstancesLength, Detail, Flags),
           object_items(Source, Machine, Object, Detail, &(struct output){ TRUE, Counters, CountersLength },
                        &(struct output){ TRUE, Instances, InstancesLength }))
