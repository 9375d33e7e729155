/* SPDX-License-Identifier: MIT */
/* The new table, read as a loader reads one: names by halving, forwarders by where they lie. */
#include "apart.h"
#include "fake_image.h"
#include "fake_memory.h"
#include "inject/hooks/export_table.h"

#include <string.h>

static char functions[HOOK_COUNT];
static PVOID original;
const struct hook_table_entry hook_table[HOOK_COUNT] = {
#define ENTRY(name, where) { #name, &functions[HOOK_AT_##name], NULL, where },
#include "export_list.inc"
#undef ENTRY
#define ENTRY(name, where) { #name, &functions[HOOK_AT_##name], &original, HOOK_FAST_CLOCK | (where) },
#include "hooks.inc"
#undef ENTRY
};

static const struct fake_export exports[] = {
    { "Alpha", 0x40000, NULL },
    { "Beta", 0, "other.Beta" },
    { NULL, 0x40020, NULL },
    { "Forwarded", 0, "other.Forwarded" },
    { "Middle", 0x40040, NULL },
    { NULL, 0, "other.#12" },
    { "Replaced", 0x40060, NULL },
    { "Replacement", 0x40080, NULL },
    { NULL, 0, NULL },
    { "last", 0x400a0, NULL },
};

enum { COUNT = ARRAYSIZE(exports) };

struct found {
    ULONG index, offset;
    BOOLEAN forwarded;
};

static BYTE *base;
static struct export_table table;
static struct near_pool pool;

static const void *at(ULONG offset)
{
    return base + offset;
}

static const IMAGE_EXPORT_DIRECTORY *directory_now(void)
{
    return at(fake_image_export_entry()->VirtualAddress);
}

static struct found find_index(ULONG index)
{
    const IMAGE_DATA_DIRECTORY *entry = fake_image_export_entry();
    const ULONG *offsets = at(directory_now()->AddressOfFunctions);
    struct found found = { index, 0, FALSE };

    assert_true(index < directory_now()->NumberOfFunctions);
    found.offset = offsets[index];
    found.forwarded = found.offset >= entry->VirtualAddress && found.offset < entry->VirtualAddress + entry->Size;
    return found;
}

static BOOLEAN find_name(const char *name, struct found *found)
{
    const ULONG *names = at(directory_now()->AddressOfNames);
    const USHORT *ordinals = at(directory_now()->AddressOfNameOrdinals);
    LONG low = 0, high = (LONG)directory_now()->NumberOfNames - 1, middle;
    int order;

    while (low <= high) {
        middle = (low + high) / 2;
        if (!(order = strcmp(at(names[middle]), name))) {
            *found = find_index(ordinals[middle]);
            return TRUE;
        }
        if (order < 0) low = middle + 1;
        else high = middle - 1;
    }
    return FALSE;
}

static void assert_is_ours(const char *name, const char *function)
{
    struct found found;

    assert_true(find_name(name, &found));
    assert_false(found.forwarded);
    assert_ptr_equal(fake_jump_target(at(found.offset)), function);
}

static void assert_is_as_before(ULONG index)
{
    struct found found = find_index(index);

    if (exports[index].forwarder) assert_string_equal(at(found.offset), exports[index].forwarder);
    else assert_int_equal(found.offset, exports[index].offset);
    assert_int_equal(found.forwarded, exports[index].forwarder != NULL);
}

static void make_image(void)
{
    base = fake_image(0x80);
    fake_image_export(exports, COUNT, COUNT);
}

static NTSTATUS build(ULONG where)
{
    const struct hook_table_set set = hook_table_choose(where);

    near_pool_free(&pool);
    return export_table_build((HMODULE)base, &set, &pool, &table);
}

static NTSTATUS use(void)
{
    struct page_region regions[2];
    struct pages pages = { .list = regions };
    NTSTATUS status = near_pool_close(&pool);

    if (NT_SUCCESS(status)) status = export_table_add(&table, &pages);
    if (NT_SUCCESS(status)) status = pages_open(&pages);
    if (NT_SUCCESS(status)) export_table_use(&table);
    pages_close(&pages);
    return status;
}

static int install_as_kernel32(void **state)
{
    (void)state;
    make_image();
    assert_int_equal(build(HOOK_KERNEL32), STATUS_SUCCESS);
    assert_int_equal(use(), STATUS_SUCCESS);
    return 0;
}

static int prepare(void **state)
{
    (void)state;
    make_image();
    return 0;
}

TEST_AFTER(install_as_kernel32, existing_name_is_replaced)
{
    struct found found;

    assert_is_ours("Replaced", &functions[HOOK_AT_Replaced]);
    assert_true(find_name("Replaced", &found));
    assert_int_equal(found.index, 6);
}

TEST_AFTER(install_as_kernel32, forwarder_of_a_replaced_name_is_gone)
{
    struct found found;

    assert_is_ours("Forwarded", &functions[HOOK_AT_Forwarded]);
    assert_true(find_name("Forwarded", &found));
    assert_int_equal(found.index, 3);
}

TEST_AFTER(install_as_kernel32, missing_names_are_added_behind_the_last_ordinal)
{
    struct found first, last;

    assert_is_ours("Aardvark", &functions[HOOK_AT_Aardvark]);
    assert_is_ours("zebra", &functions[HOOK_AT_zebra]);
    assert_true(find_name("Aardvark", &first) && find_name("zebra", &last));
    assert_int_equal(first.index, COUNT);
    assert_int_equal(last.index, COUNT + 1);
    assert_int_equal(directory_now()->NumberOfFunctions, COUNT + 2);
}

TEST_AFTER(install_as_kernel32, names_stay_sorted_and_are_not_doubled)
{
    const ULONG *names = at(directory_now()->AddressOfNames);
    ULONG i;

    assert_int_equal(directory_now()->NumberOfNames, 9);
    for (i = 1; i < 9; i++) assert_true(strcmp(at(names[i - 1]), at(names[i])) < 0);
}

TEST_AFTER(install_as_kernel32, other_names_keep_their_meaning)
{
    struct found found;
    ULONG i;

    for (i = 0; i < COUNT; i++) {
        if (!exports[i].name || i == 3 || i == 6) continue;
        assert_true(find_name(exports[i].name, &found));
        assert_int_equal(found.index, i);
    }
}

TEST_AFTER(install_as_kernel32, other_ordinals_keep_their_meaning)
{
    ULONG i;

    for (i = 0; i < COUNT; i++)
        if (i != 3 && i != 6) assert_is_as_before(i);
    assert_int_equal(directory_now()->Base, 5);
}

TEST_AFTER(install_as_kernel32, rest_of_the_directory_is_kept)
{
    assert_int_equal(directory_now()->TimeDateStamp, 0x12345678);
    assert_string_equal(at(directory_now()->Name), "fake.dll");
}

TEST_AFTER(install_as_kernel32, function_of_another_module_is_left_out)
{
    struct found found;

    assert_false(find_name("OnlyBase", &found));
    make_image();
    assert_int_equal(build(HOOK_KERNELBASE), STATUS_SUCCESS);
    assert_int_equal(use(), STATUS_SUCCESS);
    assert_is_ours("OnlyBase", &functions[HOOK_AT_OnlyBase]);
}

TEST_AFTER(install_as_kernel32, what_is_for_the_fast_clock_is_left_alone_without_it)
{
    struct found found;

    assert_true(find_name("Middle", &found));
    assert_int_equal(found.offset, 0x40040);
}

TEST_AFTER(prepare, what_is_for_the_fast_clock_is_replaced_where_it_is_and_not_added)
{
    struct found found;

    assert_int_equal(build(HOOK_KERNEL32 | HOOK_FAST_CLOCK), STATUS_SUCCESS);
    assert_int_equal(use(), STATUS_SUCCESS);
    assert_is_ours("Middle", &functions[HOOK_AT_Middle]);
    assert_false(find_name("Absent", &found));
}

TEST_AFTER(install_as_kernel32, jumps_and_tables_become_executable_and_read_only_at_once)
{
    const BYTE *const block = pool.blocks[0].begin;
    const ULONG end = table.after.ordinals + table.after.name_count * sizeof(USHORT);

    assert_int_equal(pool.count, 1);
    assert_ptr_equal(fake_memory.protections[0].at, block);
    assert_int_equal(fake_memory.protections[0].protection, PAGE_EXECUTE_READ);
    assert_true((const BYTE *)at(table.after.functions) > block);
    assert_true(block + fake_memory.protections[0].size >= (const BYTE *)at(end));
}

TEST_AFTER(install_as_kernel32, switch_leaves_the_directory_protected_as_it_was)
{
    const ULONG page = 0x1000;

    assert_int_equal(fake_memory.protection_count, 3);
    assert_ptr_equal(fake_memory.protections[1].at, (ULONG_PTR)directory_now() & ~(ULONG_PTR)(page - 1));
    assert_int_equal(fake_memory.protections[1].protection, PAGE_READWRITE);
    assert_ptr_equal(fake_memory.protections[2].at, fake_memory.protections[1].at);
    assert_int_equal(fake_memory.protections[2].size, fake_memory.protections[1].size);
    assert_int_equal(fake_memory.protections[2].protection, PAGE_READONLY);
}

TEST_AFTER(prepare, building_changes_nothing_of_the_module)
{
    static BYTE before[FAKE_IMAGE_SIZE];

    memcpy(before, base, sizeof before);
    assert_int_equal(build(HOOK_KERNEL32 | HOOK_KERNELBASE), STATUS_SUCCESS);
    assert_memory_equal(base, before, sizeof before);
}

TEST_AFTER(prepare, table_without_names_gets_some)
{
    static const struct fake_export nameless[] = { { NULL, 0x40000, NULL } };

    fake_image_export(nameless, 1, 1);
    assert_int_equal(build(HOOK_KERNEL32 | HOOK_KERNELBASE), STATUS_SUCCESS);
    assert_int_equal(use(), STATUS_SUCCESS);
    assert_int_equal(directory_now()->NumberOfNames, 5);
    assert_is_ours("zebra", &functions[HOOK_AT_zebra]);
    assert_int_equal(find_index(0).offset, 0x40000);
}

static void refused(void)
{
    const IMAGE_DATA_DIRECTORY before = *fake_image_export_entry();

    assert_int_equal(build(HOOK_KERNEL32), STATUS_INVALID_IMAGE_FORMAT);
    assert_int_equal(fake_memory.blocks, 0);
    assert_memory_equal(fake_image_export_entry(), &before, sizeof before);
    make_image();
}

TEST_AFTER(prepare, table_that_lies_outside_is_refused)
{
    fake_image_export_entry()->VirtualAddress = FAKE_IMAGE_SIZE - 8;
    refused();
    fake_image_export_entry()->VirtualAddress = 0xfffffff8;
    refused();
    fake_image_export_entry()->Size = FAKE_IMAGE_SIZE;
    refused();
    fake_image_export_entry()->Size = 0xffffffff;
    refused();
}

static IMAGE_EXPORT_DIRECTORY *directory(void)
{
    return (IMAGE_EXPORT_DIRECTORY *)directory_now();
}

TEST_AFTER(prepare, arrays_that_lie_outside_are_refused)
{
    directory()->AddressOfFunctions = FAKE_IMAGE_SIZE - 4 * COUNT + 1;
    refused();
    directory()->AddressOfNames = FAKE_IMAGE_SIZE - 8;
    refused();
    directory()->AddressOfNameOrdinals = 0xffffffff;
    refused();
    directory()->NumberOfFunctions = 0x40000001;
    refused();
    directory()->NumberOfNames = 0x80000001;
    refused();
}

TEST_AFTER(prepare, name_that_lies_outside_is_refused)
{
    ((ULONG *)at(directory()->AddressOfNames))[2] = FAKE_IMAGE_SIZE;
    refused();
    memset(base + FAKE_IMAGE_SIZE - 5, 'x', 5);
    ((ULONG *)at(directory()->AddressOfNames))[2] = FAKE_IMAGE_SIZE - 5;
    refused();
}

TEST_AFTER(prepare, ordinal_that_names_no_function_is_refused)
{
    ((USHORT *)at(directory()->AddressOfNameOrdinals))[1] = COUNT;
    refused();
}

TEST_AFTER(prepare, more_functions_than_ordinals_are_refused)
{
    fake_image_export(exports, COUNT, 0x10000 - HOOK_COUNT + 1);
    refused();
    fake_image_export(exports, COUNT, 0x10000 - HOOK_COUNT);
    assert_int_equal(build(HOOK_KERNEL32), STATUS_SUCCESS);
}

TEST_AFTER(prepare, names_that_one_store_cannot_switch_are_refused)
{
    memmove(base + fake_image_export_entry()->VirtualAddress + 4, directory_now(), sizeof *directory_now());
    fake_image_export_entry()->VirtualAddress += 4;
    refused();
}

/* Programs compare it with the file's. */
TEST_AFTER(prepare, the_headers_stay_as_they_are)
{
    const IMAGE_DATA_DIRECTORY before = *fake_image_export_entry();
    const void *const directory_before = directory_now();

    assert_int_equal(build(HOOK_KERNEL32 | HOOK_KERNELBASE), STATUS_SUCCESS);
    assert_int_equal(use(), STATUS_SUCCESS);
    assert_memory_equal(fake_image_export_entry(), &before, sizeof before);
    assert_ptr_equal(directory_now(), directory_before);
    assert_is_ours("zebra", &functions[HOOK_AT_zebra]);
}

TEST_AFTER(prepare, module_without_exports_is_refused)
{
    base = fake_image(0x80);
    refused();
    fake_image_headers()->OptionalHeader.NumberOfRvaAndSizes = 0;
    refused();
}

TEST_AFTER(prepare, what_is_no_image_is_refused)
{
    fake_image_headers()->Signature = 0;
    refused();
}

TEST_AFTER(prepare, no_room_near_the_module)
{
    fake_memory.is_full = TRUE;
    assert_int_equal(build(HOOK_KERNEL32), STATUS_NO_MEMORY);
}

TEST_AFTER(prepare, protection_that_fails_changes_nothing)
{
    ULONG i;

    assert_int_equal(build(HOOK_KERNEL32), STATUS_SUCCESS);
    fake_memory.failing_protection = 1;
    assert_int_equal(use(), STATUS_ACCESS_DENIED);
    for (i = 0; i < COUNT; i++) assert_is_as_before(i);
    near_pool_free(&pool);
    assert_int_equal(fake_memory.blocks, 0);
}

TEST_AFTER(prepare, switch_that_is_not_allowed_changes_nothing)
{
    ULONG i;

    assert_int_equal(build(HOOK_KERNEL32), STATUS_SUCCESS);
    fake_memory.failing_protection = 2;
    assert_int_equal(use(), STATUS_ACCESS_DENIED);
    for (i = 0; i < COUNT; i++) assert_is_as_before(i);
    assert_int_not_equal(directory_now()->AddressOfNames, table.after.names);
}
