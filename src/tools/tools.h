/* SPDX-License-Identifier: MIT */
/* Options, output and the clock, which the Windows programs of the package share, with text and SVG charts. */
#ifndef CYCLETIME_TOOLS_H
#define CYCLETIME_TOOLS_H

#include "tools/svg.h"
#include "tools/text.h"

#include <windows.h>
#include <wchar.h>

/* Returns the time since some moment, in 100 ns. */
uint64_t read_tool_clock(void);

/* Returns how many milliseconds are left until DUE, a time of read_tool_clock(); rounded up, and 0 if DUE has passed. */
uint32_t tool_milliseconds_until(uint64_t due);

/* Returns an event that Ctrl-C, Ctrl-Break or the console's end sets. NULL: it failed, with the last error. */
HANDLE tool_listen_for_stop(void);

enum option_kind { FLAG, NUMBER, THOUSANDTHS, TEXT };

/* A row of the table by which a program's options are read. */
struct option {
    const wchar_t *name; /* NULL: the table ends here */
    enum option_kind kind;
    size_t place;         /* the offset of a bool, a uint32_t or a const wchar_t * in the program's options */
    uint32_t least, most; /* the bounds of a number, or of a text's length */
    const wchar_t *fault; /* the message for another value */
};

/* The error in an option: WHAT is wrong with the VALUE of OPTION. NULL: nothing is wrong. OPTION and VALUE may be empty. */
struct options_error {
    const wchar_t *what, *option, *value;
};

/* Reads the option at **ARGUMENTS with its value into VALUES, and moves *ARGUMENTS behind both. */
struct options_error option_read(const struct option *table, wchar_t *const **arguments, void *values);

/* Writes one line to stderr, after "cycletime: ", with question marks for control characters. Takes what swprintf takes;
   %ls for wide strings. */
void output_write_message(const WCHAR *format, ...);

/* Reports on stderr, in one line, that a write to stdout failed with ERROR, unless stdout is a pipe whose reader is gone,
   as after "| head": the tools of Unix end silently then, too. */
void output_report_failure(const WCHAR *program, DWORD error);

/* Reports an error in the options of PROGRAM on stderr, in one line. */
void output_options_error(const WCHAR *program, struct options_error error);

/* Returns the system's message for an error, on one line, in a static buffer that the next call overwrites. */
const WCHAR *output_error_text(DWORD error);

/* Write to stdout. Return false after a failure, which output_report_failure reports in PROGRAM's name. */
bool output_write(const wchar_t *program, const struct text *text);
bool output_write_string(const wchar_t *program, const char *string);

/* Returns whether output_write_file could open this file; otherwise with the last error. The file is left as it is, and not
   made if there is none. */
bool output_can_write(const wchar_t *name);

/* Makes the text the whole content of a file, which a Windows path names or, under Wine, an absolute Unix path. FALSE: it
   failed, with the last error. */
bool output_write_file(const wchar_t *name, const struct text *text);

#endif
