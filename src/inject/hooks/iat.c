/* SPDX-License-Identifier: MIT */
/* Finds the entries of modules' import address tables that have the address of a hooked function, and writes them. */
#include "inject/hooks/hooks.h"
#include "inject/hooks/image.h"

#include <stddef.h>

enum { BUCKETS = 1024 };

struct search {
    const struct hook *list;
    ULONG count, room;
    BOOLEAN may_be[BUCKETS]; /* by some bits of an address: most slots hold no function that is replaced */
    struct iat_entries found;
    BOOLEAN lacks_names, is_cut; /* memory did not suffice for all slots */
};

static void add_import(struct search *search, PVOID *at, const struct hook *by)
{
    const ULONG room = search->room ? 2 * search->room : 4;
    struct slot *list = search->found.list;

    if (search->found.count == search->room) {
        list = list ? HeapReAlloc(GetProcessHeap(), 0, list, room * sizeof *list)
                    : HeapAlloc(GetProcessHeap(), 0, room * sizeof *list);
        if (!list) {
            search->is_cut = TRUE;
            return;
        }
        search->found.list = list;
        search->room = room;
    }
    list[search->found.count++] = (struct slot){ at, by };
}

static ULONG bucket_of(const void *function)
{
    return (ULONG)((ULONG_PTR)function / 16 % BUCKETS);
}

/* An array of slots, up to the empty one. */
static void examine_slots(struct search *search, struct image *image, ULONG offset)
{
    const struct hook *by, *const end = search->list + search->count;
    PVOID *at;

    for (; (at = image_at(image, offset, 1, sizeof *at)) && *at; offset += sizeof *at) {
        if (!search->may_be[bucket_of(*at)]) continue;
        for (by = search->list; by < end; by++)
            if (by->from == *at && (!by->importer || (BYTE *)by->importer == image->base)) break;
        if (by < end) add_import(search, at, by);
    }
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
    const ULONG_PTR *entry;
    const char *name;
    ULONG slot;
    PVOID *at;

    if (!any) return;
    for (slot = 0; (at = image_at(image, import->FirstThunk + slot * size, 1, size)) && *at; slot++) {
        if ((ULONG_PTR)*at - (ULONG_PTR)module < any->size) continue;
        entry = image_at(image, import->OriginalFirstThunk + slot * size, 1, size);
        if (!entry || !*entry || *entry >> (8 * size - 1)) continue; /* by ordinal */
        name = image_string(image, (ULONG)*entry + offsetof(IMAGE_IMPORT_BY_NAME, Name));
        if (name && (by = find_missing(search, module, name))) add_import(search, at, by);
    }
}

static void search_imports(struct search *search, struct image *image, ULONG offset)
{
    const IMAGE_IMPORT_DESCRIPTOR *import;
    const char *name;
    HMODULE module;

    for (; (import = image_at(image, offset, 1, sizeof *import)); offset += sizeof *import) {
        if (!import->Name || !import->FirstThunk) return;
        examine_slots(search, image, import->FirstThunk);
        if (!import->OriginalFirstThunk || !search->lacks_names) continue;
        name = image_string(image, import->Name);
        module = name ? GetModuleHandleA(name) : NULL;
        if (module) examine_names(search, image, import, module);
    }
}

static void search_module(struct search *search, PVOID base)
{
    const IMAGE_DELAYLOAD_DESCRIPTOR *import;
    const IMAGE_DATA_DIRECTORY *entry;
    struct image image;
    ULONG offset, origin;

    if (!image_open(base, &image)) return;
    entry = image_directory(&image, IMAGE_DIRECTORY_ENTRY_IMPORT);
    if (entry) search_imports(search, &image, entry->VirtualAddress);
    if (!(entry = image_directory(&image, IMAGE_DIRECTORY_ENTRY_DELAY_IMPORT))) return;
    /* Delay-loaded imports that were not used yet lead into their own module. Compilers before Visual C++ 7 wrote addresses
       instead of offsets. */
    for (offset = entry->VirtualAddress; (import = image_at(&image, offset, 1, sizeof *import)); offset += sizeof *import) {
        if (!import->DllNameRVA || !import->ImportAddressTableRVA) return;
        origin = import->Attributes.AllAttributes & 1 ? 0 : (ULONG)(ULONG_PTR)image.base;
        examine_slots(search, &image, import->ImportAddressTableRVA - origin);
    }
}

NTSTATUS iat_find_entries(const struct hook *list, ULONG count, struct iat_entries *slots)
{
    const struct list_entry *const head = nt_modules(), *link;
    struct search search = { .list = list, .count = count };
    ULONG i;

    for (i = 0; i < count; i++) {
        search.may_be[bucket_of(list[i].from)] = TRUE;
        search.lacks_names |= !list[i].from;
    }
    for (link = head->next; link != head; link = link->next)
        search_module(&search, ((const struct loaded_module *)link)->base);
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
