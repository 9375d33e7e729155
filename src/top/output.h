/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_OUTPUT_H
#define CYCLETIME_OUTPUT_H

#include "text.h"

/* All of it, to stdout. FALSE: the last error tells why. */
bool output_write(const struct text *text);

/* As the whole of a file, by a Windows path or, under Wine, an absolute Unix path. FALSE: the last error tells why. */
bool output_write_file(const wchar_t *name, const struct text *text);

#endif
