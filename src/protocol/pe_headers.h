/* SPDX-License-Identifier: MIT */
/* The headers of Windows' programs and DLLs (winnt.h: IMAGE_DOS_HEADER, IMAGE_NT_HEADERS), for code without winnt.h. */
#ifndef CYCLETIME_PE_HEADERS_H
#define CYCLETIME_PE_HEADERS_H

#include <stdint.h>

/* Offsets: of the place of the PE headers, in an image; of the others, in the PE headers, the last two of which differ
   between word sizes. */
enum {
    PE_PLACE = 0x3c,
    PE_MACHINE = 4,
    PE_SECTION_COUNT = 6,
    PE_OPTIONAL_SIZE = 0x14,
    PE_CHARACTERISTICS = 0x16,
    PE_OPTIONAL = 0x18,
    PE_IMAGE_SIZE = 0x50,
    PE_SUBSYSTEM = 0x5c,
    PE_EXPORTS = 0x78,
    PE_EXPORTS_64 = 0x88,
    PE_IMPORTS = 0x80,
    PE_IMPORTS_64 = 0x90
};

enum { PE_SIGNATURE = 'P' | 'E' << 8 }; /* the first four bytes of the PE headers */
enum { PE_I386 = 0x14c, PE_AMD64 = 0x8664, PE_IS_EXECUTABLE = 2, PE_IS_DLL = 0x2000 }; /* IMAGE_FILE_... */

/* Reads a number, which need not be aligned. */
static inline __attribute__((always_inline)) uint32_t pe_dword(const void *at)
{
    uint32_t number;

    __builtin_memcpy(&number, at, sizeof number);
    return number;
}

static inline __attribute__((always_inline)) uint16_t pe_word(const void *at)
{
    uint16_t number;

    __builtin_memcpy(&number, at, sizeof number);
    return number;
}

/* Returns the PE headers of an image in memory. */
static inline __attribute__((always_inline)) const char *pe_headers(const void *image)
{
    return (const char *)image + pe_dword((const char *)image + PE_PLACE);
}

#endif
