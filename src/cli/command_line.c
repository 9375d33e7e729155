/* SPDX-License-Identifier: MIT */
#include "command_line.h"

static int is_blank(wchar_t c)
{
    return c == L' ' || c == L'\t';
}

const wchar_t *command_line_skip_name(const wchar_t *line)
{
    int quoted = 0;

    for (; *line && (quoted || !is_blank(*line)); line++)
        if (*line == L'"') quoted = !quoted;
    return line;
}

/* Microsoft's rules: 2n backslashes and a quote are n backslashes and a quotation mark, 2n + 1 an escaped quote. */
const wchar_t *command_line_next(const wchar_t *line, wchar_t *argument)
{
    int quoted = 0, backslashes;

    while (is_blank(*line)) line++;
    while (*line && (quoted || !is_blank(*line))) {
        for (backslashes = 0; *line == L'\\'; line++) backslashes++;
        if (*line != L'"') {
            while (backslashes--) *argument++ = L'\\';
            if (*line && (quoted || !is_blank(*line))) *argument++ = *line++;
            continue;
        }
        for (; backslashes > 1; backslashes -= 2) *argument++ = L'\\';
        if (backslashes) {
            *argument++ = *line++;
        } else if (quoted && line[1] == L'"') { /* two in quotes are one */
            *argument++ = L'"';
            line += 2;
        } else {
            quoted = !quoted;
            line++;
        }
    }
    *argument = 0;
    return line;
}
