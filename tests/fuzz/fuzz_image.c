/* SPDX-License-Identifier: MIT */
/* The headers of a file that is to be a Windows program, against what they say by the headers' structures. */
#include "tools/command/command.h"
#include "fuzz.h"

#include <sys/mman.h>
#include <unistd.h>

struct dos {
    char magic[2];
    uint16_t before[11];
    uint16_t relocations;
    uint16_t behind[17];
    uint32_t next;
};

struct next {
    char signature[4];
    uint16_t machine, sections;
    uint32_t rest[4];
};

_Static_assert(sizeof(struct dos) == 64 && sizeof(struct next) == 24, "as winnt.h has them");

static struct image expect(const uint8_t *data, size_t size)
{
    struct dos dos;
    struct next next = { 0 };
    bool is_whole;

    if (!size) return (struct image){ IMAGE_EMPTY, 0 };
    if (size == 1 || data[0] != 'M' || data[1] != 'Z') return (struct image){ IMAGE_FOREIGN, 0 };
    if (size < sizeof dos) return (struct image){ IMAGE_CUT_OFF, 0 };
    memcpy(&dos, data, sizeof dos);
    is_whole = dos.next <= size && size - dos.next >= sizeof next;
    if (is_whole) memcpy(&next, data + dos.next, sizeof next);
    if (!memcmp(next.signature, "PE\0\0", 4)) return (struct image){ IMAGE_PE, next.machine };
    if (!memcmp(next.signature, "NE", 2) || dos.relocations < 0x40) return (struct image){ IMAGE_OLD, 0 };
    return (struct image){ IMAGE_CUT_OFF, 0 };
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int file = -1;
    static char path[32];
    const struct image expected = expect(data, size);
    struct image image;

    if (file < 0) {
        file = memfd_create("image", MFD_CLOEXEC);
        CHECK(file >= 0);
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    }
    CHECK(!ftruncate(file, 0) && pwrite(file, data, size, 0) == (ssize_t)size);
    image = image_of(path);
    CHECK(image.kind == expected.kind && image.machine == expected.machine);
    CHECK(image_is_windows(image) == (size >= 2 && data[0] == 'M' && data[1] == 'Z'));
    return 0;
}
