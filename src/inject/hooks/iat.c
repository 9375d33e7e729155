/* SPDX-License-Identifier: MIT */
/* Finds the entries of modules' import address tables that have the address of a hooked function, and writes them. */
#include "inject/hooks/iat.h"
#include "inject/hooks/image.h"
#include "inject/hooks/modules.h"

#include <stddef.h>

enum { BUCKETS = 1024 };

struct search {
    const struct hook *list;
    ULONG count, room;
    BOOLEAN may_be[BUCKETS]; /* by some bits of an address: most slots hold no function that is replaced */
    struct iat_entries found;
    BOOLEAN lacks_names, is_cut; /* memory did not suffice for all slots */
};

static BOOLEAN grow_search(struct search *search)
{
    const ULONG room = search->room ? 2 * search->room : 4;
    const SIZE_T size = room * sizeof *search->found.list;
    struct slot *list = search->found.list;

    list = list ? HeapReAlloc(GetProcessHeap(), 0, list, size) : HeapAlloc(GetProcessHeap(), 0, size);
    if (!list) return FALSE;
    search->found.list = list;
    search->room = room;
    return TRUE;
}

static void add_import(struct search *search, PVOID *at, const struct hook *by)
{
    if (search->found.count == search->room && !grow_search(search)) search->is_cut = TRUE;
    else search->found.list[search->found.count++] = (struct slot){ at, by };
}

static ULONG place_of(const void *function)
{
    return (ULONG)((ULONG_PTR)function / 16 % BUCKETS);
}

static const struct hook *find_replacement(const struct search *search, const void *from, const void *importer)
{
    const struct hook *each;

    if (!search->may_be[place_of(from)]) return NULL;
    for (each = search->list; each < search->list + search->count; each++)
        if (from == each->from && (!each->importer || each->importer == importer)) return each;
    return NULL;
}

/* An array of slots, up to the empty one. */
static void examine_slots(struct search *search, struct image *image, ULONG offset)
{
    const struct hook *by;
    PVOID *at;

    for (; (at = image_at(image, offset, 1, sizeof *at)) && *at; offset += sizeof *at)
        if ((by = find_replacement(search, *at, image->base))) add_import(search, at, by);
}

static const char *imported_name(struct image *image, ULONG names, ULONG index)
{
    const ULONG_PTR *at = image_at(image, names + index * sizeof *at, 1, sizeof *at);
    ULONG length;

    if (!at || !*at || *at >> (8 * sizeof *at - 1)) return NULL; /* by ordinal */
    return image_string(image, (ULONG)*at + offsetof(IMAGE_IMPORT_BY_NAME, Name), &length);
}

/* NAME is NULL: slots of any name count. */
static const struct hook *find_missing(const struct search *search, HMODULE module, const char *name)
{
    ULONG i;

    for (i = 0; i < search->count; i++)
        if (!search->list[i].from && search->list[i].module == module && (!name || !strcmp(search->list[i].name, name)))
            return &search->list[i];
    return NULL;
}

/* Finds the imports from MODULE that do not exist there; an import whose slot leads into MODULE exists. */
static void examine_names(struct search *search, struct image *image, const IMAGE_IMPORT_DESCRIPTOR *import, HMODULE module)
{
    const ULONG size = sizeof(PVOID);
    const struct hook *by, *any = find_missing(search, module, NULL);
    const char *name;
    ULONG slot;
    PVOID *at;

    if (!any) return;
    for (slot = 0; (at = image_at(image, import->FirstThunk + slot * size, 1, size)) && *at; slot++) {
        if ((ULONG_PTR)*at - (ULONG_PTR)module < any->size) continue;
        if (!(name = imported_name(image, import->OriginalFirstThunk, slot))) continue;
        if ((by = find_missing(search, module, name))) add_import(search, at, by);
    }
}

static void search_imports(struct search *search, struct image *image, ULONG offset)
{
    const IMAGE_IMPORT_DESCRIPTOR *import;
    const char *name;
    HMODULE module;
    ULONG length;

    for (; (import = image_at(image, offset, 1, sizeof *import)); offset += sizeof *import) {
        if (!import->Name || !import->FirstThunk) return;
        examine_slots(search, image, import->FirstThunk);
        if (!import->OriginalFirstThunk || !search->lacks_names) continue;
        name = image_string(image, import->Name, &length);
        module = name ? GetModuleHandleA(name) : NULL;
        if (module) examine_names(search, image, import, module);
    }
}

/* Delay-loaded imports that were not used yet lead into their own module. Compilers before Visual C++ 7 wrote addresses
   instead of offsets. */
static void search_delayed_imports(struct search *search, struct image *image, ULONG offset)
{
    const IMAGE_DELAYLOAD_DESCRIPTOR *import;
    ULONG origin;

    for (; (import = image_at(image, offset, 1, sizeof *import)); offset += sizeof *import) {
        if (!import->DllNameRVA || !import->ImportAddressTableRVA) return;
        origin = import->Attributes.AllAttributes & 1 ? 0 : (ULONG)(ULONG_PTR)image->base;
        examine_slots(search, image, import->ImportAddressTableRVA - origin);
    }
}

static BOOLEAN search_module(PVOID base, PVOID context)
{
    const IMAGE_DATA_DIRECTORY *entry;
    struct image image;

    if (!image_open(base, &image)) return TRUE;
    entry = image_directory(&image, IMAGE_DIRECTORY_ENTRY_IMPORT);
    if (entry) search_imports(context, &image, entry->VirtualAddress);
    entry = image_directory(&image, IMAGE_DIRECTORY_ENTRY_DELAY_IMPORT);
    if (entry) search_delayed_imports(context, &image, entry->VirtualAddress);
    return TRUE;
}

NTSTATUS iat_find_entries(const struct hook *list, ULONG count, struct iat_entries *slots)
{
    struct search search = { .list = list, .count = count };
    ULONG i;

    for (i = 0; i < count; i++) {
        search.may_be[place_of(list[i].from)] = TRUE;
        search.lacks_names |= !list[i].from;
    }
    modules_visit(search_module, &search);
    *slots = search.found;
    if (!search.is_cut) return STATUS_SUCCESS;
    iat_free_entries(slots);
    return STATUS_NO_MEMORY;
}

NTSTATUS iat_add_pages(const struct iat_entries *slots, struct pages *pages)
{
    NTSTATUS status = STATUS_SUCCESS;
    ULONG i;

    for (i = 0; i < slots->count && NT_SUCCESS(status); i++)
        status = pages_add(pages, slots->list[i].at, sizeof *slots->list[i].at);
    return status;
}

void iat_write_entries(const struct iat_entries *slots)
{
    ULONG i;

    for (i = 0; i < slots->count; i++) __atomic_store_n(slots->list[i].at, slots->list[i].by->to, __ATOMIC_RELEASE);
}

void iat_free_entries(struct iat_entries *slots)
{
    if (slots->list) HeapFree(GetProcessHeap(), 0, slots->list);
    *slots = (struct iat_entries){ NULL, 0 };
}
