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
