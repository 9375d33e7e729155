/* SPDX-License-Identifier: MIT */
/*
 * The export table's builder over any image: what it refuses it leaves alone, and what it builds is read as a loader reads
 * it and compared with the old table. The image has a forbidden zone on either side, and so has the block of the new one.
 *
 * An input is the image itself, or changes to one that is good.
 */
#include "fuzz.h"
#include "inject/hooks/hooks.h"
#include "inject/hooks/machine.h"

#include <sanitizer/asan_interface.h>

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

/* Small pages, so that a small image has many. */
enum { ZONE = 0x10000, IMAGE = 2 * ZONE, BLOCK = 4 * ZONE, ARENA = 32 * ZONE, UNIT = 0x100, MOST = 0x4000 };

static _Alignas(ZONE) BYTE arena[ARENA];
static BYTE *const base = arena + IMAGE;
static ULONG image_size, hidden_unit;
static BYTE before[MOST];
static struct {
    SIZE_T size;
    ULONG blocks, protections, failing;
    BOOLEAN is_full;
} memory;

SIZE_T WINAPI VirtualQuery(LPCVOID at, PMEMORY_BASIC_INFORMATION info, SIZE_T size)
{
    const ULONG_PTR offset = (ULONG_PTR)at - (ULONG_PTR)base, unit = offset / UNIT;

    memset(info, 0, size);
    info->BaseAddress = (PVOID)((ULONG_PTR)at & ~(ULONG_PTR)(UNIT - 1));
    info->RegionSize = UNIT;
    info->State = offset < image_size ? MEM_COMMIT : MEM_FREE;
    info->Protect = unit == hidden_unit ? PAGE_NOACCESS : PAGE_READONLY;
    return size;
}

const ULONG near_jump_size = 24;

BOOLEAN near_reaches(const BYTE *module, const BYTE *at, SIZE_T size)
{
    (void)size;
    return at > module;
}

PVOID near_allocate(const BYTE *module, SIZE_T size)
{
    CHECK(module == base && !memory.blocks);
    if (memory.is_full || size > ARENA - BLOCK) return NULL;
    __asan_unpoison_memory_region(arena + BLOCK, size);
    memset(arena + BLOCK, 0, size);
    memory.size = size;
    memory.blocks++;
    return arena + BLOCK;
}

PVOID near_jump(BYTE *at, PVOID function)
{
    memset(at, 0xcc, near_jump_size);
    memcpy(at + 8, &function, sizeof function);
    return at;
}

BOOL WINAPI VirtualFree(LPVOID at, SIZE_T size, DWORD type)
{
    CHECK(at == arena + BLOCK && !size && type == MEM_RELEASE && memory.blocks == 1);
    __asan_poison_memory_region(arena + BLOCK, memory.size);
    memory.blocks--;
    return TRUE;
}

/* Of the image also the rest of its pages. */
BOOL WINAPI VirtualProtect(LPVOID at, SIZE_T size, DWORD protection, LPDWORD old)
{
    const BYTE *begin = at;

    CHECK(protection);
    CHECK((begin + 0x1000 > base && begin + size < base + image_size + 0x1000)
          || (memory.blocks && begin >= arena + BLOCK && begin + size <= arena + BLOCK + memory.size));
    if (++memory.protections == memory.failing) return FALSE;
    *old = PAGE_WRITECOPY;
    return TRUE;
}

static void put_arrays(IMAGE_EXPORT_DIRECTORY *directory, const struct export_arrays *arrays)
{
    directory->NumberOfFunctions = arrays->function_count;
    directory->NumberOfNames = arrays->name_count;
    directory->AddressOfFunctions = arrays->functions;
    directory->AddressOfNames = arrays->names;
    directory->AddressOfNameOrdinals = arrays->ordinals;
}

/* A table, in the image or in a copy of it, whose offsets all hold. */
struct view {
    const BYTE *base;
    IMAGE_DATA_DIRECTORY entry;
    IMAGE_EXPORT_DIRECTORY directory;
};

/* The optional header of the image as it was. */
static IMAGE_OPTIONAL_HEADER header_before(void)
{
    IMAGE_DOS_HEADER dos;
    IMAGE_NT_HEADERS nt;

    memcpy(&dos, before, sizeof dos);
    memcpy(&nt, before + dos.e_lfanew, sizeof nt);
    return nt.OptionalHeader;
}

/* The directory that the headers name, with those arrays; NULL: its own. */
static struct view view_of(const BYTE *image, const struct export_table *table, const struct export_arrays *arrays)
{
    struct view view = { .base = image };

    view.entry = header_before().DataDirectory[IMAGE_DIRECTORY_ENTRY_EXPORT];
    CHECK(base + view.entry.VirtualAddress == (BYTE *)table->directory);
    memcpy(&view.directory, before + view.entry.VirtualAddress, sizeof view.directory);
    if (arrays) put_arrays(&view.directory, arrays);
    return view;
}

static ULONG offset_at(const struct view *view, ULONG index)
{
    ULONG offset;

    CHECK(index < view->directory.NumberOfFunctions);
    memcpy(&offset, view->base + view->directory.AddressOfFunctions + index * sizeof offset, sizeof offset);
    return offset;
}

static const char *name_at(const struct view *view, ULONG number)
{
    ULONG offset;

    CHECK(number < view->directory.NumberOfNames);
    memcpy(&offset, view->base + view->directory.AddressOfNames + number * sizeof offset, sizeof offset);
    return (const char *)view->base + offset;
}

static ULONG index_at(const struct view *view, ULONG number)
{
    USHORT index;

    memcpy(&index, view->base + view->directory.AddressOfNameOrdinals + number * sizeof index, sizeof index);
    return index;
}

static BOOLEAN is_forwarder(const struct view *view, ULONG offset)
{
    return offset - view->entry.VirtualAddress < view->entry.Size;
}

static BOOLEAN is_sorted(const struct view *view)
{
    ULONG i;

    for (i = 1; i < view->directory.NumberOfNames; i++)
        if (strcmp(name_at(view, i - 1), name_at(view, i)) >= 0) return FALSE;
    return TRUE;
}

/* As the loader does, by halving. */
static BOOLEAN find(const struct view *view, const char *name, ULONG *index)
{
    LONG low = 0, high = (LONG)view->directory.NumberOfNames - 1, middle;
    int order;

    while (low <= high) {
        middle = (low + high) / 2;
        if (!(order = strcmp(name_at(view, (ULONG)middle), name))) {
            *index = index_at(view, (ULONG)middle);
            return TRUE;
        }
        if (order < 0) low = middle + 1;
        else high = middle - 1;
    }
    return FALSE;
}

static const struct hook_table_entry *entry_of(const char *name, ULONG where)
{
    ULONG i;

    for (i = 0; i < HOOK_COUNT; i++)
        if (!strcmp(hook_table[i].name, name)) return hook_table_choose(where).has[i] ? &hook_table[i] : NULL;
    return NULL;
}

static PVOID target(const struct view *view, ULONG index)
{
    const ULONG offset = offset_at(view, index);
    PVOID function;

    CHECK(!is_forwarder(view, offset));
    memcpy(&function, view->base + offset + 8, sizeof function);
    return function;
}

/* Two names may stand for one function; the export list's last then has it. */
static const struct hook_table_entry *replacing(const struct view *old, ULONG index, ULONG where)
{
    const struct hook_table_entry *entry, *last = NULL;
    ULONG i;

    for (i = 0; i < old->directory.NumberOfNames; i++)
        if (index_at(old, i) == index && (entry = entry_of(name_at(old, i), where)) && (!last || entry > last))
            last = entry;
    return last;
}

static void check_ordinals(const struct view *old, const struct view *new, ULONG where)
{
    const struct hook_table_entry *entry;
    ULONG i, was, is;

    for (i = 0; i < old->directory.NumberOfFunctions; i++) {
        was = offset_at(old, i);
        is = offset_at(new, i);
        if ((entry = replacing(old, i, where))) CHECK(target(new, i) == entry->function);
        else if (is_forwarder(old, was))
            CHECK(is_forwarder(new, is) && !strcmp((const char *)old->base + was, (const char *)new->base + is));
        else CHECK(is == was);
    }
}

static ULONG check_export_list(const struct view *old, const struct view *new, ULONG where)
{
    const struct hook_table_set set = hook_table_choose(where);
    ULONG i, index, added = 0;
    BOOLEAN was, is;

    for (i = 0; i < HOOK_COUNT; i++) {
        if (!set.has[i]) continue;
        was = find(old, hook_table[i].name, &index);
        is = find(new, hook_table[i].name, &index);
        CHECK(is == (was || !hook_table[i].trampoline));
        if (is && !was) CHECK(index >= old->directory.NumberOfFunctions && target(new, index) == hook_table[i].function);
        added += is && !was;
    }
    return added;
}

static void check_names(const struct view *old, const struct view *new, ULONG where)
{
    ULONG i, index;

    CHECK(is_sorted(new));
    for (i = 0; i < new->directory.NumberOfNames; i++) {
        if (entry_of(name_at(new, i), where)) continue;
        CHECK(find(old, name_at(new, i), &index) && index == index_at(new, i));
    }
}

/* A list that is not sorted is searched in vain anyway: of such a one no name may be lost. */
static void check_unsorted(const struct view *old, const struct view *new)
{
    ULONG i, j = 0;

    for (i = 0; i < old->directory.NumberOfNames; i++, j++) {
        while (strcmp(name_at(old, i), name_at(new, j)) || index_at(old, i) != index_at(new, j)) j++;
    }
}

/* Checks that the old table's parts lie within the module's size as its headers give it. */
static void check_within(const struct view *old)
{
    const IMAGE_EXPORT_DIRECTORY *directory = &old->directory;
    const ULONG64 size = header_before().SizeOfImage;
    ULONG64 i;

    CHECK((ULONG64)old->entry.VirtualAddress + old->entry.Size <= size);
    CHECK(directory->AddressOfFunctions + (ULONG64)directory->NumberOfFunctions * sizeof(ULONG) <= size);
    CHECK(directory->AddressOfNames + (ULONG64)directory->NumberOfNames * sizeof(ULONG) <= size);
    CHECK(directory->AddressOfNameOrdinals + (ULONG64)directory->NumberOfNames * sizeof(USHORT) <= size);
    for (i = 0; i < directory->NumberOfNames; i++) {
        const char *name = name_at(old, (ULONG)i);
        CHECK((ULONG64)(name - (const char *)before) + strlen(name) < size);
        CHECK(index_at(old, (ULONG)i) < directory->NumberOfFunctions);
    }
}

static void check_new_table(const struct export_table *table, ULONG where)
{
    const struct view old = view_of(before, table, NULL), new = view_of(base, table, &table->after);
    ULONG added;

    check_within(&old);
    if (!is_sorted(&old)) {
        check_unsorted(&old, &new);
        return;
    }
    check_ordinals(&old, &new, where);
    added = check_export_list(&old, &new, where);
    check_names(&old, &new, where);
    CHECK(new.directory.NumberOfNames == old.directory.NumberOfNames + added);
    CHECK(new.directory.NumberOfFunctions == old.directory.NumberOfFunctions + added);
}

static void check_image(const struct export_table *table, BOOLEAN is_new)
{
    _Alignas(ULONG64) static BYTE expected[MOST];

    memcpy(expected, before, image_size);
    if (is_new) put_arrays((IMAGE_EXPORT_DIRECTORY *)(expected + ((BYTE *)table->directory - base)), &table->after);
    CHECK(!memcmp(base, expected, image_size));
}

/* It is in use or it is not. */
static void use(const struct export_table *table)
{
    struct page_region regions[2];
    struct pages pages = { .list = regions };
    NTSTATUS status = pages_add(&pages, table->directory, sizeof *table->directory);

    if (NT_SUCCESS(status)) status = pages_open(&pages);
    CHECK(NT_SUCCESS(status) || memory.failing);
    if (NT_SUCCESS(status)) export_table_use(table);
    pages_close(&pages);
    check_image(table, NT_SUCCESS(status));
}

static void build(ULONG where)
{
    const struct hook_table_set set = hook_table_choose(where);
    struct near_pool pool = { .count = 0 };
    struct export_table table = { 0 };
    NTSTATUS status;

    regions_forget();
    status = export_table_build((HMODULE)base, &set, &pool, &table);
    check_image(&table, FALSE);
    if (!NT_SUCCESS(status)) {
        CHECK(!memory.blocks && !pool.count);
        CHECK(status == STATUS_INVALID_IMAGE_FORMAT || (status == STATUS_NO_MEMORY && memory.is_full));
        return;
    }
    check_new_table(&table, where);
    status = near_pool_close(&pool);
    CHECK(NT_SUCCESS(status) || memory.failing);
    if (NT_SUCCESS(status)) use(&table);
    near_pool_free(&pool);
    CHECK(!memory.blocks);
}

static ULONG put_string(ULONG *end, const char *string)
{
    const ULONG at = *end;

    strcpy((char *)base + at, string);
    *end += strlen(string) + 1;
    return at;
}

enum { HEADERS = 0x40, DIRECTORY = HEADERS + sizeof(IMAGE_NT_HEADERS) };

/* Writes the headers of an image of SIZE bytes, whose exports begin at DIRECTORY and end it. */
static void write_headers(ULONG size)
{
    IMAGE_DOS_HEADER *dos = (IMAGE_DOS_HEADER *)base;
    IMAGE_NT_HEADERS *nt = (IMAGE_NT_HEADERS *)(base + HEADERS);

    dos->e_magic = IMAGE_DOS_SIGNATURE;
    dos->e_lfanew = HEADERS;
    nt->Signature = IMAGE_NT_SIGNATURE;
    nt->OptionalHeader.Magic = IMAGE_NT_OPTIONAL_HDR_MAGIC;
    nt->OptionalHeader.SizeOfImage = size;
    nt->OptionalHeader.NumberOfRvaAndSizes = IMAGE_NUMBEROF_DIRECTORY_ENTRIES;
    nt->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_EXPORT] = (IMAGE_DATA_DIRECTORY){ DIRECTORY, size - DIRECTORY };
}

/* Functions of every kind: named or not, forwarded or not, those of the export list and others, and the last string is the
   image's end. */
static ULONG make_good(void)
{
    static const struct {
        const char *name, *forwarder;
    } exports[] = {
        { "Alpha", NULL }, { "Beta", "other.Beta" }, { NULL, NULL }, { "Forwarded", "other.Forwarded" }, { "Middle", NULL },
        { NULL, "other.#12" }, { "Replaced", NULL }, { "Replacement", NULL }, { "last", NULL },
    };
    enum { COUNT = sizeof exports / sizeof *exports, MORE = 80, ALL = COUNT + MORE };
    IMAGE_EXPORT_DIRECTORY *directory = (IMAGE_EXPORT_DIRECTORY *)(base + DIRECTORY);
    ULONG *function = (ULONG *)(directory + 1), *name = function + ALL, i, end;
    USHORT *ordinal = (USHORT *)(name + COUNT);

    memset(base, 0, MOST);
    end = (ULONG)((BYTE *)(ordinal + COUNT) - base);
    *directory = (IMAGE_EXPORT_DIRECTORY){ .Base = 5, .NumberOfFunctions = ALL };
    directory->AddressOfFunctions = (ULONG)((BYTE *)function - base);
    directory->AddressOfNames = (ULONG)((BYTE *)name - base);
    directory->AddressOfNameOrdinals = (ULONG)((BYTE *)ordinal - base);
    for (i = 0; i < COUNT; i++) {
        function[i] = exports[i].forwarder ? put_string(&end, exports[i].forwarder) : 0x40 + i;
        if (!exports[i].name) continue;
        name[directory->NumberOfNames] = put_string(&end, exports[i].name);
        ordinal[directory->NumberOfNames++] = (USHORT)i;
    }
    for (function[i++] = put_string(&end, "x.y"); i < ALL; i++) function[i] = function[COUNT];
    write_headers(end);
    return end;
}

static void change(struct input *input, ULONG size)
{
    struct {
        USHORT at, width;
        ULONG value;
    } one;

    while (input->left) {
        take(input, &one, sizeof one);
        one.width = one.width % sizeof one.value + 1;
        memcpy(base + one.at % (size - one.width + 1u), &one.value, one.width);
    }
}

/* The image's memory ends with a page, and behind it none may be read. */
static void make_image(struct input *input, BOOLEAN is_whole)
{
    ULONG size;

    __asan_unpoison_memory_region(base, MOST);
    if (is_whole) {
        size = input->left < MOST ? (ULONG)input->left : MOST;
        memset(base, 0, MOST);
        if (size) memcpy(base, input->at, size);
    } else {
        size = make_good();
        change(input, size);
    }
    image_size = (size + UNIT - 1) & ~(ULONG)(UNIT - 1);
    memcpy(before, base, image_size);
    __asan_poison_memory_region(base + image_size, MOST - image_size);
}

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    __asan_poison_memory_region(arena, ARENA);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = { data, size };
    const BYTE flags = take_byte(&input), hidden = take_byte(&input), failing = take_byte(&input);

    memset(&memory, 0, sizeof memory);
    memory.is_full = flags >> 4 & 1;
    memory.failing = failing < 8 ? failing : 0;
    hidden_unit = hidden ? hidden : ~0u;
    make_image(&input, flags & 1);
    build((flags & 2 ? HOOK_KERNEL32 : HOOK_KERNELBASE) | (flags & 4 ? HOOK_FAST_CLOCK : 0));
    return 0;
}
