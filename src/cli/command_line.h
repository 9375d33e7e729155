/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_COMMAND_LINE_H
#define CYCLETIME_COMMAND_LINE_H

#include <wchar.h>

/* Both return what stands behind the argument, byte for byte as it came. */
const wchar_t *command_line_skip_name(const wchar_t *line);               /* the first: no escapes */
const wchar_t *command_line_next(const wchar_t *line, wchar_t *argument); /* room for all of LINE; empty at its end */

#endif
