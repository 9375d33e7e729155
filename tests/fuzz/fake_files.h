/* SPDX-License-Identifier: MIT */
/* Files that src/unixlib opens and reads: bytes of the input, in pieces of a size that the input chooses. Linked in place
   of the C library's functions by the linker's --wrap. */
#ifndef CYCLETIME_FUZZ_FAKE_FILES_H
#define CYCLETIME_FUZZ_FAKE_FILES_H

#include "fuzz.h"

#include <stdbool.h>

enum { FAKE_FILES = 64, FAKE_FIRST = 1000, FAKE_DIRECTORY = FAKE_FIRST + FAKE_FILES };

struct fake_file {
    char path[64];
    const uint8_t *bytes;
    size_t size, at;
    bool is_open;
};

struct fake_files {
    struct fake_file of[FAKE_FILES];
    unsigned count, open;
    size_t piece;   /* what one read gives at most; 0: all that it is asked for */
    bool fails;     /* the second read of a file, and those behind it */
};

extern struct fake_files fake_files;

void fake_files_begin(void);
struct fake_file *fake_files_add(const char *path, const uint8_t *bytes, size_t size);

/* The descriptor of one that need not be opened. */
int fake_files_descriptor(const struct fake_file *file);

#endif
