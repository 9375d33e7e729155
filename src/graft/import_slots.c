/* SPDX-License-Identifier: MIT */
#include "import_slots.h"
#include "image.h"
#include "modules.h"

#include <stddef.h>

struct search {
    const struct substitution *list;
    ULONG count;
    struct slot *found; /* NULL: only count them */
    ULONG found_count;
};

static void add(struct search *search, PVOID *at, const struct substitution *by)
{
    if (search->found) search->found[search->found_count] = (struct slot){ at, by };
    search->found_count++;
}

/* An array of slots, up to the empty one. */
static void examine_slots(struct search *search, struct image *image, ULONG offset)
{
    PVOID *at;
    ULONG i;

    for (; (at = image_at(image, offset, 1, sizeof *at)) && *at; offset += sizeof *at)
        for (i = 0; i < search->count; i++)
            if (*at == search->list[i].from) {
                add(search, at, &search->list[i]);
                break;
            }
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
    struct search search = { list, count, NULL, 0 };

    *slots = (struct import_slots){ NULL, 0 };
    modules_visit(search_module, &search);
    if (!search.found_count) return STATUS_SUCCESS;
    search.found = HeapAlloc(GetProcessHeap(), 0, search.found_count * sizeof *search.found);
    if (!search.found) return STATUS_NO_MEMORY;
    search.found_count = 0;
    modules_visit(search_module, &search);
    *slots = (struct import_slots){ search.found, search.found_count };
    return STATUS_SUCCESS;
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
