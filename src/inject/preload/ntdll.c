/* SPDX-License-Identifier: MIT */
/* Finds ntdll.so among the loaded libraries and calls the few functions of it that are needed. */
#include "inject/preload/ntdll.h"
#include "protocol/pe_headers.h"

#include <fcntl.h>
#include <sys/syscall.h>

enum { PRESENT = 0x3000, WRITABLE = 0x04, EXECUTABLE = 0x20 }; /* MEM_RESERVE | MEM_COMMIT; PAGE_... */
enum { COMMITTED = 0x1000, FREE = 0x10000 };                   /* MEM_COMMIT, MEM_FREE */
enum { PRIVATE = 0x20000, IMAGE = 0x1000000 };                 /* MEM_... */
enum { NO_ACCESS = 0x01, GUARD = 0x100 };                      /* PAGE_... */
enum { PAGE = 4096, GRANULARITY = 0x10000, FROM_THE_TOP = 0x100000, BELOW_2_GB = 1 };

static const uintptr_t own_process = (uintptr_t)-1, own_thread = (uintptr_t)-2;

/* Reads what Linux says of this process. The C library's open and read are cancellation points, which sigaction is not. */
bool ntdll_may_be_here(void)
{
    static const char name[] = "/ntdll.so";
    const size_t all = sizeof name - 1;
    const long file = syscall(SYS_openat, AT_FDCWD, "/proc/self/maps", O_RDONLY | O_CLOEXEC);
    char part[2048]; /* on a handler's stack, maybe */
    size_t matched = 0;
    long length = -1, i;

    if (file < 0) return true;
    while (matched < all && (length = syscall(SYS_read, file, part, sizeof part)) > 0)
        for (i = 0; i < length && matched < all; i++)
            if (part[i] == name[matched]) matched++;
            else matched = part[i] == '/';
    syscall(SYS_close, file);
    return matched == all || length < 0;
}

struct search {
    int left; /* how many libraries of that name to skip */
    const char *found;
    uintptr_t begin, end;
};

static int look_at(struct dl_phdr_info *library, size_t size, void *context)
{
    const char *const name = strrchr(library->dlpi_name, '/');
    struct search *search = context;
    const ElfW(Phdr) * part;
    int i;

    (void)size;
    if (!name || strcmp(name, "/ntdll.so") != 0 || search->left--) return 0;
    search->found = library->dlpi_name;
    for (i = 0; i < library->dlpi_phnum; i++) {
        part = &library->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
        search->begin = library->dlpi_addr + part->p_vaddr;
        search->end = search->begin + part->p_memsz;
    }
    return 1;
}

/* Finds Wine's ntdll.so, and where its code is; another library may have the same name. Wine: ntdll-so. */
static void *find_library(struct ntdll *ntdll)
{
    struct search search;
    void *library;
    int number;

    for (number = 0;; number++) {
        search = (struct search){ .left = number };
        if (!dl_iterate_phdr || !dl_iterate_phdr(look_at, &search)) return NULL;
        library = dlopen(search.found, RTLD_LAZY | RTLD_NOLOAD);
        ntdll->file = search.found;
        ntdll->begin = search.begin;
        ntdll->end = search.end;
        if (library && dlsym(library, "NtQueueApcThread")) return library;
    }
}

bool ntdll_find(struct ntdll *ntdll)
{
    void *library = find_library(ntdll);
    int64_t as_linux = 0, as_windows = 0;

    if (!library) return false;
    ntdll->allocate = dlsym(library, "NtAllocateVirtualMemory");
    ntdll->protect = dlsym(library, "NtProtectVirtualMemory");
    ntdll->query = dlsym(library, "NtQueryVirtualMemory");
    ntdll->queue_apc = dlsym(library, "NtQueueApcThread");
    ntdll->current_teb = dlsym(library, "NtCurrentTeb");
    ntdll->counter = dlsym(library, "NtQueryPerformanceCounter");
    ntdll->close = dlsym(library, "NtClose");
    ntdll->difference = "ntdll-so";
    if (!ntdll->allocate || !ntdll->protect || !ntdll->query || !ntdll->queue_apc || !ntdll->current_teb || !ntdll->counter
        || !ntdll->close)
        return true;
    /* Tests which register holds the first argument. Both point to variables of ours, and the function writes the counter
       into one of them, or into neither if this Wine has another convention. On i386 the arguments are the same for both
       conventions, and the call works whether the function or its caller removes them from the stack.
       Wine: ntdll-convention. */
    ntdll_call_both(ntdll->counter, &as_linux, &as_windows);
    ntdll->calls_as_linux = as_linux;
    ntdll->difference = as_linux || as_windows ? NULL : "ntdll-convention";
    return true;
}

bool ntdll_has(const struct ntdll *ntdll, uintptr_t code)
{
    return code >= ntdll->begin && code < ntdll->end;
}

void *ntdll_allocate(const struct ntdll *ntdll, uintptr_t at, size_t size)
{
    const uint32_t where = at ? 0 : BELOW_2_GB, how = at ? PRESENT : PRESENT | FROM_THE_TOP;
    const uintptr_t arguments[6] = { own_process, (uintptr_t)&at, where, (uintptr_t)&size, how, WRITABLE };

    return ntdll_call(ntdll, ntdll->allocate, arguments) ? (void *)at : NULL; /* NOLINT(performance-no-int-to-ptr) */
}

struct region { /* MEMORY_BASIC_INFORMATION */
    uintptr_t begin, allocation;
    uint32_t first_protection;
    size_t size;
    uint32_t state, protection, type;
};

/* Finds the region that has the address. If that is the region that was found before, Wine is not asked again: a question
   costs two system calls. */
static bool look_up(const struct ntdll *ntdll, uintptr_t at, struct region *region)
{
    const uintptr_t arguments[6] = { own_process, at, 0, (uintptr_t)region, sizeof *region };

    return at - region->begin < region->size || ntdll_call(ntdll, ntdll->query, arguments);
}

static bool is_readable(const struct ntdll *ntdll, const void *memory, size_t size, struct region *region)
{
    const uintptr_t at = (uintptr_t)memory;

    return at && look_up(ntdll, at, region) && region->state == COMMITTED && !(region->protection & (NO_ACCESS | GUARD))
           && size <= region->begin + region->size - at;
}

/* Returns whether an environment ends, with an empty variable, where there is memory. There may be none. */
static bool has_end(const struct ntdll *ntdll, const uint16_t *environment, struct region *region)
{
    const uint16_t *at = environment, *end;

    if (!environment) return true;
    if (!is_readable(ntdll, environment, sizeof *environment, region)) return false;
    end = (const uint16_t *)(region->begin + region->size); /* NOLINT(performance-no-int-to-ptr) */
    while (at < end && *at) {
        while (at < end && *at) at++;
        at++;
    }
    return at < end;
}

/* Only addresses are doubted, since they are about to be used. Wine: teb-ids, peb, parameters. */
static const char *doubt_addresses(const struct ntdll *ntdll, const struct thread_environment *thread,
                                   struct region *region)
{
    const struct process_environment *process = thread->process;
    const struct process_parameters *parameters;
    const struct counted_string *string;
    int i;

    if (thread->process_id % 4 || thread->thread % 4) return "teb-ids";
    if (!is_readable(ntdll, process, sizeof *process, region)) return "peb";
    if (!is_readable(ntdll, process->image, 64, region) || region->type != IMAGE) return "peb";
    if (strncmp(process->image, "MZ", 2) != 0) return "peb";
    parameters = process->parameters;
    if (!is_readable(ntdll, parameters, sizeof *parameters, region)) return "parameters";
    /* An empty text need not be anywhere. */
    for (i = 0; i < 2; i++) {
        string = i ? &parameters->command_line : &parameters->image;
        if (string->length % 2 || (string->length && !is_readable(ntdll, string->text, string->length, region)))
            return "parameters";
    }
    return has_end(ntdll, parameters->environment, region) ? NULL : "parameters";
}

bool ntdll_is_about_to_begin(struct ntdll *ntdll)
{
    const struct thread_environment *thread = ntdll_thread(ntdll);
    const struct process_environment *process;
    struct region region = { 0 };

    /* Before Wine has created its pthread key, NtCurrentTeb returns the value of key 0, which is NULL or another
       library's. */
    if (!thread || (uintptr_t)thread % PAGE != 0 || !look_up(ntdll, (uintptr_t)thread, &region)) return false;
    if (region.state != COMMITTED || region.type != PRIVATE || thread->self != thread) return false;
    process = thread->process;
    if (!process || !thread->process_id || !thread->thread) return false;
    if (is_readable(ntdll, process, sizeof *process, &region)
        && (!process->parameters || !process->image || process->loader))
        return false;
    ntdll->difference = doubt_addresses(ntdll, thread, &region);
    return true;
}

/* Returns the end of the first DLL that is mapped at `at` or behind it, below `limit`; 0: there is none. */
static uintptr_t find_dll_end(const struct ntdll *ntdll, uintptr_t at, uintptr_t limit)
{
    struct region region = { 0 };
    const char *headers;
    uintptr_t end;

    for (; at < limit && look_up(ntdll, at, &region); at = end) {
        end = region.begin + region.size;
        if (end <= at) return 0;
        if (region.type != IMAGE || region.begin != region.allocation) continue;
        headers = pe_headers((const void *)region.begin); /* NOLINT(performance-no-int-to-ptr) */
        end = region.begin + pe_dword(headers + PE_IMAGE_SIZE);
        if (pe_word(headers + PE_CHARACTERISTICS) & PE_IS_DLL) return end;
    }
    return 0;
}

/* The ntdll.dll of each word size is the only DLL that is mapped so far: in a 64-bit process, the 32-bit one is below 4 GB,
   and the 64-bit one is not. Wine: first-dll. */
static const uintptr_t four_gb = sizeof four_gb > 4 ? (uintptr_t)1 << (sizeof four_gb * 4) : UINTPTR_MAX;

bool ntdll_runs_32_bit(const struct ntdll *ntdll)
{
    return sizeof(void *) == 4 || find_dll_end(ntdll, 0, four_gb) || !find_dll_end(ntdll, four_gb, UINTPTR_MAX);
}

/* Returns SIZE bytes at the begin of a free region below `limit`, or at its end: Linux may have mapped what Wine takes for
   free. FROM_END: the end is tried first. NULL: the region has none. */
static void *allocate_in(const struct ntdll *ntdll, const struct region *region, uintptr_t limit, size_t size,
                         bool from_end)
{
    const uintptr_t end = region->size < limit - region->begin ? region->begin + region->size : limit;
    const uintptr_t first = (region->begin + GRANULARITY - 1) & ~(uintptr_t)(GRANULARITY - 1);
    const uintptr_t last = (end - size) & ~(uintptr_t)(GRANULARITY - 1);
    void *memory;

    if (region->state != FREE || end - region->begin < size || first > last) return NULL;
    memory = ntdll_allocate(ntdll, from_end ? last : first, size);
    return memory ? memory : ntdll_allocate(ntdll, from_end ? first : last, size);
}

/* DLLs that are loaded after ntdll.dll are either at fixed addresses below it or next to each other, from the top down.
   They reach 4 GB from their own begin, so memory far behind ntdll.dll may be out of their reach; memory directly before it
   is not. */
void *ntdll_allocate_behind(const struct ntdll *ntdll, size_t size)
{
    const char *program = ntdll_thread(ntdll)->process->image;
    const uintptr_t near = 0x4000000;
    uintptr_t dll = (uintptr_t)program + pe_dword(pe_headers(program) + PE_IMAGE_SIZE), at, limit;
    struct region region = { 0 }, before = { 0 };
    void *memory = NULL;

    /* ntdll.dll is likely to be behind the program. */
    dll = dll > four_gb ? find_dll_end(ntdll, dll, UINTPTR_MAX) : 0;
    if (!dll) dll = find_dll_end(ntdll, four_gb, UINTPTR_MAX);
    if (!dll) return NULL;
    limit = UINTPTR_MAX - dll > near ? dll + near : UINTPTR_MAX;
    for (at = dll; !memory && at < limit && look_up(ntdll, at, &region); at = region.begin + region.size) {
        if (region.size > UINTPTR_MAX - region.begin) break;
        memory = allocate_in(ntdll, &region, limit, size, false);
    }
    if (memory) return memory;
    region = (struct region){ 0 };
    for (at = dll - four_gb; at < dll && look_up(ntdll, at, &region); at = region.begin + region.size)
        if (region.state == FREE && region.size >= size + GRANULARITY) before = region;
    return before.size ? allocate_in(ntdll, &before, dll, size, true) : NULL;
}

bool ntdll_queue(const struct ntdll *ntdll, void *code, size_t size, void *argument)
{
    uintptr_t begin = (uintptr_t)code;
    uint32_t before;
    const uintptr_t pages[6] = { own_process, (uintptr_t)&begin, (uintptr_t)&size, EXECUTABLE, (uintptr_t)&before };
    const uintptr_t apc[6] = { own_thread, (uintptr_t)code, (uintptr_t)argument };

    return ntdll_call(ntdll, ntdll->protect, pages) && ntdll_call(ntdll, ntdll->queue_apc, apc);
}

struct thread_environment *ntdll_thread(const struct ntdll *ntdll)
{
    return ((struct thread_environment * (*)(void)) ntdll->current_teb)();
}
