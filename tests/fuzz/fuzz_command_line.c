/* SPDX-License-Identifier: MIT */
/* How our programs read their command lines: against Microsoft's rules written down a second time, and there and back. */
#include "fuzz.h"
#include "cli/command_line.h"
#include "wide.h"

#include <windows.h>

enum { MOST = 2048 };

/* Of no more room than it takes, so that a sanitizer sees what is read or written behind it. */
static WCHAR *exactly(const WCHAR *string, size_t length)
{
    WCHAR *copy = malloc((length + 1) * sizeof *copy);

    CHECK(copy);
    memcpy(copy, string, length * sizeof *copy);
    copy[length] = 0;
    return copy;
}

static size_t run_of_backslashes(const WCHAR *line)
{
    size_t count = 0;

    while (line[count] == '\\') count++;
    return count;
}

/* The rules, one after the other; returns how far the argument reaches. */
static size_t read_by_the_rules(const WCHAR *line, WCHAR *argument)
{
    size_t at = 0, count, length = 0, quoted = 0;

    while (line[at] == ' ' || line[at] == '\t') at++;
    while (line[at] && (quoted || (line[at] != ' ' && line[at] != '\t'))) {
        count = run_of_backslashes(line + at);
        if (count) {
            const size_t before_quote = line[at + count] == '"', kept = before_quote ? count / 2 : count;
            size_t i;

            for (i = 0; i < kept; i++) argument[length++] = '\\';
            at += count;
            if (before_quote && count % 2) argument[length++] = line[at++];
        } else if (line[at] != '"') {
            argument[length++] = line[at++];
        } else if (quoted && line[at + 1] == '"') {
            argument[length++] = '"';
            at += 2;
        } else {
            quoted = !quoted;
            at++;
        }
    }
    argument[length] = 0;
    return at;
}

static void check_argument(const WCHAR *line)
{
    static WCHAR expected[MOST + 1];
    const size_t length = wide_length(line), reach = read_by_the_rules(line, expected);
    WCHAR *argument = malloc((length + 1) * sizeof *argument);
    const WCHAR *rest = command_line_next(line, argument);

    CHECK(rest == line + reach && rest <= line + length);
    CHECK(!wide_compare(argument, expected));
    free(argument);
}

/* An argument in quotes, as every program on Windows writes one for another: what is read must be what was written. */
static void check_there_and_back(const WCHAR *argument)
{
    static WCHAR line[2 * MOST + 8], got[2 * MOST + 8];
    const WCHAR *wanted = argument;
    size_t at = 0, count, i;

    line[at++] = '"';
    for (; *wanted; line[at++] = *wanted++) {
        count = run_of_backslashes(wanted);
        for (i = 0; i < count; i++) line[at++] = *wanted++;
        if (*wanted && *wanted != '"') continue;
        for (i = 0; i < count; i++) line[at++] = '\\';
        if (!*wanted) break;
        line[at++] = '\\';
    }
    line[at++] = '"';
    line[at] = ' ';
    line[at + 1] = 'x';
    line[at + 2] = 0;
    CHECK(command_line_next(line, got) == line + at);
    CHECK(!wide_compare(got, argument));
}

/* The program's own name ends at a blank outside its quotes; there are no backslashes of note in it. */
static void check_name(const WCHAR *line)
{
    const WCHAR *const rest = command_line_skip_name(line);
    const WCHAR *at;
    BOOLEAN quoted = FALSE;

    for (at = line; at < rest; at++) {
        CHECK(*at && (quoted || (*at != ' ' && *at != '\t')));
        if (*at == '"') quoted = !quoted;
    }
    CHECK(!*rest || (!quoted && (*rest == ' ' || *rest == '\t')));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static WCHAR text[MOST + 1];
    WCHAR *line;
    size_t i;

    /* One byte a character, but for an escape: the rules know few characters, and other ones are as good as any. */
    if (size > MOST) return 0;
    for (i = 0; i < size; i++) text[i] = data[i] < 0x80 ? data[i] : 0xd700 + data[i];
    text[size] = 0;
    line = exactly(text, wide_length(text));
    check_argument(line);
    check_there_and_back(line);
    check_name(line);
    free(line);
    return 0;
}
