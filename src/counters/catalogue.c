/* SPDX-License-Identifier: MIT */
#include "catalogue.h"

static const struct object_kind *const objects[] = { &object_memory, &object_process, &object_processor,
                                                     &object_processor_information, &object_system };

const struct object_kind *catalogue_object(struct text name)
{
    ULONG i;

    for (i = 0; i < ARRAYSIZE(objects); i++)
        if (text_is(name, objects[i]->name)) return objects[i];
    return NULL;
}

const struct counter_kind *catalogue_counter(const struct object_kind *object, struct text name)
{
    const struct counter_kind *each;

    for (each = object->counters; each < object->counters + object->counter_count; each++)
        if (text_is(name, each->name)) return object->is_known(each->figure) ? each : NULL;
    return NULL;
}

static BOOLEAN is_meant(const struct object_kind *object, const struct snapshot *snapshot, const struct counter_path *path,
                        ULONG instance)
{
    WCHAR name[INSTANCE_NAME];

    if (!object->name_of) return TRUE;
    object->name_of(snapshot, instance, name);
    if (!text_matches(path->instance, name)) return FALSE;
    return text_has_wildcard(path->instance)
           || path->index == (object->index_of ? object->index_of(snapshot, instance) : 0);
}

ULONG catalogue_next(const struct object_kind *object, const struct snapshot *snapshot, const struct counter_path *path,
                     ULONG at)
{
    const ULONG count = object->instances(snapshot);

    for (; at < count; at++)
        if (is_meant(object, snapshot, path, at)) return at;
    return NO_INSTANCE;
}

BOOLEAN catalogue_is_here(struct text machine)
{
    WCHAR name[MAX_COMPUTERNAME_LENGTH + 1];
    DWORD length = ARRAYSIZE(name);

    return !machine.length || (GetComputerNameW(name, &length) && text_is(machine, name));
}

/* Those that programs look up: Java's OperatingSystemImpl.c, Wine's tests. */
const WCHAR *catalogue_name(ULONG index)
{
    switch (index) {
    case 6: return L"% Processor Time";
    case 230: return L"Process";
    case 238: return L"Processor";
    case 674: return L"System Up Time";
    case 784: return L"ID Process";
    default: return NULL;
    }
}
