/* SPDX-License-Identifier: MIT */
/* A library for LD_PRELOAD: of the memory within 4 GB of Wine's ntdll.dll none is free for a block of up to 128 KB, as if
   it were in use. DLLs, which are larger, are mapped where they belong. What the variable FREE names is free all the same:
   "before", directly before ntdll.dll; "ends", the ends of unmapped regions between kernelbase.dll and ntdll.dll. If no
   region there has an end that is not also its begin, all memory is free, and a line on stderr says so: Wine 10 leaves one
   slot of 64 KB between DLLs. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { LARGEST = 0x20000, SLOT = 0x10000 };

static const uintptr_t four_gb = (uintptr_t)1 << 32;

/* Returns where the DLL begins; 0: it is not mapped yet. NAME begins with a slash. Calls nothing that maps memory. */
static uintptr_t find_dll(const char *name)
{
    static char maps[1 << 17];
    const int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    uintptr_t found = 0;
    size_t length = 0;
    char *line, *at;
    ssize_t count;

    if (file < 0) return 0;
    while ((count = read(file, maps + length, sizeof maps - 1 - length)) > 0) length += (size_t)count;
    close(file);
    maps[length] = 0;
    at = strstr(maps, name);
    if (!at) return 0;
    for (line = at; line > maps && line[-1] != '\n';) line--;
    for (; *line != '-'; line++) found = found << 4 | (uintptr_t)(*line <= '9' ? *line - '0' : *line - 'a' + 10);
    return found;
}

static uintptr_t find_ntdll(void)
{
    static uintptr_t found;

    if (!found) found = find_dll("/ntdll.dll");
    return found;
}

static int is_mapped(uintptr_t at)
{
    unsigned char there;

    return !mincore((void *)at, 1, &there);
}

/* Returns 1 until kernelbase.dll is mapped. */
static int has_ends(uintptr_t ntdll)
{
    static const char line[] = "no_near_memory: no region has an end of its own\n";
    static uintptr_t kernelbase;
    static int has = 1;
    uintptr_t at;
    int slots = 0;

    if (kernelbase || !(kernelbase = find_dll("/kernelbase.dll"))) return has;
    for (at = kernelbase; at < ntdll && slots < 3; at += SLOT) slots = is_mapped(at) ? 0 : slots + 1;
    has = slots == 3;
    if (!has) syscall(SYS_write, STDERR_FILENO, line, sizeof line - 1);
    return has;
}

static int is_left(uintptr_t at, size_t size, uintptr_t ntdll)
{
    const char *left = getenv("FREE");

    if (!left) return 0;
    if (!strcmp(left, "before")) return at == ntdll - size;
    if (!has_ends(ntdll)) return 1;
    return at < ntdll - SLOT && is_mapped(at + SLOT) && !is_mapped(at) && !is_mapped(at - 2 * SLOT);
}

/* Wine maps at a fixed address where it has reserved memory. Until hooking looks for memory, which begins behind ntdll.dll,
   Wine gets what it needs there. */
void *mmap(void *place, size_t size, int protection, int flags, int file, off_t offset)
{
    static int is_hooking;
    const uintptr_t at = (uintptr_t)place, ntdll = at ? find_ntdll() : 0;

    if (ntdll && file < 0 && protection && size <= LARGEST && at - (ntdll - four_gb) < 2 * four_gb
        && !is_left(at, size, ntdll)) {
        if (at > ntdll) is_hooking = 1;
        if (flags & MAP_FIXED_NOREPLACE || (flags & MAP_FIXED && is_hooking)) {
            errno = EEXIST;
            return MAP_FAILED;
        }
        if (!(flags & MAP_FIXED)) place = NULL;
    }
    return (void *)syscall(SYS_mmap, place, size, protection, flags, file, offset);
}

void *mmap64(void *, size_t, int, int, int, off_t) __attribute__((alias("mmap")));
