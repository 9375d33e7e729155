/* SPDX-License-Identifier: MIT */
/* Performance data as they are written, read by a reader that trusts nothing; other systems' objects; lists of names. */
#include "apart.h"
#include "counters/performance_data.h"
#include "counters/catalogue.h"
#include "fake_counters.h"
#include "performance_data.h"

#include <stdlib.h>
#include <string.h>

enum { PROCESSOR = 238, THREAD = 232, PROCESS = 230, SENTINEL = 0xcc };
enum { TIME, RATE, PART, COUNT };

static const struct counter_kind counters[] = {
    { L"% Time", 6, TYPE_INVERSE_TIMER, -1, PERF_DETAIL_ADVANCED, 0, TIME, L"" },
    { L"Unknown", 8, TYPE_NUMBER, 0, PERF_DETAIL_NOVICE, 0, FAKE_UNKNOWN, L"" },
    { L"Rate", 148, TYPE_RATE, 0, PERF_DETAIL_NOVICE, 0, RATE, L"" },
    { L"Unread", 10, TYPE_NUMBER, 0, PERF_DETAIL_NOVICE, 0, FAKE_UNREAD, L"" },
    { L"Part", 1406, TYPE_FRACTION, 0, PERF_DETAIL_NOVICE, 0, PART, L"" },
    { L"Count", 680, TYPE_LARGE_NUMBER, 0, PERF_DETAIL_NOVICE, 0, COUNT, L"" },
};
static const struct data_times times = { .date = 5, .counter = 7, .frequency = 9, .system_time = { .wYear = 1601 } };
static const struct snapshot snapshot = { .date = 1000, .time = 2000 };
static _Alignas(8) BYTE buffer[0x4000];

static struct bytes written, written_object;
static PERF_OBJECT_TYPE written_type;

static struct data_block begin(ULONG room)
{
    memset(buffer, SENTINEL, sizeof buffer);
    return data_block_begin(buffer, room, L"WINE", &times);
}

static void end(struct data_block *block)
{
    const char *flaw;

    assert_true(data_block_end(block));
    written = (struct bytes){ buffer, block->length };
    if ((flaw = performance_flaw(written))) fail_msg("%s", flaw);
    assert_int_equal(buffer[block->length], SENTINEL);
}

/* Writes data with one object, and reads it back into the variables above. */
static void write_object(struct object_kind object)
{
    struct data_block block = begin(sizeof buffer);

    data_block_add(&block, &object, &snapshot);
    end(&block);
    assert_true(performance_object(written, PROCESSOR, &written_object));
    memcpy(&written_type, written_object.at, sizeof written_type);
}

static struct object_kind named(ULONG instances)
{
    fake_instances = instances;
    memcpy(fake_name, L"cpuset", sizeof L"cpuset");
    return fake_object(PROCESSOR, TRUE, counters, ARRAYSIZE(counters));
}

static ULONG64 value_of(ULONG instance, ULONG index, BOOL is_base)
{
    ULONG64 value;

    assert_true(performance_value(written_object, instance, index, is_base, &value));
    return value;
}

TEST(the_header_says_whose_data_these_are_and_when_they_were_read)
{
    struct data_block block = begin(sizeof buffer);
    PERF_DATA_BLOCK header;

    end(&block);
    assert_true(performance_header(written, &header));
    assert_int_equal(header.LittleEndian, 1);
    assert_int_equal(header.Version, 1);
    assert_int_equal(header.Revision, 1);
    assert_int_equal(header.NumObjectTypes, 0);
    assert_int_equal(header.DefaultObject, PROCESSOR);
    assert_int_equal(header.SystemTime.wYear, 1601);
    assert_int_equal(header.PerfTime.QuadPart, 7);
    assert_int_equal(header.PerfFreq.QuadPart, 9);
    assert_int_equal(header.PerfTime100nSec.QuadPart, 5);
    assert_int_equal(header.SystemNameLength, sizeof L"WINE");
    assert_memory_equal(buffer + header.SystemNameOffset, L"WINE", sizeof L"WINE");
}

TEST(a_figure_stands_with_its_instance_in_the_size_of_its_type)
{
    ULONG i;

    write_object(named(3));
    for (i = 0; i < 3; i++) {
        assert_int_equal(value_of(i, 6, FALSE), fake_figure(i, TIME));
        assert_int_equal(value_of(i, 148, FALSE), (ULONG)fake_figure(i, RATE));
        assert_int_equal(value_of(i, 680, FALSE), fake_figure(i, COUNT));
    }
}

TEST(what_a_fraction_is_a_part_of_follows_it_under_its_name)
{
    PERF_COUNTER_DEFINITION part, base;

    write_object(named(2));
    assert_int_equal(value_of(1, 1406, FALSE), (ULONG)fake_figure(1, PART));
    assert_int_equal(value_of(1, 1406, TRUE), (ULONG)fake_figure(1, PART) + 1);
    assert_true(performance_counter(written_object, 1406, FALSE, &part));
    assert_true(performance_counter(written_object, 1406, TRUE, &base));
    assert_int_equal(base.CounterOffset, part.CounterOffset + part.CounterSize);
}

TEST(a_counter_is_defined_as_the_catalogue_has_it)
{
    PERF_COUNTER_DEFINITION counter;

    write_object(named(1));
    assert_true(performance_counter(written_object, 6, FALSE, &counter));
    assert_int_equal(counter.CounterHelpTitleIndex, 7);
    assert_int_equal(counter.DefaultScale, -1);
    assert_int_equal(counter.DetailLevel, PERF_DETAIL_ADVANCED);
    assert_int_equal(counter.CounterType, TYPE_INVERSE_TIMER);
}

TEST(unknown_counters_are_not_defined)
{
    PERF_COUNTER_DEFINITION counter;

    write_object(named(1));
    assert_false(performance_counter(written_object, 8, FALSE, &counter));
    assert_false(performance_counter(written_object, 10, FALSE, &counter));
}

TEST(the_default_counter_is_counted_with_the_bases_before_it)
{
    struct object_kind object = named(1);

    object.standard = ARRAYSIZE(counters) - 1;
    write_object(object);
    assert_int_equal(written_type.NumCounters, 5);
    assert_int_equal(written_type.DefaultCounter, 4);
}

TEST(an_objects_time_is_the_date_from_which_elapsed_ones_are_subtracted)
{
    write_object(named(1));
    assert_int_equal(written_type.PerfTime.QuadPart, 1000);
    assert_int_equal(written_type.PerfFreq.QuadPart, 10000000);
}

TEST(an_instance_has_its_name)
{
    struct data_instance instance;

    write_object(named(2));
    assert_true(performance_instance(written_object, 1, &instance));
    assert_int_equal(instance.name.length, sizeof L"puset");
    assert_memory_equal(instance.name.at, L"puset", sizeof L"puset");
    assert_int_equal(instance.parent_object | instance.parent_instance, 0);
}

static ULONG third(const struct snapshot *of, ULONG instance)
{
    return instance + 3;
}

TEST(an_instance_with_a_parent_names_the_parent)
{
    const struct object_kind process = { .index = PROCESS };
    struct object_kind object = named(2);
    struct data_instance instance;

    object.parent = &process;
    object.parent_of = third;
    write_object(object);
    assert_true(performance_instance(written_object, 1, &instance));
    assert_int_equal(instance.parent_object, PROCESS);
    assert_int_equal(instance.parent_instance, 4);
}

TEST(an_object_without_names_has_one_block_of_values)
{
    fake_instances = 1;
    write_object(fake_object(PROCESSOR, FALSE, counters, ARRAYSIZE(counters)));
    assert_int_equal(written_type.NumInstances, PERF_NO_INSTANCES);
    assert_int_equal(value_of(0, 680, FALSE), fake_figure(0, COUNT));
}

TEST(objects_that_no_source_knows_are_left_out)
{
    const struct object_kind without_instances = named(0), without_counters = fake_object(THREAD, TRUE, counters + 1, 1);
    struct data_block block = begin(sizeof buffer);
    PERF_DATA_BLOCK header;

    data_block_add(&block, &without_instances, &snapshot);
    fake_instances = 1;
    data_block_add(&block, &without_counters, &snapshot);
    end(&block);
    assert_true(performance_header(written, &header));
    assert_int_equal(header.NumObjectTypes, 0);
    assert_int_equal(written.length, header.HeaderLength);
}

TEST(without_room_nothing_is_written_behind_it_and_the_length_is_reported)
{
    const struct object_kind object = named(3);
    struct data_block block;
    ULONG room, whole;

    write_object(object);
    whole = written.length;
    for (room = 0; room < whole; room++) {
        block = begin(room);
        data_block_add(&block, &object, &snapshot);
        assert_false(data_block_end(&block));
        assert_int_equal(block.length, whole);
        assert_int_equal(buffer[room], SENTINEL);
    }
}

/* As a provider of somebody else's would: its object, and then another one. */
static struct bytes write_theirs(void)
{
    const struct object_kind first = named(2), second = fake_object(THREAD, TRUE, counters, 3);
    struct data_block block = begin(sizeof buffer);

    data_block_add(&block, &first, &snapshot);
    data_block_add(&block, &second, &snapshot);
    end(&block);
    return written;
}

static void assert_both_are_read(const void *data, ULONG length)
{
    struct data_reader reader;
    struct data_object first, second, none;

    assert_true(data_reader_open(data, length, &reader));
    assert_true(data_reader_next(&reader, &first) && data_reader_next(&reader, &second));
    assert_false(data_reader_next(&reader, &none));
    assert_int_equal(first.index, PROCESSOR);
    assert_int_equal(second.index, THREAD);
    assert_ptr_equal(second.at, first.at + first.length);
}

TEST(other_objects_are_read_one_after_the_other)
{
    struct bytes theirs = write_theirs();

    assert_both_are_read(theirs.at, theirs.length);
}

/* kernelbase/registry.c of Wine 8.0 to 11.10 */
TEST(other_objects_are_read_behind_the_gap_that_wine_leaves_after_the_header)
{
    struct bytes theirs = write_theirs();
    PERF_DATA_BLOCK header;

    assert_true(performance_header(theirs, &header));
    memmove(buffer + header.HeaderLength + sizeof header, buffer + header.HeaderLength,
            theirs.length - header.HeaderLength);
    memset(buffer + header.HeaderLength, 0, sizeof header);
    assert_both_are_read(buffer, theirs.length + sizeof header);
}

TEST(no_more_objects_are_read_than_the_header_counts)
{
    struct bytes theirs = write_theirs();
    const ULONG one = 1;
    struct data_reader reader;
    struct data_object object;

    memcpy(buffer + offsetof(PERF_DATA_BLOCK, NumObjectTypes), &one, sizeof one);
    assert_true(data_reader_open(theirs.at, theirs.length, &reader));
    assert_true(data_reader_next(&reader, &object));
    assert_false(data_reader_next(&reader, &object));
}

TEST(an_object_that_leads_out_of_the_data_ends_them)
{
    struct bytes theirs = write_theirs();
    struct data_reader reader;
    struct data_object object;
    BYTE *cut;
    ULONG length, count = 0;

    for (length = 0; length < theirs.length; length++) {
        assert_non_null(cut = malloc(length + 1));
        memcpy(cut, theirs.at, length);
        if (data_reader_open(cut, length, &reader)) {
            for (; data_reader_next(&reader, &object); count++) assert_true(object.at + object.length <= cut + length);
            assert_int_not_equal(reader.objects, 0);
        }
        free(cut);
    }
    assert_true(count > 0);
}

TEST(another_systems_object_is_copied_as_it_is)
{
    struct bytes theirs = write_theirs(), object;
    struct data_block block;
    BYTE copy[0x1000];

    assert_true(performance_object(theirs, THREAD, &object));
    assert_true(object.length <= sizeof copy);
    memcpy(copy, object.at, object.length);
    block = begin(sizeof buffer);
    data_block_copy(&block, copy, object.length);
    end(&block);
    assert_true(performance_object(written, THREAD, &object));
    assert_memory_equal(object.at, copy, object.length);
}

static const WCHAR *name_of_index(ULONG index)
{
    switch (index) {
    case 2: return L"System";
    case 6: return L"% Time";
    case 1848: return L"Behind";
    default: return NULL;
    }
}

static const struct name_source names = { name_of_index, 2, 2000 };

static void assert_merged(const WCHAR *theirs, ULONG length, const WCHAR *expected, ULONG expected_length)
{
    WCHAR list[200];
    ULONG room;

    for (room = 0; room <= expected_length; room++) {
        memset(list, SENTINEL, sizeof list);
        assert_int_equal(catalogue_merge_names(&names, theirs, length, list, room), expected_length);
        assert_memory_equal(list, expected, room * sizeof *list);
        assert_int_equal(list[room], (WCHAR)(SENTINEL << 8 | SENTINEL));
    }
}

#define STRINGS(strings) strings, sizeof(strings) / sizeof(WCHAR)

TEST(names_stand_in_the_order_of_their_indices)
{
    assert_merged(STRINGS(L"1\0" L"1847\0" L"1846\0End Marker\0"),
                  STRINGS(L"1\0" L"1847\0" L"2\0System\0" L"6\0% Time\0" L"1846\0End Marker\0" L"1848\0Behind\0"));
}

TEST(the_systems_own_stands_where_both_have_one)
{
    assert_merged(STRINGS(L"6\0Zeit\0"), STRINGS(L"2\0System\0" L"6\0Zeit\0" L"1848\0Behind\0"));
}

TEST(a_list_that_breaks_off_is_read_as_far_as_it_goes)
{
    assert_merged(L"6\0Zeit", 6, STRINGS(L"2\0System\0" L"6\0% Time\0" L"1848\0Behind\0"));
    assert_merged(NULL, 0, STRINGS(L"2\0System\0" L"6\0% Time\0" L"1848\0Behind\0"));
}
