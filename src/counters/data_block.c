/* SPDX-License-Identifier: MIT */
/* Writes and reads PERF_DATA_BLOCK, what a query of HKEY_PERFORMANCE_DATA returns. */
#include "counters/performance_data.h"

#include <string.h>

enum { ALIGNMENT = 8, MOST_COLUMNS = 33, DEFAULT_OBJECT = 238 };

/* A counter's value, or the base that follows it: its type and its offset in a PERF_COUNTER_BLOCK. */
struct column {
    const struct counter_kind *kind;
    ULONG type, at;
};

struct layout {
    struct column columns[MOST_COLUMNS];
    ULONG count;
    ULONG length; /* of the PERF_COUNTER_BLOCK */
};

static ULONG round_up(ULONG length, ULONG unit)
{
    return (length + unit - 1) & ~(unit - 1);
}

/* Returns zeroed memory; NULL: the buffer has no room for it. */
static PVOID take_space(struct data_block *block, ULONG size)
{
    BYTE *const at = block->at + block->length;

    block->length += size;
    return block->length <= block->room ? memset(at, 0, size) : NULL;
}

struct data_block data_block_begin(PVOID at, ULONG room, const WCHAR *computer, const struct data_times *times)
{
    const ULONG name = ((ULONG)wcslen(computer) + 1) * sizeof *computer;
    const ULONG length = round_up(sizeof(PERF_DATA_BLOCK) + name, ALIGNMENT);
    struct data_block block = { .at = at, .room = room };
    PERF_DATA_BLOCK *const header = take_space(&block, length);

    if (!header) return block;
    *header = (PERF_DATA_BLOCK){ .Signature = { 'P', 'E', 'R', 'F' },
                                 .LittleEndian = 1,
                                 .Version = PERF_DATA_VERSION,
                                 .Revision = PERF_DATA_REVISION,
                                 .HeaderLength = length,
                                 .DefaultObject = DEFAULT_OBJECT,
                                 .SystemTime = times->system_time,
                                 .PerfTime.QuadPart = (LONGLONG)times->counter,
                                 .PerfFreq.QuadPart = (LONGLONG)times->frequency,
                                 .PerfTime100nSec.QuadPart = (LONGLONG)times->date,
                                 .SystemNameLength = name,
                                 .SystemNameOffset = sizeof *header };
    memcpy(header + 1, computer, name);
    return block;
}

/* The first instance decides for all: a figure that is not known of it is left out of all. */
static struct layout lay_out(const struct object_kind *object, const struct snapshot *snapshot)
{
    struct layout layout = { .length = sizeof(PERF_COUNTER_BLOCK) };
    const struct counter_kind *const end = object->counters + object->counter_count, *kind;
    struct raw_value value;
    ULONG type, at;

    for (kind = object->counters; kind < end && layout.count + 1 < MOST_COLUMNS; kind++) {
        if (!catalogue_has_counter(object, kind) || !catalogue_read(object, kind, snapshot, 0, &value)) continue;
        for (type = kind->type; type; type = type_of_base(type)) {
            at = round_up(layout.length, type_size(type));
            layout.columns[layout.count++] = (struct column){ kind, type, at };
            layout.length = at + type_size(type);
        }
    }
    layout.length = round_up(layout.length, ALIGNMENT);
    return layout;
}

static void add_definition(struct data_block *block, const struct column *column)
{
    PERF_COUNTER_DEFINITION *const definition = take_space(block, sizeof *definition);
    const struct counter_kind *const kind = column->kind;

    if (!definition) return;
    *definition = (PERF_COUNTER_DEFINITION){ .ByteLength = sizeof *definition,
                                             .CounterNameTitleIndex = kind->index,
                                             .CounterHelpTitleIndex = kind->index + 1,
                                             .DefaultScale = kind->scale,
                                             .DetailLevel = kind->detail,
                                             .CounterType = column->type,
                                             .CounterSize = type_size(column->type),
                                             .CounterOffset = column->at };
}

static void add_values(struct data_block *block, const struct layout *layout, const struct object_kind *object,
                       const struct snapshot *snapshot, ULONG instance)
{
    PERF_COUNTER_BLOCK *const values = take_space(block, layout->length);
    const struct column *column;
    struct raw_value value;
    ULONG64 figure;

    if (!values) return;
    values->ByteLength = layout->length;
    for (column = layout->columns; column < layout->columns + layout->count; column++) {
        if (!catalogue_read(object, column->kind, snapshot, instance, &value)) continue;
        figure = column->type == column->kind->type ? value.figure : value.base;
        memcpy((BYTE *)values + column->at, &figure, type_size(column->type));
    }
}

static void add_instance(struct data_block *block, const struct object_kind *object, const struct snapshot *snapshot,
                         ULONG instance)
{
    PERF_INSTANCE_DEFINITION *definition;
    WCHAR name[INSTANCE_NAME];
    ULONG length;

    object->name_of(snapshot, instance, name);
    length = ((ULONG)wcslen(name) + 1) * sizeof *name;
    definition = take_space(block, round_up(sizeof *definition + length, ALIGNMENT));
    if (!definition) return;
    definition->ByteLength = round_up(sizeof *definition + length, ALIGNMENT);
    if (object->parent) {
        definition->ParentObjectTitleIndex = object->parent->index;
        definition->ParentObjectInstance = object->parent_of(snapshot, instance);
    }
    definition->UniqueID = PERF_NO_UNIQUE_ID;
    definition->NameOffset = sizeof *definition;
    definition->NameLength = length;
    memcpy(definition + 1, name, length);
}

/* An elapsed time is stored as a date, which the reader of the data subtracts from the object's PerfTime. The default
   counter is an index among the definitions that are in the data. */
void data_block_add(struct data_block *block, const struct object_kind *object, const struct snapshot *snapshot)
{
    const ULONG begin = block->length, instances = object->instances(snapshot);
    const struct column *column;
    PERF_OBJECT_TYPE *type;
    struct layout layout;
    ULONG i, standard = 0;

    if (!instances) return;
    layout = lay_out(object, snapshot);
    if (!layout.count) return;
    type = take_space(block, sizeof *type);
    for (column = layout.columns; column < layout.columns + layout.count; column++) {
        if (column->kind == object->counters + object->standard && column->type == column->kind->type)
            standard = (ULONG)(column - layout.columns);
        add_definition(block, column);
    }
    for (i = 0; i < instances; i++) {
        if (object->name_of) add_instance(block, object, snapshot, i);
        add_values(block, &layout, object, snapshot, i);
    }
    block->objects++;
    if (!type) return;
    *type = (PERF_OBJECT_TYPE){ .TotalByteLength = block->length - begin,
                                .DefinitionLength = sizeof *type + layout.count * sizeof(PERF_COUNTER_DEFINITION),
                                .HeaderLength = sizeof *type,
                                .ObjectNameTitleIndex = object->index,
                                .ObjectHelpTitleIndex = object->index + 1,
                                .DetailLevel = object->detail,
                                .NumCounters = layout.count,
                                .DefaultCounter = (LONG)standard,
                                .NumInstances = object->name_of ? (LONG)instances : PERF_NO_INSTANCES,
                                .PerfTime.QuadPart = (LONGLONG)snapshot->date,
                                .PerfFreq.QuadPart = TIME_BASE };
}

void data_block_copy(struct data_block *block, const void *object, ULONG length)
{
    void *const at = take_space(block, length);

    if (at) memcpy(at, object, length);
    block->objects++;
}

BOOLEAN data_block_end(struct data_block *block)
{
    PERF_DATA_BLOCK *const header = (PVOID)block->at;

    if (block->length > block->room) return FALSE;
    header->TotalByteLength = block->length;
    header->NumObjectTypes = block->objects;
    return TRUE;
}

/* Wine, up to 11.10 at least, has its providers write as far behind the header as a PERF_DATA_BLOCK is long, where no
   reader expects the objects (query_perf_data in kernelbase/registry.c). Wine: data-block. */
BOOLEAN data_reader_open(const void *data, ULONG length, struct data_reader *reader)
{
    static const BYTE none[sizeof(PERF_DATA_BLOCK)];
    PERF_DATA_BLOCK header;
    ULONG begin;

    if (length < sizeof header) return FALSE;
    memcpy(&header, data, sizeof header);
    if (memcmp(header.Signature, L"PERF", sizeof header.Signature) != 0) return FALSE;
    begin = header.HeaderLength;
    if (begin < sizeof header || begin > length) return FALSE;
    if (header.NumObjectTypes && length - begin >= sizeof none && !memcmp((const BYTE *)data + begin, none, sizeof none))
        begin += sizeof none;
    *reader = (struct data_reader){ (const BYTE *)data + begin, length - begin, header.NumObjectTypes };
    return TRUE;
}

BOOLEAN data_reader_next(struct data_reader *reader, struct data_object *object)
{
    PERF_OBJECT_TYPE type;

    if (!reader->objects || reader->rest < sizeof type) return FALSE;
    memcpy(&type, reader->at, sizeof type);
    if (type.TotalByteLength < sizeof type || type.TotalByteLength > reader->rest) return FALSE;
    *object = (struct data_object){ reader->at, type.TotalByteLength, type.ObjectNameTitleIndex };
    reader->at += type.TotalByteLength;
    reader->rest -= type.TotalByteLength;
    reader->objects--;
    return TRUE;
}
