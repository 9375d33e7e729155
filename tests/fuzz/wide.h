/* SPDX-License-Identifier: MIT */
/* For the launcher's files, built natively: Windows' wide characters have 16 bits, the C library's here 32. */
#ifndef CYCLETIME_FUZZ_WIDE_H
#define CYCLETIME_FUZZ_WIDE_H

#include <wchar.h>

int wide_compare(const wchar_t *one, const wchar_t *other);
#define wcscmp wide_compare

#endif
