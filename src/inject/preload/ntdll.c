/* SPDX-License-Identifier: MIT */
/* Finds ntdll.so among the loaded libraries and calls the few functions of it that are needed. */
#include "inject/preload/preload.h"

enum { PRESENT = 0x3000, WRITABLE = 0x04, EXECUTABLE = 0x20 }; /* MEM_RESERVE | MEM_COMMIT; PAGE_... */
enum { FREE = 0x10000, IMAGE = 0x1000000 };                    /* MEM_... */
enum { GRANULARITY = 0x10000, FROM_THE_TOP = 0x100000, BELOW_2_GB = 1 };

static const uintptr_t own_process = (uintptr_t)-1, own_thread = (uintptr_t)-2;

static bool is_ntdll(const char *path)
{
    const char *name = strrchr(path, '/');

    return name && !strcmp(name, "/ntdll.so");
}

struct search {
    int left; /* how many libraries of that name to skip */
    const char *found;
    uintptr_t begin, end;
};

static void find_code(const struct dl_phdr_info *library, struct search *search)
{
    const ElfW(Phdr) * part;
    int i;

    for (i = 0; i < library->dlpi_phnum; i++) {
        part = &library->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
        search->begin = library->dlpi_addr + part->p_vaddr;
        search->end = search->begin + part->p_memsz;
    }
}

static int look_at(struct dl_phdr_info *library, size_t size, void *context)
{
    struct search *search = context;

    (void)size;
    if (!is_ntdll(library->dlpi_name) || search->left--) return 0;
    search->found = library->dlpi_name;
    find_code(library, search);
    return 1;
}

/* Finds Wine's ntdll.so, and where its code is; another library may have the same name. */
static void *find_library(struct ntdll *ntdll)
{
    struct search search;
    void *library;
    int number;

    for (number = 0;; number++) {
        search = (struct search){ .left = number };
        if (!dl_iterate_phdr || !dl_iterate_phdr(look_at, &search)) return NULL;
        library = dlopen(search.found, RTLD_LAZY | RTLD_NOLOAD);
        ntdll->begin = search.begin;
        ntdll->end = search.end;
        if (library && dlsym(library, "NtQueueApcThread")) return library;
    }
}

/*
 * Tests which register holds the first argument. Both point to variables of ours, and the function writes the counter into
 * one of them. On i386 the arguments are the same for both conventions, and the call works whether the function or its
 * caller removes them from the stack.
 */
static bool calls_as_linux(void *counter)
{
    int64_t as_linux = 0, as_windows = 0;

    ntdll_call_both(counter, &as_linux, &as_windows);
    return as_linux;
}

bool ntdll_find(struct ntdll *ntdll)
{
    void *library = find_library(ntdll);

    if (!library) return false;
    ntdll->allocate = dlsym(library, "NtAllocateVirtualMemory");
    ntdll->protect = dlsym(library, "NtProtectVirtualMemory");
    ntdll->query = dlsym(library, "NtQueryVirtualMemory");
    ntdll->queue_apc = dlsym(library, "NtQueueApcThread");
    ntdll->current_teb = dlsym(library, "NtCurrentTeb");
    ntdll->counter = dlsym(library, "NtQueryPerformanceCounter");
    if (!ntdll->allocate || !ntdll->protect || !ntdll->query || !ntdll->queue_apc || !ntdll->current_teb || !ntdll->counter)
        return false;
    ntdll->calls_as_linux = calls_as_linux(ntdll->counter);
    return true;
}

bool ntdll_has(const struct ntdll *ntdll, uintptr_t code)
{
    return code >= ntdll->begin && code < ntdll->end;
}

static bool call_ntdll(const struct ntdll *ntdll, void *function, const uintptr_t arguments[6])
{
    return (int32_t)ntdll_call(function, arguments, ntdll->calls_as_linux) >= 0;
}

static void *allocate_memory(const struct ntdll *ntdll, uintptr_t at, uintptr_t where, size_t size, uint32_t how)
{
    const uintptr_t arguments[6] = { own_process, (uintptr_t)&at, where, (uintptr_t)&size, how, WRITABLE };

    return call_ntdll(ntdll, ntdll->allocate, arguments) ? (void *)at : NULL; /* NOLINT(performance-no-int-to-ptr) */
}

void *ntdll_allocate(const struct ntdll *ntdll, size_t size)
{
    return allocate_memory(ntdll, 0, BELOW_2_GB, size, PRESENT | FROM_THE_TOP);
}

struct region { /* MEMORY_BASIC_INFORMATION */
    uintptr_t begin, allocation;
    uint32_t first_protection;
    size_t size;
    uint32_t state, protection, type;
};

static bool look_up(const struct ntdll *ntdll, uintptr_t at, struct region *region)
{
    const uintptr_t arguments[6] = { own_process, at, 0, (uintptr_t)region, sizeof *region };

    return call_ntdll(ntdll, ntdll->query, arguments);
}

static uint32_t number_at(uintptr_t at)
{
    return *(const uint32_t *)at; /* NOLINT(performance-no-int-to-ptr) */
}

/* Returns the end of the image whose headers are at IMAGE, and whether it is a DLL. */
static uintptr_t image_end(uintptr_t image, bool *is_dll)
{
    enum { LFANEW = 0x3c, CHARACTERISTICS = 0x16, DLL = 0x2000, SIZE_OF_IMAGE = 0x50 }; /* of PE's headers */
    const uintptr_t headers = image + number_at(image + LFANEW);

    *is_dll = number_at(headers + CHARACTERISTICS) & DLL;
    return image + number_at(headers + SIZE_OF_IMAGE);
}

/* ntdll.dll is the only DLL that is mapped so far. It is never below 4 GB. */
void *ntdll_allocate_behind(const struct ntdll *ntdll, size_t size)
{
    uintptr_t at = sizeof at > 4 ? (uintptr_t)1 << (sizeof at * 4) : 0, begin, end;
    struct region region = { 0 };
    bool is_behind = false;

    while (at && look_up(ntdll, at, &region)) {
        begin = (region.begin + GRANULARITY - 1) & ~(uintptr_t)(GRANULARITY - 1);
        end = region.begin + region.size;
        if (is_behind && region.state == FREE && begin + size <= end)
            return allocate_memory(ntdll, begin, 0, size, PRESENT);
        if (region.type == IMAGE && region.begin == region.allocation && !is_behind) end = image_end(begin, &is_behind);
        if (end <= at) return NULL;
        at = end;
    }
    return NULL;
}

bool ntdll_make_code(const struct ntdll *ntdll, void *memory, size_t size)
{
    uint32_t before;
    const uintptr_t arguments[6] = { own_process, (uintptr_t)&memory, (uintptr_t)&size, EXECUTABLE, (uintptr_t)&before };

    return call_ntdll(ntdll, ntdll->protect, arguments);
}

bool ntdll_queue(const struct ntdll *ntdll, void *code, void *argument)
{
    const uintptr_t arguments[6] = { own_thread, (uintptr_t)code, (uintptr_t)argument };

    return call_ntdll(ntdll, ntdll->queue_apc, arguments);
}

struct thread_environment *ntdll_thread(const struct ntdll *ntdll)
{
    return ((struct thread_environment * (*)(void)) ntdll->current_teb)();
}
