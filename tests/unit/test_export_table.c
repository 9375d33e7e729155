/* SPDX-License-Identifier: MIT */
/* The new table, read as a loader reads one: names by halving, forwarders by where they lie. */
#include "apart.h"
#include "fake_image.h"
#include "fake_memory.h"
#include "inject/hooks/hooks.h"

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

enum { COUNT = ARRAYSIZE(exports), NOWHERE = 0xffff };

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

static IMAGE_EXPORT_DIRECTORY *directory(void)
{
    return (IMAGE_EXPORT_DIRECTORY *)at(fake_image_export_entry()->VirtualAddress);
}

static struct found find_index(ULONG index)
{
    const IMAGE_DATA_DIRECTORY *entry = fake_image_export_entry();
    const ULONG *offsets = at(directory()->AddressOfFunctions);
    struct found found = { index, 0, FALSE };

    assert_true(index < directory()->NumberOfFunctions);
    found.offset = offsets[index];
    found.forwarded = found.offset >= entry->VirtualAddress && found.offset < entry->VirtualAddress + entry->Size;
    return found;
}

/* The index of a name that is not there is NOWHERE. */
static struct found find_name(const char *name)
{
    const ULONG *names = at(directory()->AddressOfNames);
    const USHORT *ordinals = at(directory()->AddressOfNameOrdinals);
    LONG low = 0, high = (LONG)directory()->NumberOfNames - 1, middle;
    int order;

    while (low <= high) {
        middle = (low + high) / 2;
        if (!(order = strcmp(at(names[middle]), name))) return find_index(ordinals[middle]);
        if (order < 0) low = middle + 1;
        else high = middle - 1;
    }
    return (struct found){ NOWHERE, 0, FALSE };
}

#define assert_is_ours(name) do { \
    const struct found it = find_name(#name); \
    assert_int_not_equal(it.index, NOWHERE); \
    assert_false(it.forwarded); \
    assert_ptr_equal(fake_jump_target(at(it.offset)), &functions[HOOK_AT_##name]); \
} while (0)

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

    if (NT_SUCCESS(status)) status = pages_add(&pages, table.directory, sizeof *table.directory);
    if (NT_SUCCESS(status)) status = pages_open(&pages);
    if (NT_SUCCESS(status)) export_table_use(&table);
    pages_close(&pages);
    return status;
}

static void install(ULONG where)
{
    assert_int_equal(build(where), STATUS_SUCCESS);
    assert_int_equal(use(), STATUS_SUCCESS);
}

static int prepare(void **state)
{
    make_image();
    return 0;
}

static int install_as_kernel32(void **state)
{
    make_image();
    install(HOOK_KERNEL32);
    return 0;
}

TEST_AFTER(install_as_kernel32, existing_name_is_replaced)
{
    assert_is_ours(Replaced);
    assert_int_equal(find_name("Replaced").index, 6);
}

TEST_AFTER(install_as_kernel32, forwarder_of_a_replaced_name_is_gone)
{
    assert_is_ours(Forwarded);
    assert_int_equal(find_name("Forwarded").index, 3);
}

TEST_AFTER(install_as_kernel32, missing_names_are_added_behind_the_last_ordinal)
{
    assert_is_ours(Aardvark);
    assert_is_ours(zebra);
    assert_int_equal(find_name("Aardvark").index, COUNT);
    assert_int_equal(find_name("zebra").index, COUNT + 1);
    assert_int_equal(directory()->NumberOfFunctions, COUNT + 2);
}

TEST_AFTER(install_as_kernel32, names_stay_sorted_and_are_not_doubled)
{
    const ULONG *names = at(directory()->AddressOfNames);
    ULONG i;

    assert_int_equal(directory()->NumberOfNames, 9);
    for (i = 1; i < 9; i++) assert_true(strcmp(at(names[i - 1]), at(names[i])) < 0);
}

TEST_AFTER(install_as_kernel32, other_names_keep_their_meaning)
{
    ULONG i;

    for (i = 0; i < COUNT; i++)
        if (exports[i].name && i != 3 && i != 6) assert_int_equal(find_name(exports[i].name).index, i);
}

TEST_AFTER(install_as_kernel32, other_ordinals_keep_their_meaning)
{
    ULONG i;

    for (i = 0; i < COUNT; i++)
        if (i != 3 && i != 6) assert_is_as_before(i);
    assert_int_equal(directory()->Base, 5);
}

TEST_AFTER(install_as_kernel32, rest_of_the_directory_is_kept)
{
    assert_int_equal(directory()->TimeDateStamp, 0x12345678);
    assert_string_equal(at(directory()->Name), "fake.dll");
}

TEST_AFTER(install_as_kernel32, function_of_another_module_is_left_out)
{
    assert_int_equal(find_name("OnlyBase").index, NOWHERE);
    make_image();
    install(HOOK_KERNELBASE);
    assert_is_ours(OnlyBase);
}

TEST_AFTER(install_as_kernel32, what_is_for_the_fast_clock_is_left_alone_without_it)
{
    assert_int_equal(find_name("Middle").offset, 0x40040);
}

TEST_AFTER(prepare, what_is_for_the_fast_clock_is_replaced_where_it_is_and_not_added)
{
    install(HOOK_KERNEL32 | HOOK_FAST_CLOCK);
    assert_is_ours(Middle);
    assert_int_equal(find_name("Absent").index, NOWHERE);
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
    assert_ptr_equal(fake_memory.protections[1].at, (ULONG_PTR)directory() & ~(ULONG_PTR)(page - 1));
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
    install(HOOK_KERNEL32 | HOOK_KERNELBASE);
    assert_int_equal(directory()->NumberOfNames, 5);
    assert_is_ours(zebra);
    assert_int_equal(find_index(0).offset, 0x40000);
}

/* The table refuses the image after this change, and leaves it alone. Then the image is made anew. */
#define assert_refused_after(change) do { \
    IMAGE_DATA_DIRECTORY before; \
    change; \
    before = *fake_image_export_entry(); \
    assert_int_equal(build(HOOK_KERNEL32), STATUS_INVALID_IMAGE_FORMAT); \
    assert_int_equal(fake_memory.blocks, 0); \
    assert_memory_equal(fake_image_export_entry(), &before, sizeof before); \
    make_image(); \
} while (0)

TEST_AFTER(prepare, table_that_lies_outside_is_refused)
{
    assert_refused_after(fake_image_export_entry()->VirtualAddress = FAKE_IMAGE_SIZE - 8);
    assert_refused_after(fake_image_export_entry()->VirtualAddress = 0xfffffff8);
    assert_refused_after(fake_image_export_entry()->Size = FAKE_IMAGE_SIZE);
    assert_refused_after(fake_image_export_entry()->Size = 0xffffffff);
}

TEST_AFTER(prepare, arrays_that_lie_outside_are_refused)
{
    assert_refused_after(directory()->AddressOfFunctions = FAKE_IMAGE_SIZE - 4 * COUNT + 1);
    assert_refused_after(directory()->AddressOfNames = FAKE_IMAGE_SIZE - 8);
    assert_refused_after(directory()->AddressOfNameOrdinals = 0xffffffff);
    assert_refused_after(directory()->NumberOfFunctions = 0x40000001);
    assert_refused_after(directory()->NumberOfNames = 0x80000001);
}

TEST_AFTER(prepare, name_that_lies_outside_is_refused)
{
    assert_refused_after(((ULONG *)at(directory()->AddressOfNames))[2] = FAKE_IMAGE_SIZE);
    memset(base + FAKE_IMAGE_SIZE - 5, 'x', 5);
    assert_refused_after(((ULONG *)at(directory()->AddressOfNames))[2] = FAKE_IMAGE_SIZE - 5);
}

TEST_AFTER(prepare, ordinal_that_names_no_function_is_refused)
{
    assert_refused_after(((USHORT *)at(directory()->AddressOfNameOrdinals))[1] = COUNT);
}

TEST_AFTER(prepare, more_functions_than_ordinals_are_refused)
{
    assert_refused_after(fake_image_export(exports, COUNT, 0x10000 - HOOK_COUNT + 1));
    fake_image_export(exports, COUNT, 0x10000 - HOOK_COUNT);
    assert_int_equal(build(HOOK_KERNEL32), STATUS_SUCCESS);
}

TEST_AFTER(prepare, names_that_one_store_cannot_switch_are_refused)
{
    memmove(base + fake_image_export_entry()->VirtualAddress + 4, directory(), sizeof *directory());
    assert_refused_after(fake_image_export_entry()->VirtualAddress += 4);
}

/* Programs compare it with the file's. */
TEST_AFTER(prepare, the_headers_stay_as_they_are)
{
    const IMAGE_DATA_DIRECTORY before = *fake_image_export_entry();
    const void *const directory_before = directory();

    install(HOOK_KERNEL32 | HOOK_KERNELBASE);
    assert_memory_equal(fake_image_export_entry(), &before, sizeof before);
    assert_ptr_equal(directory(), directory_before);
    assert_is_ours(zebra);
}

TEST_AFTER(prepare, module_without_exports_is_refused)
{
    assert_refused_after(base = fake_image(0x80));
    assert_refused_after(fake_image_headers()->OptionalHeader.NumberOfRvaAndSizes = 0);
}

TEST_AFTER(prepare, what_is_no_image_is_refused)
{
    assert_refused_after(fake_image_headers()->Signature = 0);
}

TEST_AFTER(prepare, no_room_near_the_module)
{
    fake_memory.is_full = TRUE;
    assert_int_equal(build(HOOK_KERNEL32), STATUS_NO_MEMORY);
}

TEST_AFTER(prepare, section_headers_that_lie_outside_offer_no_room)
{
    fake_memory.is_full = TRUE;
    fake_image_headers()->FileHeader.NumberOfSections = 0xffff;
    assert_int_equal(build(HOOK_KERNEL32), STATUS_NO_MEMORY);
}

static void assert_failing_protection_changes_nothing(ULONG failing)
{
    ULONG i;

    assert_int_equal(build(HOOK_KERNEL32), STATUS_SUCCESS);
    fake_memory.failing_protection = failing;
    assert_int_equal(use(), STATUS_ACCESS_DENIED);
    for (i = 0; i < COUNT; i++) assert_is_as_before(i);
}

TEST_AFTER(prepare, protection_that_fails_changes_nothing)
{
    assert_failing_protection_changes_nothing(1);
    near_pool_free(&pool);
    assert_int_equal(fake_memory.blocks, 0);
}

TEST_AFTER(prepare, switch_that_is_not_allowed_changes_nothing)
{
    assert_failing_protection_changes_nothing(2);
    assert_int_not_equal(directory()->AddressOfNames, table.after.names);
}
