/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_OUTPUT_H
#define CYCLETIME_OUTPUT_H

#include "text.h"

/* Writes the text to stdout. FALSE: it failed, with the last error. */
bool output_write(const struct text *text);

/* Makes the text the whole content of a file, which a Windows path names or, under Wine, an absolute Unix path. FALSE: it
   failed, with the last error. */
bool output_write_file(const wchar_t *name, const struct text *text);

#endif
