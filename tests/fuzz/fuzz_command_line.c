/* SPDX-License-Identifier: MIT */
/* How the launcher reads its command line: against Microsoft's rules written down a second time, and there and back. */
#include "fuzz.h"
#include "inject/child.h"
#include "cli/command_line.h"
#include "run/options.h"
#include "cli/say.h"
#include "wide.h"

enum { MOST = 2048 };

static unsigned said;

void say(const WCHAR *format, ...)
{
    CHECK(format);
    said++;
}

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

static BOOLEAN is_option(const WCHAR *word)
{
    static const WCHAR *const options[] = { L"--no-children", L"--no-nt", L"--best-effort", L"--verbose" };
    unsigned i;

    for (i = 0; i < ARRAYSIZE(options); i++)
        if (!wide_compare(word, options[i])) return TRUE;
    return FALSE;
}

/* Every word before the program's name is an option, and nothing behind the name is touched. */
static void check_options(const WCHAR *line)
{
    static WCHAR word[MOST + 1];
    const size_t length = wide_length(line);
    WCHAR *name = malloc((length + 1) * sizeof *name);
    const WCHAR *at = command_line_skip_name(line);
    struct options options;
    BOOL good;

    CHECK(at >= line && at <= line + length);
    said = 0;
    good = options_read(line, name, &options);
    CHECK(good ? !said : said == 1);
    CHECK(options.rest >= at && options.rest <= line + length);
    CHECK(!(options.flags & ~(ULONG)(CHILD_MUST | CHILD_WITH_CHILDREN | CHILD_VERBOSE | CHILD_NO_NT)));
    do at += read_by_the_rules(at, word);
    while (is_option(word));
    if (!wide_compare(word, L"--")) at += read_by_the_rules(at, word);
    else if (word[0] == '-') word[0] = 0;
    CHECK(good == (word[0] != 0));
    if (good) CHECK(options.rest == at && options.name == name && !wide_compare(name, word));
    free(name);
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
    check_options(line);
    free(line);
    return 0;
}
