/* SPDX-License-Identifier: MIT */
#include "import_slots.h"
#include "image.h"
#include "modules.h"

#include <stddef.h>

struct search {
    const struct substitution *list;
    ULONG count, room;
    ULONG_PTR lowest, highest; /* of what is replaced: most slots hold neither */
    struct import_slots found;
    BOOLEAN is_cut; /* there was no memory for all */
};

static BOOLEAN grow(struct search *search)
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

static void add(struct search *search, PVOID *at, const struct substitution *by)
{
    if (search->found.count == search->room && !grow(search)) search->is_cut = TRUE;
    else search->found.list[search->found.count++] = (struct slot){ at, by };
}

static const struct substitution *find(const struct search *search, ULONG_PTR from)
{
    ULONG i;

    if (from < search->lowest || from > search->highest) return NULL;
    for (i = 0; i < search->count; i++)
        if (from == (ULONG_PTR)search->list[i].from) return &search->list[i];
    return NULL;
}

/* An array of slots, up to the empty one. */
static void examine_slots(struct search *search, struct image *image, ULONG offset)
{
    const struct substitution *by;
    PVOID *at;

    for (; (at = image_at(image, offset, 1, sizeof *at)) && *at; offset += sizeof *at)
        if ((by = find(search, (ULONG_PTR)*at))) add(search, at, by);
}

static const char *imported_name(struct image *image, ULONG names, ULONG index)
{
    const ULONG_PTR *at = image_at(image, names + index * sizeof *at, 1, sizeof *at);
    ULONG length;

    if (!at || !*at || *at >> (8 * sizeof *at - 1)) return NULL; /* by ordinal */
    return image_string(image, (ULONG)*at + offsetof(IMAGE_IMPORT_BY_NAME, Name), &length);
}

/* What is imported from MODULE and is not there. */
static void examine_names(struct search *search, struct image *image, const IMAGE_IMPORT_DESCRIPTOR *import, HMODULE module)
{
    const ULONG size = sizeof(PVOID);
    const char *name;
    PVOID *at;
    ULONG i, slot;

    for (slot = 0; (at = image_at(image, import->FirstThunk + slot * size, 1, size)) && *at; slot++) {
        if (!(name = imported_name(image, import->OriginalFirstThunk, slot))) continue;
        for (i = 0; i < search->count; i++)
            if (!search->list[i].from && search->list[i].module == module && !strcmp(search->list[i].name, name)) {
                add(search, at, &search->list[i]);
                break;
            }
    }
}

static BOOLEAN looks_for_names(const struct search *search)
{
    ULONG i;

    for (i = 0; i < search->count; i++)
        if (!search->list[i].from) return TRUE;
    return FALSE;
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
        if (!import->OriginalFirstThunk || !looks_for_names(search)) continue;
        name = image_string(image, import->Name, &length);
        module = name ? GetModuleHandleA(name) : NULL;
        if (module) examine_names(search, image, import, module);
    }
}

/* Those not used yet lead into their own module. Compilers before Visual C++ 7 wrote addresses for offsets. */
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

NTSTATUS import_slots_find(const struct substitution *list, ULONG count, struct import_slots *slots)
{
    struct search search = { .list = list, .count = count, .lowest = ~(ULONG_PTR)0 };
    ULONG_PTR from;
    ULONG i;

    for (i = 0; i < count; i++) {
        from = (ULONG_PTR)list[i].from;
        if (!from) continue;
        if (from < search.lowest) search.lowest = from;
        if (from > search.highest) search.highest = from;
    }
    modules_visit(search_module, &search);
    *slots = search.found;
    if (!search.is_cut) return STATUS_SUCCESS;
    import_slots_free(slots);
    return STATUS_NO_MEMORY;
}

NTSTATUS import_slots_open(const struct import_slots *slots, struct pages *pages)
{
    NTSTATUS status = STATUS_SUCCESS;
    ULONG i;

    for (i = 0; i < slots->count && NT_SUCCESS(status); i++)
        status = pages_open(pages, slots->list[i].at, sizeof *slots->list[i].at);
    return status;
}

void import_slots_write(const struct import_slots *slots)
{
    ULONG i;

    for (i = 0; i < slots->count; i++) __atomic_store_n(slots->list[i].at, slots->list[i].by->to, __ATOMIC_RELEASE);
}

void import_slots_free(struct import_slots *slots)
{
    if (slots->list) HeapFree(GetProcessHeap(), 0, slots->list);
    *slots = (struct import_slots){ NULL, 0 };
}
