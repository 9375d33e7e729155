/* SPDX-License-Identifier: MIT */
/* Reads the headers of a file: whether it is a Windows program, and of which machine. */
#include "tools/command/command.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The DOS header (winnt.h: IMAGE_DOS_HEADER) and what follows it. If its relocations begin at NEWER or later, a newer
   header follows (Microsoft's NE format). */
enum { DOS_SIZE = 64, RELOCATIONS = 24, NEXT = 60, NEWER = 0x40, NEXT_SIZE = 24 };

static uint32_t read_number(const unsigned char *bytes, int count)
{
    return count ? bytes[0] | read_number(bytes + 1, count - 1) << 8 : 0;
}

static struct image of_file(int file)
{
    unsigned char dos[DOS_SIZE], next[NEXT_SIZE];
    const ssize_t got = pread(file, dos, sizeof dos, 0);
    bool is_whole, is_old;

    if (got < 0) return (struct image){ IMAGE_UNREADABLE, 0 };
    if (!got) return (struct image){ IMAGE_EMPTY, 0 };
    if (got < 2 || memcmp(dos, "MZ", 2) != 0) return (struct image){ IMAGE_FOREIGN, 0 };
    if (got < DOS_SIZE) return (struct image){ IMAGE_CUT_OFF, 0 };
    is_whole = pread(file, next, sizeof next, read_number(dos + NEXT, 4)) == (ssize_t)sizeof next;
    if (is_whole && !memcmp(next, "PE\0", 4)) return (struct image){ IMAGE_PE, (uint16_t)read_number(next + 4, 2) };
    is_old = read_number(dos + RELOCATIONS, 2) < NEWER || (is_whole && !memcmp(next, "NE", 2));
    return (struct image){ is_old ? IMAGE_OLD : IMAGE_CUT_OFF, 0 };
}

struct image image_of(const char *path)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct image image = { IMAGE_UNREADABLE, 0 };

    if (file < 0) return image;
    image = of_file(file);
    close(file);
    return image;
}

bool image_is_windows(struct image image)
{
    return image.kind == IMAGE_CUT_OFF || image.kind == IMAGE_OLD || image.kind == IMAGE_PE;
}

bool is_regular(const char *path)
{
    struct stat found;

    return !stat(path, &found) && S_ISREG(found.st_mode);
}
