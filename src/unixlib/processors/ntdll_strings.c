/* SPDX-License-Identifier: MIT */
#include "unixlib/processors/ntdll_strings.h"

#include <link.h>
#include <string.h>

static bool is_ntdll(const char *path)
{
    const char *name = strrchr(path, '/');

    return !strcmp(name ? name + 1 : path, "ntdll.so");
}

static int look_in(struct dl_phdr_info *library, size_t size, void *word)
{
    const size_t length = strlen(word) + 1;
    const ElfW(Phdr) * segment;
    int i;

    (void)size;
    if (!is_ntdll(library->dlpi_name)) return 0;
    for (i = 0; i < library->dlpi_phnum; i++) {
        segment = &library->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_R) || segment->p_flags & PF_W) continue;
        if (memmem((const char *)library->dlpi_addr + segment->p_vaddr, segment->p_filesz, word, length)) return 1;
    }
    return 0;
}

bool ntdll_has_string(const char *word)
{
    return dl_iterate_phdr(look_in, (void *)word);
}
