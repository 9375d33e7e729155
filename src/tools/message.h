/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_MESSAGE_H
#define CYCLETIME_MESSAGE_H

#include "tools/option.h"

#include <windows.h>

/* Writes one line to stderr, behind the program's name. Takes what swprintf takes; %ls for wide strings. */
void write_message(const WCHAR *format, ...);

/* Reports on stderr, in one line, that a write to stdout failed with ERROR, unless stdout is a pipe whose reader is gone,
   as after "| head": the tools of Unix end silently then, too. */
void print_write_error(const WCHAR *program, DWORD error);

/* Reports an error in the options of PROGRAM on stderr, in one line. */
void print_options_error(const WCHAR *program, struct options_error error);

/* Returns the system's message for an error, on one line, in a static buffer that the next call overwrites. */
const WCHAR *find_error_text(DWORD error);

#endif
