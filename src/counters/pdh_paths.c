/* SPDX-License-Identifier: MIT */
/* The pdh functions about paths: they expand wildcards, and check whether a path is valid. */
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
    pdh_fill_path(pack, &path);
}

static void fill_counter(struct pack *pack, const struct expansion *expansion, struct counter_path path)
{
    ULONG at = 0;

    if (expansion->flags & PDH_NOEXPANDINSTANCES || !path_has_wildcard(&path)) {
        pdh_fill_path(pack, &path);
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
    pdh_fill_end(pack, pack->used == 0);
}

/* Whether the catalogue has the path's object, and its counter unless that is a wildcard to be expanded. */
static BOOLEAN understand_path(const WCHAR *string, struct counter_path *path, const struct object_kind **object)
{
    *object = path_parse(string, path) ? catalogue_of_path(path) : NULL;
    return *object && (text_has_wildcard(path->counter) || catalogue_counter(*object, path->counter));
}

/* As on Windows, every path has the machine's name. */
static PDH_STATUS expand_path(const void *source, const void *path, ULONG flags, const struct output *answer)
{
    struct expansion expansion = { .flags = flags };
    WCHAR room[PDH_MAX_COUNTER_PATH], machine[MAX_COMPUTERNAME_LENGTH + 1];
    const WCHAR *string = path ? pdh_widen_string(path, answer->is_wide, room) : NULL;
    DWORD length = ARRAYSIZE(machine);
    struct snapshot *snapshot;
    PDH_STATUS status = PDH_MEMORY_ALLOCATION_FAILURE;

    if (source || !answer->length || !string || !understand_path(string, &expansion.path, &expansion.object))
        return NOT_OURS;
    if (GetComputerNameW(machine, &length)) expansion.path.machine = (struct text){ machine, length };
    snapshot = snapshot_take(expansion.object->wanted, NULL);
    expansion.snapshot = snapshot;
    if (snapshot) status = answer_text(answer, fill_expansion, &expansion);
    snapshot_free(snapshot);
    return status;
}

DEFINE_PDH(PdhExpandWildCardPathA, (LPCSTR Source, LPCSTR Path, LPSTR List, LPDWORD Length, DWORD Flags),
           (Source, Path, List, Length, Flags), expand_path(Source, Path, Flags, &(struct output){ FALSE, List, Length }))
DEFINE_PDH(PdhExpandWildCardPathW, (LPCWSTR Source, LPCWSTR Path, LPWSTR List, LPDWORD Length, DWORD Flags),
           (Source, Path, List, Length, Flags), expand_path(Source, Path, Flags, &(struct output){ TRUE, List, Length }))
DEFINE_PDH(PdhExpandCounterPathA, (LPCSTR Path, LPSTR List, LPDWORD Length), (Path, List, Length),
           expand_path(NULL, Path, 0, &(struct output){ FALSE, List, Length }))
DEFINE_PDH(PdhExpandCounterPathW, (LPCWSTR Path, LPWSTR List, LPDWORD Length), (Path, List, Length),
           expand_path(NULL, Path, 0, &(struct output){ TRUE, List, Length }))

static PDH_STATUS validate_path(const void *source, const void *given, BOOLEAN is_wide)
{
    WCHAR room[PDH_MAX_COUNTER_PATH];
    const WCHAR *string = given ? pdh_widen_string(given, is_wide, room) : NULL;
    PDH_STATUS status = PDH_MEMORY_ALLOCATION_FAILURE;
    const struct object_kind *object;
    struct counter_path path;
    struct snapshot *snapshot;

    if (source || !string || !understand_path(string, &path, &object) || text_has_wildcard(path.counter)) return NOT_OURS;
    snapshot = snapshot_take(object->wanted, NULL);
    if (snapshot)
        status = catalogue_next(object, snapshot, &path, 0) == NO_INSTANCE ? PDH_CSTATUS_NO_INSTANCE : ERROR_SUCCESS;
    snapshot_free(snapshot);
    return status;
}

DEFINE_PDH_OF_PATH(PdhValidatePathA, FALSE, (LPCSTR Path), (Path), validate_path(NULL, Path, FALSE))
DEFINE_PDH_OF_PATH(PdhValidatePathW, TRUE, (LPCWSTR Path), (Path), validate_path(NULL, Path, TRUE))
DEFINE_PDH_OF_PATH(PdhValidatePathExA, FALSE, (PDH_HLOG Source, LPCSTR Path), (Source, Path),
                   validate_path(Source, Path, FALSE))
DEFINE_PDH_OF_PATH(PdhValidatePathExW, TRUE, (PDH_HLOG Source, LPCWSTR Path), (Source, Path),
                   validate_path(Source, Path, TRUE))
