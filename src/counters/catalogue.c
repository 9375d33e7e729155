/* SPDX-License-Identifier: MIT */
/* Looks up the objects and counters that cycletime knows, by path, name and index, and joins their names and indices
   with the system's registry values. */
#include "counters/catalogue.h"

#include <string.h>

const struct object_kind *const catalogue[CATALOGUE_OBJECTS] = {
    &object_memory, &object_paging_file, &object_process, &object_processor, &object_processor_information,
    &object_system, &object_thread
};

BOOLEAN catalogue_has_counter(const struct object_kind *object, const struct counter_kind *counter)
{
    return !object->is_known || object->is_known(counter->figure);
}

BOOLEAN catalogue_has_object(const struct object_kind *object)
{
    ULONG i;

    for (i = 0; i < object->counter_count; i++)
        if (catalogue_has_counter(object, &object->counters[i])) return TRUE;
    return FALSE;
}

const struct object_kind *catalogue_object(struct text name)
{
    ULONG i;

    for (i = 0; i < CATALOGUE_OBJECTS; i++)
        if (text_is(name, catalogue[i]->name)) return catalogue_has_object(catalogue[i]) ? catalogue[i] : NULL;
    return NULL;
}

const struct counter_kind *catalogue_counter(const struct object_kind *object, struct text name)
{
    const struct counter_kind *each;

    for (each = object->counters; each < object->counters + object->counter_count; each++)
        if (text_is(name, each->name)) return catalogue_has_counter(object, each) ? each : NULL;
    return NULL;
}

/* If the path names no parent instance, the wildcard of its instance stands for the parent too. */
ULONG catalogue_next(const struct object_kind *object, const struct snapshot *snapshot, const struct counter_path *path,
                     ULONG at)
{
    const ULONG count = object->instances(snapshot);
    WCHAR name[INSTANCE_NAME];

    for (; at < count; at++) {
        if (!object->name_of) return at;
        object->name_of(snapshot, at, name);
        if (!text_matches(path->instance, name)) continue;
        if (object->parent && path->parent.length) {
            object->parent->name_of(snapshot, object->parent_of(snapshot, at), name);
            if (!text_matches(path->parent, name)) continue;
        } else if (object->parent && !text_has_wildcard(path->instance)) continue;
        if (path_has_wildcard(path) || path->index == (object->index_of ? object->index_of(snapshot, at) : 0)) return at;
    }
    return NO_INSTANCE;
}

void catalogue_name_of(const struct object_kind *object, const struct snapshot *snapshot, ULONG instance,
                       WCHAR name[FULL_INSTANCE_NAME])
{
    ULONG length = 0;

    if (object->parent) {
        object->parent->name_of(snapshot, object->parent_of(snapshot, instance), name);
        length = (ULONG)wcslen(name);
        name[length++] = '/';
    }
    object->name_of(snapshot, instance, name + length);
}

BOOLEAN catalogue_is_here(struct text machine)
{
    WCHAR name[MAX_COMPUTERNAME_LENGTH + 1];
    DWORD length = ARRAYSIZE(name);

    return !machine.length || (GetComputerNameW(name, &length) && text_is(machine, name));
}

const struct object_kind *catalogue_of_path(const struct counter_path *path)
{
    const struct object_kind *object = catalogue_is_here(path->machine) ? catalogue_object(path->object) : NULL;

    if (!object || !object->name_of != !path->instance.length || (path->parent.length && !object->parent)) return NULL;
    return object;
}

BOOLEAN catalogue_read(const struct object_kind *object, const struct counter_kind *counter,
                       const struct snapshot *snapshot, ULONG instance, struct raw_value *value)
{
    struct raw_value read = { 0 };

    if (!object->read(snapshot, instance, counter->figure, &read)) return FALSE;
    if (counter->type == TYPE_ELAPSED) read.base = snapshot->date;
    else if (counter->type == TYPE_NUMBER || counter->type == TYPE_LARGE_NUMBER) read.base = 0;
    else if (!type_of_base(counter->type))
        read.base = *(const ULONG64 *)(const void *)((const BYTE *)snapshot + object->moment);
    *value = read;
    return TRUE;
}

/* Objects or counters of the same name share one index, so the first with the index will do. */
const WCHAR *catalogue_text(ULONG index)
{
    const BOOLEAN is_help = index % 2;
    const struct counter_kind *counter;
    ULONG i;

    for (i = 0; i < CATALOGUE_OBJECTS; i++) {
        if (catalogue[i]->index == index - is_help) return is_help ? catalogue[i]->help : catalogue[i]->name;
        for (counter = catalogue[i]->counters; counter < catalogue[i]->counters + catalogue[i]->counter_count; counter++)
            if (counter->index == index - is_help) return is_help ? counter->help : counter->name;
    }
    return NULL;
}

ULONG catalogue_index(struct text name)
{
    ULONG i, j;

    for (i = 0; i < CATALOGUE_OBJECTS; i++) {
        if (text_is(name, catalogue[i]->name)) return catalogue[i]->index;
        for (j = 0; j < catalogue[i]->counter_count; j++)
            if (text_is(name, catalogue[i]->counters[j].name)) return catalogue[i]->counters[j].index;
    }
    return 0;
}

static void put_pair(struct writing *list, struct text number, struct text string)
{
    writing_add(list, number.at, number.length);
    writing_add(list, L"", 1);
    writing_add(list, string.at, string.length);
    writing_add(list, L"", 1);
}

/* Takes the next string off the REST of a list. FALSE: the list ends before it, or within it. */
static BOOLEAN next_string(struct text *rest, struct text *string)
{
    *string = (struct text){ rest->at, 0 };
    while (string->length < rest->length && rest->at[string->length]) string->length++;
    if (!string->length || string->length == rest->length) return FALSE;
    rest->at += string->length + 1;
    rest->length -= string->length + 1;
    return TRUE;
}

/* Writes our texts from *INDEX on, as long as the index is below END. */
static void put_ours(struct writing *list, const struct name_source *ours, ULONG *index, ULONG end)
{
    WCHAR digits[NUMBER_TEXT];
    const WCHAR *text;

    for (; *index < end && *index <= ours->last; *index += 2) {
        text = ours->text_of(*index);
        if (!text) continue;
        path_write_number(digits, *index);
        put_pair(list, as_text(digits), as_text(text));
    }
}

ULONG catalogue_merge_names(const struct name_source *ours, const WCHAR *theirs, ULONG length, WCHAR *list, ULONG room)
{
    struct writing writing = { list, room, 0 };
    struct text rest = { theirs, length }, number, string;
    ULONG index = ours->first, next, i;

    while (next_string(&rest, &number) && next_string(&rest, &string)) {
        for (next = i = 0; i < number.length && number.at[i] >= '0' && number.at[i] <= '9'; i++)
            next = 10 * next + (number.at[i] - '0');
        put_ours(&writing, ours, &index, next);
        put_pair(&writing, number, string);
        if (index == next) index += 2;
    }
    put_ours(&writing, ours, &index, ~(ULONG)0);
    writing_add(&writing, L"", 1);
    return writing.length;
}
