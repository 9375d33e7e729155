/* SPDX-License-Identifier: MIT */
/*
 * The export table's builder over any image: nothing outside it is read or written, what is refused is left alone, and no
 * block stays. The image has a forbidden zone on either side, and so has the block of the new table. unit.export_table
 * reads such tables as a loader reads them.
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
