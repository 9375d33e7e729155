/* SPDX-License-Identifier: MIT */
/* Looks up the objects and counters that cycletime knows, by path, name and index, and joins their names and indices
   with the system's registry values. */
#include "counters/catalogue.h"
#include "counters/counters.h"

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
static BOOLEAN is_parent_meant(const struct object_kind *object, const struct snapshot *snapshot,
                               const struct counter_path *path, ULONG instance)
{
    WCHAR name[INSTANCE_NAME];

    if (!object->parent) return TRUE;
    if (!path->parent.length) return text_has_wildcard(path->instance);
    object->parent->name_of(snapshot, object->parent_of(snapshot, instance), name);
    return text_matches(path->parent, name);
}

static BOOLEAN is_meant(const struct object_kind *object, const struct snapshot *snapshot, const struct counter_path *path,
                        ULONG instance)
{
    WCHAR name[INSTANCE_NAME];

    if (!object->name_of) return TRUE;
    object->name_of(snapshot, instance, name);
    if (!text_matches(path->instance, name) || !is_parent_meant(object, snapshot, path, instance)) return FALSE;
    return path_has_wildcard(path) || path->index == (object->index_of ? object->index_of(snapshot, instance) : 0);
}

ULONG catalogue_next(const struct object_kind *object, const struct snapshot *snapshot, const struct counter_path *path,
                     ULONG at)
{
    const ULONG count = object->instances(snapshot);

    for (; at < count; at++)
        if (is_meant(object, snapshot, path, at)) return at;
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
    const struct object_kind *object;

    if (!catalogue_is_here(path->machine) || !(object = catalogue_object(path->object))) return NULL;
    if (!object->name_of != !path->instance.length || (path->parent.length && !object->parent)) return NULL;
    return object;
}

static ULONG64 base_of(const struct object_kind *object, ULONG type, const struct snapshot *snapshot, ULONG64 base)
{
    if (type_of_base(type)) return base;
    if (type == TYPE_ELAPSED) return snapshot->date;
    if (type == TYPE_NUMBER || type == TYPE_LARGE_NUMBER) return 0;
    return *(const ULONG64 *)(const void *)((const BYTE *)snapshot + object->moment);
}

BOOLEAN catalogue_read(const struct object_kind *object, const struct counter_kind *counter,
                       const struct snapshot *snapshot, ULONG instance, struct raw_value *value)
{
    struct raw_value read = { 0 };

    if (!object->read(snapshot, instance, counter->figure, &read)) return FALSE;
    *value = (struct raw_value){ read.figure, base_of(object, counter->type, snapshot, read.base) };
    return TRUE;
}

/* Objects or counters of the same name share one index, so the first with the index will do. */
static const WCHAR *find_text(ULONG index, BOOLEAN is_help)
{
    const struct counter_kind *counter;
    ULONG i;

    for (i = 0; i < CATALOGUE_OBJECTS; i++) {
        if (catalogue[i]->index == index) return is_help ? catalogue[i]->help : catalogue[i]->name;
        for (counter = catalogue[i]->counters; counter < catalogue[i]->counters + catalogue[i]->counter_count; counter++)
            if (counter->index == index) return is_help ? counter->help : counter->name;
    }
    return NULL;
}

const WCHAR *catalogue_name(ULONG index)
{
    return find_text(index, FALSE);
}

const WCHAR *catalogue_help(ULONG index)
{
    return find_text(index - 1, TRUE);
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

struct output {
    WCHAR *list;
    ULONG room, length;
};

struct pair {
    const WCHAR *number, *text;
    ULONG number_length, text_length; /* without the 0 */
};

/* The rest of a list that is read; the list may lack its end. */
struct input {
    const WCHAR *at, *end;
};

static void put_name(struct output *output, const WCHAR *text, ULONG length)
{
    ULONG i;

    for (i = 0; i < length; i++, output->length++)
        if (output->length < output->room) output->list[output->length] = text[i];
    if (output->length < output->room) output->list[output->length] = 0;
    output->length++;
}

static void put_number(struct output *output, ULONG number)
{
    WCHAR digits[NUMBER_TEXT];

    put_name(output, digits, (ULONG)(number_write(digits, number) - digits));
}

static ULONG length_at(const struct input *input)
{
    ULONG length = 0;

    while (input->at + length < input->end && input->at[length]) length++;
    return length;
}

static BOOLEAN next_string(struct input *input, const WCHAR **string, ULONG *length)
{
    *string = input->at;
    *length = length_at(input);
    if (!*length || input->at + *length == input->end) return FALSE;
    input->at += *length + 1;
    return TRUE;
}

/* Reads the next pair. FALSE: the list is at its end, or ends within the pair. */
static BOOLEAN next_pair(struct input *input, struct pair *pair)
{
    return next_string(input, &pair->number, &pair->number_length) && next_string(input, &pair->text, &pair->text_length);
}

static ULONG number_of(const struct pair *pair)
{
    ULONG number = 0, i;

    for (i = 0; i < pair->number_length && pair->number[i] >= '0' && pair->number[i] <= '9'; i++)
        number = 10 * number + (pair->number[i] - '0');
    return number;
}

/* Writes our texts from *INDEX on, as long as the index is below END. */
static void put_ours(struct output *output, const struct name_source *ours, ULONG *index, ULONG end)
{
    const WCHAR *text;

    for (; *index < end && *index <= ours->last; *index += ours->step) {
        if (!(text = ours->text_of(*index))) continue;
        put_number(output, *index);
        put_name(output, text, (ULONG)wcslen(text));
    }
}

ULONG name_list_merge(const struct name_source *ours, const WCHAR *theirs, ULONG length, WCHAR *list, ULONG room)
{
    struct output output = { list, room, 0 };
    struct input input = { theirs, theirs + length };
    struct pair pair;
    ULONG index = ours->first;

    while (next_pair(&input, &pair)) {
        put_ours(&output, ours, &index, number_of(&pair));
        put_name(&output, pair.number, pair.number_length);
        put_name(&output, pair.text, pair.text_length);
        if (index == number_of(&pair)) index += ours->step;
    }
    put_ours(&output, ours, &index, ~(ULONG)0);
    put_name(&output, L"", 0);
    return output.length;
}
