/* SPDX-License-Identifier: MIT */
/* The file of what is found out once for each boot with anything in it, in the working directory: what is not whole is
   nothing, and what is believed is what stands there, and within bounds. */
#include "fuzz.h"
#include "unixlib/clocks/linux_clock.h"
#include "unixlib/shared_file/shared_file.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

enum { WHOLE = 1, SUMMED = 2, OF_THIS_BOOT = 4 };

static void write_file(const char *path, const void *bytes, size_t size)
{
    const int file = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);

    CHECK(file >= 0 && write(file, bytes, size) == (ssize_t)size);
    close(file);
}

static void read_file(const char *path, struct boot_cache_file *file)
{
    const int opened = open(path, O_RDONLY | O_CLOEXEC);

    CHECK(opened >= 0 && read(opened, file, sizeof *file) == sizeof *file);
    close(opened);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct boot_cache some = { 2400000000, 1 }, nothing = { 0, 0 };
    struct input input = { data, size };
    const uint8_t way = take_byte(&input);
    struct boot_cache_file kept, file;
    struct boot_cache facts;
    bool is_right;
    char path[64];

    snprintf(path, sizeof path, "./cycletime-boot-%u", (unsigned)geteuid());
    boot_cache_keep(".", &some);
    read_file(path, &kept);
    take(&input, &file, sizeof file);
    if (way & OF_THIS_BOOT) memcpy(&file, &kept, offsetof(struct boot_cache_file, facts));
    if (way & SUMMED) file.sum = SUM_AFTER(0, &file);
    write_file(path, &file, way & WHOLE ? sizeof file : size % sizeof file);
    is_right = way & WHOLE && way & SUMMED && way & OF_THIS_BOOT && file.facts.rate >> 34 == 0
               && file.facts.rewrites_area <= 1;
    boot_cache_read(".", &facts);
    CHECK(!memcmp(&facts, is_right ? &file.facts : &nothing, sizeof facts));
    CHECK(!unlink(path));
    return 0;
}
