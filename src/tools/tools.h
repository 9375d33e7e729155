/* SPDX-License-Identifier: MIT */
/* Options, text, output, the clock and SVG charts, which the Windows programs of the package share. */
#ifndef CYCLETIME_TOOLS_H
#define CYCLETIME_TOOLS_H

#include <windows.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h> /* __MINGW_PRINTF_FORMAT */
#include <wchar.h>

/* Returns the time since some moment, in 100 ns. */
uint64_t read_clock(void);

/* Returns how many milliseconds are left until DUE, a time of read_clock(), rounded up; 0 if DUE has passed. */
uint32_t sleep_until(uint64_t due);

/* Returns an event that is set when the program is to end, by Ctrl-C, Ctrl-Break or the console's end. NULL: it failed,
   with the last error. */
HANDLE stop_hear(void);

/* Reads a program's options by a table of them. */

enum option_kind { FLAG, NUMBER, THOUSANDTHS, TEXT };

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

/* A text in UTF-8 that grows, and names in UTF-16. */

struct text {
    char *bytes;
    size_t length, room;
    bool failed; /* memory ran out, so the text is not whole */
};

#ifdef __MINGW_PRINTF_FORMAT
#define TEXT_FORMAT __MINGW_PRINTF_FORMAT
#else
#define TEXT_FORMAT printf
#endif

/* As printf and vprintf do it. */
void text_add(struct text *text, const char *format, ...) __attribute__((format(TEXT_FORMAT, 2, 3)));
void text_add_list(struct text *text, const char *format, va_list arguments) __attribute__((format(TEXT_FORMAT, 2, 0)));
void text_empty(struct text *text);
void text_free(struct text *text);

/* The form selects which characters of a name are escaped. */
enum text_form { TEXT_PLAIN, TEXT_JSON, TEXT_CSV, TEXT_XML };

/* Adds a name in UTF-16. Codes that are no characters become U+FFFD, and so do control characters, but in JSON, which has
   escapes for them. */
void text_add_name(struct text *text, const uint16_t *name, size_t length, enum text_form form);

/* Compares names in UTF-16, ignoring case by the rules of LC_CTYPE. Less than 0, 0, or more than 0. */
int name_compare(const uint16_t *a, size_t a_length, const uint16_t *b, size_t b_length);

/* An empty part is in every name. */
bool name_contains(const uint16_t *name, size_t length, const uint16_t *part, size_t part_length);

/* Writes one line to stderr, after "cycletime: ", with question marks for control characters. Takes what swprintf takes;
   %ls for wide strings. */
void write_message(const WCHAR *format, ...);

/* Reports on stderr, in one line, that a write to stdout failed with ERROR, unless stdout is a pipe whose reader is gone,
   as after "| head": the tools of Unix end silently then, too. */
void print_write_error(const WCHAR *program, DWORD error);

/* Reports an error in the options of PROGRAM on stderr, in one line. */
void print_options_error(const WCHAR *program, struct options_error error);

/* Returns the system's message for an error, on one line, in a static buffer that the next call overwrites. */
const WCHAR *find_error_text(DWORD error);

/* Write to stdout. On failure they report that on stderr in PROGRAM's name, as print_write_error does, and return false. */
bool output_write(const wchar_t *program, const struct text *text);
bool output_write_string(const wchar_t *program, const char *string);

/* Returns whether output_write_file could open this file; otherwise with the last error. The file is left as it is, and not
   made if there is none. */
bool output_can_write(const wchar_t *name);

/* Makes the text the whole content of a file, which a Windows path names or, under Wine, an absolute Unix path. FALSE: it
   failed, with the last error. */
bool output_write_file(const wchar_t *name, const struct text *text);

/* Writes a picture in SVG that needs no script and no other file. CLASS is one that the picture's style defines. */
void svg_begin(struct text *text, int width, double height, const char *style);
void svg_end(struct text *text);

/* The formatted text is not escaped: names have to be escaped before (TEXT_XML). */
void svg_text(struct text *text, double x, double y, const char *class, const char *format, ...)
    __attribute__((format(TEXT_FORMAT, 5, 6)));
void svg_rectangle(struct text *text, double x, double y, double width, double height, const char *fill);
void svg_circle(struct text *text, double x, double y, double radius, const char *class);

/* Draw the area below a flight of steps: it begins at its bottom, at X, Y; a step goes up or down to Y, and then to X; at
   the end it returns to the bottom Y. */
void svg_area_begin(struct text *text, double x, double y, const char *fill);
void svg_area_step(struct text *text, double y, double x);
void svg_area_end(struct text *text, double y);

/* Draw lines from the point X, Y. */
void svg_horizontal(struct text *text, double x, double y, double to_x, const char *class);
void svg_vertical(struct text *text, double x, double y, double to_y, const char *class);

#endif
