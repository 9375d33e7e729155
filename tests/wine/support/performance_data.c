/* SPDX-License-Identifier: MIT */
#include "performance_data.h"

#include <string.h>

enum { BASE = 0x00030000, BASE_MASK = 0x00070c00, COUNTER = 0x400 }; /* PERF_COUNTER_BASE of a PERF_TYPE_COUNTER */

static BOOL read(struct bytes from, ULONG at, void *to, ULONG size)
{
    if (at > from.length || from.length - at < size) return FALSE;
    memcpy(to, from.at + at, size);
    return TRUE;
}

static BOOL cut(struct bytes from, ULONG at, ULONG length, struct bytes *part)
{
    if (at > from.length || from.length - at < length) return FALSE;
    *part = (struct bytes){ from.at + at, length };
    return TRUE;
}

BOOL performance_header(struct bytes data, PERF_DATA_BLOCK *header)
{
    static const WCHAR signature[4] = { 'P', 'E', 'R', 'F' };

    return read(data, 0, header, sizeof *header) && !memcmp(header->Signature, signature, sizeof signature)
           && header->HeaderLength >= sizeof *header && header->TotalByteLength >= header->HeaderLength
           && header->TotalByteLength <= data.length;
}

/* The one that begins AT; *AT is moved behind it. */
static BOOL next_object(struct bytes data, ULONG *at, struct bytes *object, PERF_OBJECT_TYPE *type)
{
    if (!read(data, *at, type, sizeof *type) || type->TotalByteLength < sizeof *type) return FALSE;
    if (!cut(data, *at, type->TotalByteLength, object)) return FALSE;
    *at += type->TotalByteLength;
    return TRUE;
}

BOOL performance_object(struct bytes data, ULONG index, struct bytes *object)
{
    PERF_DATA_BLOCK header;
    PERF_OBJECT_TYPE type;
    ULONG at, i;

    if (!performance_header(data, &header)) return FALSE;
    at = header.HeaderLength;
    for (i = 0; i < header.NumObjectTypes; i++) {
        if (!next_object((struct bytes){ data.at, header.TotalByteLength }, &at, object, &type)) return FALSE;
        if (type.ObjectNameTitleIndex == index) return TRUE;
    }
    return FALSE;
}

static BOOL next_counter(struct bytes object, ULONG *at, PERF_COUNTER_DEFINITION *counter)
{
    if (!read(object, *at, counter, sizeof *counter) || counter->ByteLength < sizeof *counter) return FALSE;
    if (counter->ByteLength > object.length - *at) return FALSE;
    *at += counter->ByteLength;
    return TRUE;
}

static BOOL is_base_type(ULONG type)
{
    return (type & BASE_MASK) == (BASE | COUNTER);
}

BOOL performance_counter(struct bytes object, ULONG index, BOOL is_base, PERF_COUNTER_DEFINITION *counter)
{
    PERF_OBJECT_TYPE type;
    ULONG at, i;

    if (!read(object, 0, &type, sizeof type)) return FALSE;
    at = type.HeaderLength;
    for (i = 0; i < type.NumCounters; i++) {
        if (!next_counter(object, &at, counter)) return FALSE;
        if (counter->CounterNameTitleIndex == index && is_base_type(counter->CounterType) == is_base) return TRUE;
    }
    return FALSE;
}

static BOOL read_values(struct bytes object, ULONG *at, struct bytes *values)
{
    PERF_COUNTER_BLOCK block;

    if (!read(object, *at, &block, sizeof block) || block.ByteLength < sizeof block) return FALSE;
    if (!cut(object, *at, block.ByteLength, values)) return FALSE;
    *at += block.ByteLength;
    return TRUE;
}

static BOOL next_instance(struct bytes object, ULONG *at, struct data_instance *instance)
{
    PERF_INSTANCE_DEFINITION definition;
    struct bytes whole;

    if (!read(object, *at, &definition, sizeof definition) || definition.ByteLength < sizeof definition) return FALSE;
    if (!cut(object, *at, definition.ByteLength, &whole)) return FALSE;
    if (!cut(whole, definition.NameOffset, definition.NameLength, &instance->name)) return FALSE;
    instance->parent_object = definition.ParentObjectTitleIndex;
    instance->parent_instance = definition.ParentObjectInstance;
    *at += definition.ByteLength;
    return read_values(object, at, &instance->values);
}

BOOL performance_instance(struct bytes object, ULONG number, struct data_instance *instance)
{
    PERF_OBJECT_TYPE type;
    ULONG at, i;

    memset(instance, 0, sizeof *instance);
    if (!read(object, 0, &type, sizeof type)) return FALSE;
    at = type.DefinitionLength;
    if (type.NumInstances == PERF_NO_INSTANCES) return !number && read_values(object, &at, &instance->values);
    if (type.NumInstances < 0 || number >= (ULONG)type.NumInstances) return FALSE;
    for (i = 0; i <= number; i++)
        if (!next_instance(object, &at, instance)) return FALSE;
    return TRUE;
}

BOOL performance_value(struct bytes object, ULONG number, ULONG index, BOOL is_base, ULONG64 *value)
{
    PERF_COUNTER_DEFINITION counter;
    struct data_instance instance;

    *value = 0;
    return performance_counter(object, index, is_base, &counter) && counter.CounterSize <= sizeof *value
           && performance_instance(object, number, &instance)
           && read(instance.values, counter.CounterOffset, value, counter.CounterSize);
}

static const char *flaw_of_counters(struct bytes object, const PERF_OBJECT_TYPE *type, ULONG block_length)
{
    PERF_COUNTER_DEFINITION counter;
    ULONG at = type->HeaderLength, i;

    for (i = 0; i < type->NumCounters; i++) {
        if (!next_counter(object, &at, &counter)) return "a counter's definition ends elsewhere";
        if (counter.CounterSize != 4 && counter.CounterSize != 8) return "a counter has another size";
        if (counter.CounterOffset % counter.CounterSize) return "a value is not aligned";
        if (counter.CounterOffset < sizeof(PERF_COUNTER_BLOCK)) return "a value stands before its block's";
        if (counter.CounterOffset + counter.CounterSize > block_length) return "a value stands behind its block";
    }
    return at == type->DefinitionLength ? NULL : "the definitions are longer than they are";
}

static const char *flaw_of_name(struct bytes name)
{
    static const WCHAR end = 0;

    if (name.length < sizeof end || name.length % sizeof end) return "a name has half a character";
    return memcmp(name.at + name.length - sizeof end, &end, sizeof end) ? "a name does not end" : NULL;
}

static const char *flaw_of_instances(struct bytes object, const PERF_OBJECT_TYPE *type, ULONG *block_length)
{
    struct data_instance instance = { { NULL, 0 }, { NULL, 0 }, 0, 0 };
    ULONG at = type->DefinitionLength;
    LONG i;

    *block_length = 0;
    if (type->NumInstances == PERF_NO_INSTANCES && !read_values(object, &at, &instance.values)) return "no values";
    for (i = 0; i < type->NumInstances; i++) {
        if (!next_instance(object, &at, &instance)) return "an instance ends elsewhere";
        if (flaw_of_name(instance.name)) return flaw_of_name(instance.name);
        if (*block_length && *block_length != instance.values.length) return "instances have values of two lengths";
        *block_length = instance.values.length;
        if (at % 8) return "an instance is not aligned";
    }
    *block_length = instance.values.length;
    if (*block_length % 8) return "the values are not aligned";
    return at == object.length ? NULL : "an object is longer than what is in it";
}

static const char *flaw_of_object(struct bytes object, const PERF_OBJECT_TYPE *type)
{
    ULONG block_length;
    const char *flaw;

    if (object.length % 8 || type->DefinitionLength % 8) return "an object is not aligned";
    if (!type->NumCounters || type->DefaultCounter < 0 || (ULONG)type->DefaultCounter >= type->NumCounters)
        return "no such default counter";
    flaw = flaw_of_instances(object, type, &block_length);
    if (flaw || !type->NumInstances) return flaw;
    return flaw_of_counters(object, type, block_length);
}

const char *performance_flaw(struct bytes data)
{
    PERF_DATA_BLOCK header;
    PERF_OBJECT_TYPE type;
    struct bytes object, name;
    const char *flaw;
    ULONG at, i;

    if (!performance_header(data, &header)) return "no header";
    if (header.TotalByteLength != data.length) return "another length than the header's";
    if (!cut(data, header.SystemNameOffset, header.SystemNameLength, &name)) return "the computer's name is elsewhere";
    if (flaw_of_name(name)) return flaw_of_name(name);
    if (header.HeaderLength % 8) return "the objects are not aligned";
    if (!header.PerfFreq.QuadPart) return "no frequency";
    at = header.HeaderLength;
    for (i = 0; i < header.NumObjectTypes; i++) {
        if (!next_object(data, &at, &object, &type)) return "an object ends elsewhere";
        if ((flaw = flaw_of_object(object, &type))) return flaw;
    }
    return at == data.length ? NULL : "more than the objects";
}
