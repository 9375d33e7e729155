/* SPDX-License-Identifier: MIT */
/* Compares what cycletime takes for granted in Wine's memory with a second way to the same answer, before anything relies
   on it. An address is read only if there is memory, so that a Wine with another layout does no harm.
   Wine: teb, teb-ids, teb-stack, teb-slots, peb, peb-locks, peb-slots, loader-list. */
#include "library/nt/wine_layout.h"
#include "library/nt/structures.h"

const struct wine_layout wine_layout = {
    .teb_self = 6 * sizeof(void *),
    .teb_peb = THREAD_PEB,
    .teb_process = 8 * sizeof(void *),
    .teb_thread = 9 * sizeof(void *),
    .teb_stack_base = THREAD_STACK_BASE,
    .teb_stack_limit = THREAD_STACK_LIMIT,
    .teb_slots = THREAD_SLOTS,
    .peb_image = offsetof(struct process_environment, image),
    .peb_loader = offsetof(struct process_environment, loader),
    .peb_lock = offsetof(struct process_environment, lock),
    .peb_slots = offsetof(struct process_environment, slots),
    .peb_loader_lock = offsetof(struct process_environment, loader_lock),
};

/* The regions of memory that were found: a question costs two system calls. */
struct regions {
    MEMORY_BASIC_INFORMATION list[12]; /* one for each address that is looked up, if no region has two of them */
    ULONG count;
};

/* Returns the region that has the address, NULL: there is none. */
static const MEMORY_BASIC_INFORMATION *find_region(struct regions *regions, ULONG_PTR at)
{
    MEMORY_BASIC_INFORMATION *region = regions->list, *const end = region + regions->count;

    while (region < end && at - (ULONG_PTR)region->BaseAddress >= region->RegionSize) region++;
    if (region < end) return region;
    if (regions->count == ARRAYSIZE(regions->list) || !VirtualQuery((PVOID)at, region, sizeof *region)) return NULL;
    regions->count++;
    return region;
}

static BOOLEAN has_memory(struct regions *regions, const void *memory, SIZE_T size)
{
    const MEMORY_BASIC_INFORMATION *const region = find_region(regions, (ULONG_PTR)memory);

    return region && region->State == MEM_COMMIT && !(region->Protect & (PAGE_NOACCESS | PAGE_GUARD))
           && (ULONG_PTR)memory + size <= (ULONG_PTR)region->BaseAddress + region->RegionSize;
}

static PVOID pointer_at(const BYTE *block, ULONG offset)
{
    PVOID pointer;

    __builtin_memcpy(&pointer, block + offset, sizeof pointer);
    return pointer;
}

static PVOID find_in_ntdll(const char *name)
{
    return (PVOID)GetProcAddress(GetModuleHandleW(L"ntdll.dll"), name);
}

static BOOLEAN has_locks(const BYTE *peb, const struct wine_layout *layout, struct regions *regions)
{
    const RTL_CRITICAL_SECTION *const lock = pointer_at(peb, layout->peb_lock);
    const RTL_CRITICAL_SECTION *const loader_lock = pointer_at(peb, layout->peb_loader_lock);
    NTSTATUS (WINAPI *const lock_loader)(ULONG, ULONG *, ULONG_PTR *) = find_in_ntdll("LdrLockLoaderLock");
    NTSTATUS (WINAPI *const unlock_loader)(ULONG, ULONG_PTR) = find_in_ntdll("LdrUnlockLoaderLock");
    void (WINAPI *const lock_peb)(void) = find_in_ntdll("RtlAcquirePebLock");
    void (WINAPI *const unlock_peb)(void) = find_in_ntdll("RtlReleasePebLock");
    ULONG_PTR cookie;
    BOOLEAN is_right;

    if (!has_memory(regions, lock, sizeof *lock) || !has_memory(regions, loader_lock, sizeof *loader_lock)) return FALSE;
    if (!lock_loader || !unlock_loader || !lock_peb || !unlock_peb || lock_loader(0, NULL, &cookie)) return FALSE;
    lock_peb();
    is_right = (ULONG_PTR)lock->OwningThread == GetCurrentThreadId()
               && (ULONG_PTR)loader_lock->OwningThread == GetCurrentThreadId();
    unlock_peb();
    unlock_loader(0, cookie);
    return is_right;
}

/* Takes a slot by Windows' function and gives it back. */
static const char *find_slot_difference(const BYTE *peb, const struct wine_layout *layout, struct regions *regions)
{
    const struct slot_bitmap *bitmap = pointer_at(peb, layout->peb_slots);
    const DWORD slot = TlsAlloc();
    const char *difference = NULL;

    if (slot < THREAD_SLOTS_IN_BLOCK) {
        TlsSetValue(slot, (PVOID)peb);
        if (thread_block_read(layout->teb_slots + slot * sizeof(PVOID)) != (ULONG_PTR)peb) difference = "teb-slots";
        if (!has_memory(regions, bitmap, sizeof *bitmap) || bitmap->count < THREAD_SLOTS_IN_BLOCK
            || !has_memory(regions, bitmap->words, THREAD_SLOTS_IN_BLOCK / 8)
            || !(bitmap->words[slot / 32] >> slot % 32 & 1))
            difference = "peb-slots";
    }
    if (slot != TLS_OUT_OF_INDEXES) TlsFree(slot);
    return difference;
}

static const char *find_difference(const struct wine_layout *layout)
{
    const BYTE *teb = (const BYTE *)thread_block_read(layout->teb_self), *peb;
    PVOID (WINAPI *const current_peb)(void) = find_in_ntdll("RtlGetCurrentPeb");
    const PVOID program = (PVOID)GetModuleHandleW(NULL);
    const MEMORY_BASIC_INFORMATION *own, *lowest, *highest;
    struct regions regions;
    const struct loader_data *loader;
    const struct list_entry *head;
    ULONG_PTR limit, base, at = (ULONG_PTR)&regions;

    regions.count = 0;
    if (!has_memory(&regions, teb, THREAD_SLOTS + THREAD_SLOTS_IN_BLOCK * sizeof(PVOID))
        || pointer_at(teb, layout->teb_self) != teb)
        return "teb";
    peb = pointer_at(teb, layout->teb_peb);
    if (!current_peb || peb != current_peb() || !has_memory(&regions, peb, sizeof(struct process_environment)))
        return "teb";
    if (thread_block_read(layout->teb_process) != GetCurrentProcessId()
        || thread_block_read(layout->teb_thread) != GetCurrentThreadId())
        return "teb-ids";
    limit = thread_block_read(layout->teb_stack_limit);
    base = thread_block_read(layout->teb_stack_base);
    lowest = find_region(&regions, limit);
    highest = find_region(&regions, base - 1);
    own = find_region(&regions, at);
    if (!own || !lowest || !highest || at < limit || at >= base || lowest->AllocationBase != own->AllocationBase
        || highest->AllocationBase != own->AllocationBase)
        return "teb-stack";
    if (pointer_at(peb, layout->peb_image) != program) return "peb";
    loader = pointer_at(peb, layout->peb_loader);
    if (!has_memory(&regions, loader, sizeof *loader)) return "loader-list";
    head = &loader->modules; /* the list begins with the program */
    if (!has_memory(&regions, head->next, sizeof(struct loaded_module)) || head->next->previous != head
        || ((const struct loaded_module *)head->next)->base != program)
        return "loader-list";
    if (!has_locks(peb, layout, &regions)) return "peb-locks";
    return find_slot_difference(peb, layout, &regions);
}

const char *wine_layout_difference(const struct wine_layout *layout)
{
    const DWORD error = GetLastError();
    const char *difference = find_difference(layout);

    SetLastError(error);
    return difference;
}
