/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_SAY_H
#define CYCLETIME_SAY_H

#include <windows.h>

/* One line on stderr, behind the program's name. Takes what swprintf takes; %ls for wide strings. */
void say(const WCHAR *format, ...);

/* The system's words for an error, on one line, into a buffer of its own that the next call uses again. */
const WCHAR *error_text(DWORD error);

#endif
