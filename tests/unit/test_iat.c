/* SPDX-License-Identifier: MIT */
/* The slots of a module that imports, and what comes of a call that fails in between: all of them or none. */
#include "apart.h"
#include "fake_image.h"
#include "inject/hooks/hooks.h"

#include <stdlib.h>
#include <string.h>

/* Half of the slots lie on one page, and half on the next, which belongs to another region; or to the same one. */
enum { IMPORTS = 0x1000, NAMES = 0x1200, LIBRARY = 0x1300, SLOTS = 6, PAGE = 0x1000, REGION = 0x10000, REGIONS = 2 };
enum { HALF = SLOTS / 2 * (int)sizeof(PVOID), IN_TWO_REGIONS = REGION - HALF, IN_ONE_REGION = 3 * PAGE - HALF };

static char theirs[4], ours[4];
static BYTE *base;
static struct hook list[] = {
    { &theirs[0], &ours[0], NULL, "First", 0, NULL },
    { &theirs[2], &ours[2], NULL, "Third", 0, NULL },
    { NULL, &ours[3], NULL, "Missing", FAKE_IMAGE_SIZE, NULL },
};
static PVOID *slots_there, before[SLOTS];
static struct iat_entries slots;
static ULONG thunks, blocks, protections, failing_protection;
static BOOLEAN no_memory, no_more_memory;

const struct list_entry *nt_modules(void)
{
    static struct loaded_module module;
    static struct list_entry head;

    module = (struct loaded_module){ .load = { &head, &head }, .base = base };
    head.next = head.previous = &module.load;
    return &head;
}

HMODULE WINAPI GetModuleHandleA(LPCSTR name)
{
    return strcmp(name, "other.dll") ? NULL : (HMODULE)base;
}

HANDLE WINAPI GetProcessHeap(void)
{
    return (HANDLE)1;
}

PVOID WINAPI HeapAlloc(HANDLE heap, ULONG flags, SIZE_T size)
{
    assert_true(heap == (HANDLE)1 && !flags);
    if (no_memory) return NULL;
    blocks++;
    return malloc(size);
}

PVOID WINAPI HeapReAlloc(HANDLE heap, DWORD flags, PVOID block, SIZE_T size)
{
    assert_true(heap == (HANDLE)1 && !flags && block);
    return no_more_memory ? NULL : realloc(block, size);
}

BOOL WINAPI HeapFree(HANDLE heap, DWORD flags, PVOID block)
{
    assert_true(heap == (HANDLE)1 && !flags && block);
    blocks--;
    free(block);
    return TRUE;
}

BOOL WINAPI VirtualProtect(LPVOID at, SIZE_T size, DWORD protection, LPDWORD old)
{
    const BYTE *const first = base + thunks / PAGE * PAGE;

    assert_true((const BYTE *)at >= first && (const BYTE *)at + size <= first + 2 * PAGE && size % PAGE == 0);
    assert_true(protection == PAGE_READWRITE || protection == PAGE_READONLY);
    if (++protections == failing_protection) return FALSE;
    *old = PAGE_READWRITE;
    return TRUE;
}

/* Two functions twice, one that is left alone though it bears the name, since it lies in the module, and one by a name that
   the system lacks. */
static int make_module_with(ULONG offset)
{
    PVOID bound[SLOTS] = { &theirs[0], NULL, &theirs[2], &theirs[0], &theirs[2], &theirs[1] };
    IMAGE_IMPORT_DESCRIPTOR *import;
    ULONG_PTR *names;
    ULONG i;

    thunks = offset;
    protections = 0;
    base = fake_image(0x80);
    bound[1] = base + FAKE_IMAGE_SIZE - 1;
    list[2].module = (HMODULE)base;
    import = (IMAGE_IMPORT_DESCRIPTOR *)(base + IMPORTS);
    names = (ULONG_PTR *)(base + NAMES);
    slots_there = (PVOID *)(base + thunks);
    *import = (IMAGE_IMPORT_DESCRIPTOR){ .OriginalFirstThunk = NAMES, .Name = LIBRARY, .FirstThunk = thunks };
    memcpy(slots_there, bound, sizeof bound);
    memcpy(before, bound, sizeof bound);
    for (i = 0; i < SLOTS; i++) names[i] = i == 1 || i == SLOTS - 1 ? LIBRARY + 0x20 : (ULONG_PTR)1 << 63 | i;
    strcpy((char *)base + LIBRARY, "other.dll");
    strcpy((char *)base + LIBRARY + 0x22, "Missing");
    fake_image_headers()->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_IMPORT] =
        (IMAGE_DATA_DIRECTORY){ IMPORTS, 2 * sizeof *import };
    return 0;
}

static int make_module(void **state)
{
    return make_module_with(IN_TWO_REGIONS);
}

static BOOLEAN are(BOOLEAN new)
{
    const PVOID after[SLOTS] = { &ours[0], before[1], &ours[2], &ours[0], &ours[2], &ours[3] };

    return !memcmp(slots_there, new ? after : before, sizeof before);
}

static NTSTATUS use(void)
{
    struct page_region regions[2 * SLOTS];
    struct pages pages = { .list = regions };
    NTSTATUS status = iat_add_pages(&slots, &pages);

    if (NT_SUCCESS(status)) status = pages_open(&pages);
    if (NT_SUCCESS(status)) iat_write_entries(&slots);
    pages_close(&pages);
    return status;
}

static void find(void)
{
    assert_int_equal(iat_find_entries(list, ARRAYSIZE(list), &slots), STATUS_SUCCESS);
    assert_int_equal(slots.count, 5);
    assert_true(are(FALSE));
}

static void assert_all_written(ULONG changes)
{
    find();
    assert_int_equal(use(), STATUS_SUCCESS);
    assert_true(are(TRUE));
    assert_int_equal(protections, changes);
    iat_free_entries(&slots);
    assert_int_equal(blocks, 0);
}

TEST_AFTER(make_module, slots_are_found_by_value_and_by_a_missing_name_and_written)
{
    assert_all_written(2 * REGIONS);
}

TEST_AFTER(make_module, pages_of_one_region_are_opened_by_one_change)
{
    make_module_with(IN_ONE_REGION);
    assert_all_written(2);
}

TEST_AFTER(make_module, slots_that_are_writable_are_written_without_a_change)
{
    const DWORD writable[] = { PAGE_READWRITE, PAGE_WRITECOPY, PAGE_EXECUTE_READWRITE, PAGE_EXECUTE_WRITECOPY };
    ULONG i;

    for (i = 0; i < ARRAYSIZE(writable); i++) {
        make_module(NULL);
        fake_image_protect(writable[i]);
        assert_all_written(0);
    }
}

static ULONG count_of_first(HMODULE importer)
{
    const struct hook first = { &theirs[0], &ours[0], NULL, "First", 0, importer };
    ULONG count;

    assert_int_equal(iat_find_entries(&first, 1, &slots), STATUS_SUCCESS);
    count = slots.count;
    iat_free_entries(&slots);
    return count;
}

TEST_AFTER(make_module, slots_of_one_importer_are_found_in_that_module_only)
{
    assert_int_equal(count_of_first((HMODULE)base), 2);
    assert_int_equal(count_of_first((HMODULE)(base + PAGE)), 0);
}

static void nothing_is_found(void)
{
    assert_int_equal(iat_find_entries(list, ARRAYSIZE(list), &slots), STATUS_NO_MEMORY);
    assert_true(!slots.list && !slots.count && are(FALSE));
    iat_free_entries(&slots);
    assert_int_equal(blocks, 0);
}

TEST_AFTER(make_module, without_memory_nothing_is_found)
{
    no_memory = TRUE;
    nothing_is_found();
}

TEST_AFTER(make_module, without_memory_for_all_nothing_is_found)
{
    no_more_memory = TRUE;
    nothing_is_found();
}

/* Any that opens a page; one that cannot be given its protection back stays writable, and its slots are written. */
TEST_AFTER(make_module, a_protection_that_fails_leaves_all_slots_or_none)
{
    ULONG position;

    for (position = 1; position <= 2 * REGIONS; position++) {
        make_module(NULL);
        find();
        failing_protection = position;
        assert_int_equal(use(), position <= REGIONS ? STATUS_ACCESS_DENIED : STATUS_SUCCESS);
        failing_protection = 0;
        assert_true(are(position > REGIONS));
        iat_free_entries(&slots);
    }
    assert_int_equal(blocks, 0);
}
