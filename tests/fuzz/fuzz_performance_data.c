/* SPDX-License-Identifier: MIT */
/* Performance data and lists of names that the system would have made, as input; and data that are written from a table
   which the input makes up: whatever it is, they are whole, and every figure is read back. */
#include "fuzz.h"
#include "counters/performance_data.h"
#include "counters/catalogue.h"
#include "fake_counters.h"
#include "performance_data.h"

enum { MOST_COUNTERS = 8, OBJECT = 7, ROOM = 0x20000 };

static _Alignas(8) BYTE buffer[ROOM];
static const struct data_times times = { .frequency = 1 };
static const struct snapshot snapshot = { .date = 1 };

/* Returns a copy in a block of exactly its size, so that a sanitizer reports a read behind its end. */
static BYTE *exactly(const uint8_t *data, size_t size)
{
    BYTE *const copy = malloc(size + 1);

    CHECK(copy);
    memcpy(copy, data, size);
    return realloc(copy, size ? size : 1);
}

static ULONG copy_objects(const BYTE *data, ULONG size, struct data_block *block)
{
    struct data_reader reader;
    struct data_object object;
    ULONG count = 0;

    if (!data_reader_open(data, size, &reader)) return 0;
    for (; data_reader_next(&reader, &object); count++) {
        CHECK(object.at >= data && object.length <= size - (ULONG)(object.at - data));
        data_block_copy(block, object.at, object.length);
    }
    return count;
}

/* Copies all objects of the input into a new block, and checks that the block has as many. */
static void check_reader(const uint8_t *input, size_t size)
{
    struct data_block block = data_block_begin(buffer, sizeof buffer, L"x", &times);
    BYTE *const data = exactly(input, size);
    struct bytes written = { buffer, 0 };
    const ULONG count = copy_objects(data, (ULONG)size, &block);
    PERF_DATA_BLOCK header;

    CHECK(data_block_end(&block));
    written.length = block.length;
    CHECK(performance_header(written, &header) && header.NumObjectTypes == count);
    free(data);
}

/* Every index that somebody else's data have, looked for in them. */
static void check_parser(const uint8_t *input, size_t size)
{
    BYTE *const data = exactly(input, size);
    const struct bytes bytes = { data, (ULONG)size };
    struct data_instance instance;
    PERF_COUNTER_DEFINITION counter;
    struct bytes object;
    ULONG64 value;
    ULONG index = size >= 4 ? data[size - 1] : 0, i;

    performance_flaw(bytes);
    if (performance_object(bytes, index, &object)) {
        CHECK(object.at >= data && object.at + object.length <= data + size);
        for (i = 0; i < 4 && performance_instance(object, i, &instance); i++) {
            CHECK(instance.values.at + instance.values.length <= object.at + object.length);
            if (performance_counter(object, index, FALSE, &counter)) performance_value(object, i, index, FALSE, &value);
        }
    }
    free(data);
}

/* A table by the input: a byte for how many instances, one for the length of a name, one for each counter. */
static ULONG make_counters(const uint8_t *input, size_t size, struct counter_kind counters[MOST_COUNTERS])
{
    static const ULONG types[] = { TYPE_TIMER, TYPE_RATE, TYPE_LARGE_RATE, TYPE_NUMBER, TYPE_FRACTION, TYPE_AVERAGE };
    ULONG count;

    for (count = 0; count < MOST_COUNTERS && count < size; count++)
        counters[count] = (struct counter_kind){ .name = L"",
                                                 .index = 10 + 2 * count,
                                                 .type = types[input[count] % ARRAYSIZE(types)],
                                                 .figure = input[count] & 0x40   ? FAKE_UNKNOWN
                                                           : input[count] & 0x80 ? FAKE_UNREAD
                                                                                 : count };
    return count;
}

static ULONG64 cut(ULONG64 value, ULONG type)
{
    return type_size(type) == sizeof value ? value : (ULONG)value;
}

static void check_values(struct bytes object, const struct counter_kind *kind)
{
    const BOOLEAN is_reported = kind->figure != FAKE_UNKNOWN && kind->figure != FAKE_UNREAD;
    const ULONG base = type_of_base(kind->type);
    ULONG64 value;
    ULONG i;

    for (i = 0; i < fake_instances; i++) {
        CHECK(performance_value(object, i, kind->index, FALSE, &value) == is_reported);
        CHECK(!is_reported || value == cut(fake_figure(i, kind->figure), kind->type));
        CHECK(performance_value(object, i, kind->index, TRUE, &value) == (is_reported && base));
        CHECK(!is_reported || !base || value == cut(fake_figure(i, kind->figure) + 1, base));
    }
}

static void check_writer(const uint8_t *input, size_t size)
{
    struct counter_kind counters[MOST_COUNTERS];
    struct object_kind kind;
    struct data_block block;
    struct bytes object;
    ULONG count, i;

    if (size < 3) return;
    fake_instances = input[0] & 1 ? input[0] >> 3 : 1;
    for (i = 0; i < input[1] % (INSTANCE_NAME - 1u); i++) fake_name[i] = (WCHAR)('a' + i % 26);
    fake_name[i] = 0;
    count = make_counters(input + 2, size - 2, counters);
    kind = fake_object(OBJECT, input[0] & 1, counters, count);
    block = data_block_begin(buffer, input[size - 1] * 64, fake_name, &times);
    data_block_add(&block, &kind, &snapshot);
    if (!data_block_end(&block)) {
        CHECK(block.length > block.room && block.length <= sizeof buffer);
        block = data_block_begin(buffer, block.length, fake_name, &times);
        data_block_add(&block, &kind, &snapshot);
        CHECK(data_block_end(&block));
    }
    CHECK(!performance_flaw((struct bytes){ buffer, block.length }));
    if (!performance_object((struct bytes){ buffer, block.length }, OBJECT, &object)) return;
    for (i = 0; i < count; i++) check_values(object, &counters[i]);
}

static const WCHAR *name_of_index(ULONG index)
{
    return index % 3 ? NULL : L"text";
}

static void check_names(const uint8_t *input, size_t size)
{
    const struct name_source ours = { name_of_index, 2, 100 };
    WCHAR *const theirs = (WCHAR *)exactly(input, size);
    const ULONG length = (ULONG)(size / sizeof *theirs), merged = catalogue_merge_names(&ours, theirs, length, NULL, 0);
    WCHAR *const list = malloc(merged * sizeof *list);

    CHECK(list && catalogue_merge_names(&ours, theirs, length, list, merged) == merged);
    CHECK(!list[merged - 1] && !list[merged - 2]);
    free(list);
    free(theirs);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_reader(data, size);
    check_parser(data, size);
    check_writer(data, size);
    check_names(data, size);
    return 0;
}
