/* SPDX-License-Identifier: MIT */
#include "options.h"
#include "../cli/command_line.h"

#include <stddef.h>

/* Not wcscmp: the unit tests' C library has wider characters. */
static bool is(const wchar_t *argument, const wchar_t *name)
{
    while (*argument && *argument == *name) argument++, name++;
    return *argument == *name;
}

/* A whole number, or with FRACTION as many digits behind a point, as if there were none. FALSE: not that, or too large. */
static bool read_number(const wchar_t *text, int fraction, uint32_t *number)
{
    bool point = false;
    uint64_t value = 0;
    int left = fraction;
    const wchar_t *at;

    if (!*text || (*text == '.' && !text[1])) return false;
    for (at = text; *at; at++) {
        if (*at == '.' && fraction && !point) {
            point = true;
            continue;
        }
        if (*at < '0' || *at > '9' || (point && !left--)) return false;
        value = 10 * value + (*at - '0');
        if (value > UINT32_MAX) return false;
    }
    for (; left > 0; left--) value *= 10;
    *number = (uint32_t)value;
    return value <= UINT32_MAX;
}

enum { SHORTEST = 50, LONGEST = 3600000, FILTER_MOST = 64 };

static bool is_filter(const wchar_t *text)
{
    size_t length = 0;

    while (length <= FILTER_MOST && text[length]) length++;
    return length && length <= FILTER_MOST;
}

static const wchar_t *read_value(const wchar_t *name, const wchar_t *value, struct options *options)
{
    if (is(name, L"--interval"))
        return read_number(value, 3, &options->interval) && options->interval >= SHORTEST && options->interval <= LONGEST
                   ? NULL
                   : L"--interval takes seconds, 0.05 to 3600, not";
    if (is(name, L"--count"))
        return read_number(value, 0, &options->count) && options->count ? NULL : L"--count takes a number from 1, not";
    if (is(name, L"--pid"))
        return read_number(value, 0, &options->process) && options->process ? NULL : L"--pid takes a process's id, not";
    if (is(name, L"--filter")) {
        options->filter = value;
        return is_filter(value) ? NULL : L"--filter takes 1 to 64 characters, not";
    }
    options->svg = value;
    return *value ? NULL : L"--svg takes a file's name, not";
}

static bool takes_value(const wchar_t *name)
{
    return is(name, L"--interval") || is(name, L"--count") || is(name, L"--pid") || is(name, L"--filter")
           || is(name, L"--svg");
}

static bool read_flag(const wchar_t *name, struct options *options)
{
    if (is(name, L"--once")) options->once = true;
    else if (is(name, L"--json")) options->form = FORM_JSON;
    else if (is(name, L"--csv")) options->form = FORM_CSV;
    else if (is(name, L"--tree")) options->tree = true;
    else if (is(name, L"--help")) options->help = true;
    else return false;
    return true;
}

static const wchar_t *skip_blanks(const wchar_t *line)
{
    while (*line == ' ' || *line == '\t') line++;
    return line;
}

/* The next argument into *ROOM, behind which *ROOM then is. */
static const wchar_t *next(const wchar_t **line, wchar_t **room)
{
    wchar_t *argument = *room;

    *line = skip_blanks(command_line_next(*line, argument));
    while (**room) ++*room;
    ++*room;
    return argument;
}

struct options_error options_read(const wchar_t *line, wchar_t *room, struct options *options)
{
    const wchar_t *name, *value, *wrong;
    bool json = false, csv = false;

    *options = (struct options){ .interval = 1000 };
    line = skip_blanks(command_line_skip_name(line));
    while (*line) {
        name = next(&line, &room);
        json |= is(name, L"--json");
        csv |= is(name, L"--csv");
        if (read_flag(name, options)) continue;
        if (!takes_value(name)) return (struct options_error){ L"unknown option", name };
        if (!*line) return (struct options_error){ L"a value is missing behind", name };
        value = next(&line, &room);
        if ((wrong = read_value(name, value, options))) return (struct options_error){ wrong, value };
    }
    if (json && csv) return (struct options_error){ L"--json and --csv exclude each other", L"" };
    if (options->once && options->count > 1) return (struct options_error){ L"--once and --count exclude each other", L"" };
    if (options->once) options->count = 1;
    return (struct options_error){ NULL, NULL };
}
