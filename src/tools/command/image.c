/* SPDX-License-Identifier: MIT */
/* Reads the headers of a file: whether it is a Windows program, and of which machine. */
#include "tools/command/command.h"

#include <fcntl.h>

/* If the relocations of a DOS header begin at NEWER or later, a newer header follows (Microsoft's NE format). */
enum { DOS_SIZE = 64, RELOCATIONS = 24, NEWER = 0x40, NEXT_SIZE = 24 };

struct image image_of(const char *path)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    unsigned char dos[DOS_SIZE], next[NEXT_SIZE];
    struct image image = { IMAGE_UNREADABLE, 0 };
    bool has_next = false;
    ssize_t got;

    if (file < 0) return image;
    got = pread(file, dos, sizeof dos, 0);
    if (got == DOS_SIZE && !memcmp(dos, "MZ", 2))
        has_next = pread(file, next, sizeof next, pe_dword(dos + PE_PLACE)) == (ssize_t)sizeof next;
    close(file);
    if (got < 0) return image;
    if (!got) image.kind = IMAGE_EMPTY;
    else if (got < 2 || memcmp(dos, "MZ", 2) != 0) image.kind = IMAGE_FOREIGN;
    else if (got < DOS_SIZE) image.kind = IMAGE_CUT_OFF;
    else if (has_next && pe_dword(next) == PE_SIGNATURE) image = (struct image){ IMAGE_PE, pe_word(next + PE_MACHINE) };
    else if (pe_word(dos + RELOCATIONS) < NEWER || (has_next && !memcmp(next, "NE", 2))) image.kind = IMAGE_OLD;
    else image.kind = IMAGE_CUT_OFF;
    return image;
}

bool image_is_windows(struct image image)
{
    return image.kind == IMAGE_CUT_OFF || image.kind == IMAGE_OLD || image.kind == IMAGE_PE;
}
