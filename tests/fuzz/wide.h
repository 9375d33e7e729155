/* SPDX-License-Identifier: MIT */
/* For files that are made for Windows, built natively: Windows' wide characters have 16 bits, the C library's here 32. */
#ifndef CYCLETIME_FUZZ_WIDE_H
#define CYCLETIME_FUZZ_WIDE_H

#include <stddef.h>
#include <wchar.h>

size_t wide_length(const wchar_t *string);
int wide_compare(const wchar_t *one, const wchar_t *other);
wchar_t *wide_last(const wchar_t *string, wchar_t character);
#define wcscmp wide_compare
#define wcsrchr wide_last

int _wcsicmp(const wchar_t *one, const wchar_t *other);  /* of Latin letters */
wchar_t *_wcsdup(const wchar_t *string);
int _snwprintf(wchar_t *text, size_t size, const wchar_t *format, ...);  /* %04x only */

#endif
