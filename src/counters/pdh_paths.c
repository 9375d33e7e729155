/* SPDX-License-Identifier: MIT */
/* The pdh functions about paths: those that a path with wildcards expands to, and whether a path is valid. */
#include "counters/pdh.h"

struct expansion {
    struct counter_path path;
    const struct object_kind *object;
    const struct snapshot *snapshot;
    ULONG flags;
};

/* The path's name of an instance, in which instances of the same name have their index. */
static void fill_instance(struct pack *pack, const struct expansion *expansion, struct counter_path path, ULONG instance)
{
    const struct object_kind *object = expansion->object;
    WCHAR name[INSTANCE_NAME], parent[INSTANCE_NAME];

    object->name_of(expansion->snapshot, instance, name);
    path.instance = as_text(name);
    path.index = object->index_of ? object->index_of(expansion->snapshot, instance) : 0;
    path.any_index = FALSE;
    if (object->parent) {
        object->parent->name_of(expansion->snapshot, object->parent_of(expansion->snapshot, instance), parent);
        path.parent = as_text(parent);
    }
    fill_path(pack, &path);
}

static void fill_counter(struct pack *pack, const struct expansion *expansion, struct counter_path path)
{
    ULONG at = 0;

    if (expansion->flags & PDH_NOEXPANDINSTANCES || !path_has_wildcard(&path)) {
        fill_path(pack, &path);
        return;
    }
    for (; (at = catalogue_next(expansion->object, expansion->snapshot, &expansion->path, at)) != NO_INSTANCE; at++)
        fill_instance(pack, expansion, path, at);
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
            if (!catalogue_has_counter(object, &object->counters[i])) continue;
            path.counter = as_text(object->counters[i].name);
            fill_counter(pack, expansion, path);
        }
    fill_end(pack, pack->used == 0);
}

/* Whether the catalogue has the path's object, and its counter unless that is a wildcard to be expanded. */
static BOOLEAN understand_path(const WCHAR *string, struct counter_path *path, const struct object_kind **object)
{
    *object = path_parse(string, path) ? catalogue_of_path(path) : NULL;
    return *object && (text_has_wildcard(path->counter) || catalogue_counter(*object, path->counter));
}

/* As on Windows, every path has the machine's name. */
static BOOLEAN expand_path(const void *source, const WCHAR *string, ULONG flags, const struct output *answer,
                           PDH_STATUS *status)
{
    struct expansion expansion = { .flags = flags };
    WCHAR machine[MAX_COMPUTERNAME_LENGTH + 1];
    DWORD length = ARRAYSIZE(machine);
    struct snapshot *snapshot;

    if (source || !answer->length || !understand_path(string, &expansion.path, &expansion.object)) return FALSE;
    if (GetComputerNameW(machine, &length)) expansion.path.machine = (struct text){ machine, length };
    snapshot = snapshot_take(expansion.object->wanted, NULL);
    expansion.snapshot = snapshot;
    *status = snapshot ? answer_text(answer, fill_expansion, &expansion) : (PDH_STATUS)PDH_MEMORY_ALLOCATION_FAILURE;
    snapshot_free(snapshot);
    return TRUE;
}

PDH_STATUS WINAPI HookedPdhExpandWildCardPathA(LPCSTR Source, LPCSTR Path, LPSTR List, LPDWORD Length, DWORD Flags)
{
    const struct output answer = { FALSE, List, Length };
    WCHAR path[PDH_MAX_COUNTER_PATH];
    PDH_STATUS status;

    if (Path && widen_string(Path, path) && expand_path(Source, path, Flags, &answer, &status)) return status;
    return system_pdh.PdhExpandWildCardPathA(Source, Path, List, Length, Flags);
}

PDH_STATUS WINAPI HookedPdhExpandWildCardPathW(LPCWSTR Source, LPCWSTR Path, LPWSTR List, LPDWORD Length, DWORD Flags)
{
    const struct output answer = { TRUE, List, Length };
    PDH_STATUS status;

    if (Path && expand_path(Source, Path, Flags, &answer, &status)) return status;
    return system_pdh.PdhExpandWildCardPathW(Source, Path, List, Length, Flags);
}

PDH_STATUS WINAPI HookedPdhExpandCounterPathA(LPCSTR Path, LPSTR List, LPDWORD Length)
{
    const struct output answer = { FALSE, List, Length };
    WCHAR path[PDH_MAX_COUNTER_PATH];
    PDH_STATUS status;

    if (Path && widen_string(Path, path) && expand_path(NULL, path, 0, &answer, &status)) return status;
    return system_pdh.PdhExpandCounterPathA(Path, List, Length);
}

PDH_STATUS WINAPI HookedPdhExpandCounterPathW(LPCWSTR Path, LPWSTR List, LPDWORD Length)
{
    const struct output answer = { TRUE, List, Length };
    PDH_STATUS status;

    if (Path && expand_path(NULL, Path, 0, &answer, &status)) return status;
    return system_pdh.PdhExpandCounterPathW(Path, List, Length);
}

/* FALSE: the path is the system's. */
static BOOLEAN validate_path(const WCHAR *string, PDH_STATUS *status)
{
    const struct object_kind *object;
    struct counter_path path;
    struct snapshot *snapshot;

    if (!understand_path(string, &path, &object) || text_has_wildcard(path.counter)) return FALSE;
    snapshot = snapshot_take(object->wanted, NULL);
    if (!snapshot) *status = PDH_MEMORY_ALLOCATION_FAILURE;
    else *status = catalogue_next(object, snapshot, &path, 0) == NO_INSTANCE ? PDH_CSTATUS_NO_INSTANCE : ERROR_SUCCESS;
    snapshot_free(snapshot);
    return TRUE;
}

PDH_STATUS WINAPI HookedPdhValidatePathA(LPCSTR Path)
{
    WCHAR path[PDH_MAX_COUNTER_PATH];
    PDH_STATUS status;

    if (Path && widen_string(Path, path) && validate_path(path, &status)) return status;
    return refusal_narrow(system_pdh.PdhValidatePathA(Path), Path);
}

PDH_STATUS WINAPI HookedPdhValidatePathW(LPCWSTR Path)
{
    PDH_STATUS status;

    if (Path && validate_path(Path, &status)) return status;
    return choose_refusal(system_pdh.PdhValidatePathW(Path), Path);
}

PDH_STATUS WINAPI HookedPdhValidatePathExA(PDH_HLOG Source, LPCSTR Path)
{
    WCHAR path[PDH_MAX_COUNTER_PATH];
    PDH_STATUS status;

    if (!Source && Path && widen_string(Path, path) && validate_path(path, &status)) return status;
    return refusal_narrow(system_pdh.PdhValidatePathExA(Source, Path), Path);
}

PDH_STATUS WINAPI HookedPdhValidatePathExW(PDH_HLOG Source, LPCWSTR Path)
{
    PDH_STATUS status;

    if (!Source && Path && validate_path(Path, &status)) return status;
    return choose_refusal(system_pdh.PdhValidatePathExW(Source, Path), Path);
}
