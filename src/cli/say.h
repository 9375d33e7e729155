/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_SAY_H
#define CYCLETIME_SAY_H

#include <windows.h>

/* One line on stderr, behind the program's name. Takes what swprintf takes; %ls for wide strings. */
void say(const WCHAR *format, ...);

/* A write to stdout has failed with the error ERROR: one line on stderr, but for a pipe: nobody reads it any more, as after
   "| head", and there the tools of Unix end without a word too. */
void say_unwritten(const WCHAR *who, DWORD error);

/* The system's words for an error, on one line, into a buffer of its own that the next call uses again. */
const WCHAR *error_text(DWORD error);

#endif
