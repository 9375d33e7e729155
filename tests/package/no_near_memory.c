/* SPDX-License-Identifier: MIT */
/* A library for LD_PRELOAD: of the memory within 4 GB of Wine's ntdll.dll none is free for a block of up to 128 KB, as if
   it were in use. DLLs, which are larger, are mapped where they belong. What the variable FREE names is free all the same:
   "before", directly before ntdll.dll; "ends", the ends of unmapped regions below it. */
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

/* Returns where ntdll.dll begins; 0: it is not mapped yet. Calls nothing that maps memory. */
static uintptr_t find_ntdll(void)
{
    static char maps[1 << 16];
    static uintptr_t found;
    const int file = found ? -1 : open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    size_t length = 0;
    char *line, *at;
    ssize_t count;

    if (file < 0) return found;
    while ((count = read(file, maps + length, sizeof maps - 1 - length)) > 0) length += (size_t)count;
    close(file);
    maps[length] = 0;
    at = strstr(maps, "/ntdll.dll");
    if (!at) return 0;
    for (line = at; line > maps && line[-1] != '\n';) line--;
    for (; *line != '-'; line++) found = found << 4 | (uintptr_t)(*line <= '9' ? *line - '0' : *line - 'a' + 10);
    return found;
}

static int is_mapped(uintptr_t at)
{
    unsigned char there;

    return !mincore((void *)at, 1, &there);
}

static int is_left(uintptr_t at, size_t size, uintptr_t ntdll)
{
    const char *left = getenv("FREE");

    if (!left) return 0;
    if (!strcmp(left, "before")) return at == ntdll - size;
    return at < ntdll - SLOT && is_mapped(at + SLOT) && !is_mapped(at) && !is_mapped(at - 2 * SLOT);
}

/* Wine maps at a fixed address where it has reserved memory. Until hooking looks for memory, Wine gets what it needs
   there. */
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
