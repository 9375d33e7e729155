/* SPDX-License-Identifier: MIT */
/* The headers of a file that is to be a Windows program, against what they say by the headers' structures. */
#include "launch/file_facts.h"
#include "fuzz.h"

#include <fcntl.h>
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

/* Returns whether the bytes behind MZ, up to the first line's end or the file's, have no zero. */
static bool expect_text(const uint8_t *data, size_t size)
{
    const size_t seen = size < FILE_HEAD ? size : FILE_HEAD;
    const uint8_t *end = memchr(data, '\n', seen);

    if (!end) end = data + seen;
    return end > data + 2 && !memchr(data, 0, (size_t)(end - data));
}

static struct file_facts expect(const uint8_t *data, size_t size)
{
    struct dos dos;
    struct next next = { 0 };
    struct file_facts facts = { .kind = FILE_FOREIGN };

    if (!size) facts.kind = FILE_EMPTY;
    if (size < 2 || data[0] != 'M' || data[1] != 'Z') return facts;
    facts.is_text = expect_text(data, size);
    if (!facts.is_text) facts.kind = FILE_CUT_OFF;
    if (size < sizeof dos) return facts;
    memcpy(&dos, data, sizeof dos);
    if (dos.next <= size && size - dos.next >= sizeof next) memcpy(&next, data + dos.next, sizeof next);
    if (!memcmp(next.signature, "PE\0\0", 4)) {
        facts.kind = FILE_PE;
        facts.machine = next.machine;
    } else if (!facts.is_text && (!memcmp(next.signature, "NE", 2) || dos.relocations < 0x40)) {
        facts.kind = FILE_OLD;
    }
    return facts;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int file = -1;
    static char path[32];
    const struct file_facts expected = expect(data, size);
    struct file_facts facts;

    if (file < 0) {
        file = memfd_create("image", MFD_CLOEXEC);
        CHECK(file >= 0);
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    }
    CHECK(!ftruncate(file, 0) && pwrite(file, data, size, 0) == (ssize_t)size);
    file_facts_read(&facts, AT_FDCWD, path);
    CHECK(facts.kind == expected.kind && facts.machine == expected.machine && facts.is_text == expected.is_text);
    return 0;
}
