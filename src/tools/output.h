/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_OUTPUT_H
#define CYCLETIME_OUTPUT_H

#include "tools/text.h"

/* Write to stdout. On failure they report that on stderr in PROGRAM's name, as print_write_error does, and return false. */
bool output_write(const wchar_t *program, const struct text *text);
bool output_write_string(const wchar_t *program, const char *string);

/* Makes the text the whole content of a file, which a Windows path names or, under Wine, an absolute Unix path. FALSE: it
   failed, with the last error. */
bool output_write_file(const wchar_t *name, const struct text *text);

#endif
