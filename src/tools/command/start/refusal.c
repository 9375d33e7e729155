/* SPDX-License-Identifier: MIT */
/* Why Wine does not start a program that Linux has, as far as its file, its name and its command line show. Wine: names. */
#include "tools/command/start/start.h"

#include <langinfo.h>
#include <locale.h>

/* Of Windows, in UTF-16 units. Wine counts a blank behind each word, and the end of the text once more. */
enum { MOST_UNITS = 32767 - 3 };

static size_t count_units(const char *word)
{
    size_t count = 0;

    for (; *word; word++) count += ((*word & 0xc0) != 0x80) + ((*word & 0xf8) == 0xf0);
    return count;
}

/* Returns how long the command line is, or less: backslashes before a quote count twice, but not here. */
static size_t count_command_line(const char *path, char *const *words)
{
    size_t count = count_units("Z:") + count_units(path);
    const char *at;

    while (*++words) {
        count += 1 + count_units(*words) + (!**words || strpbrk(*words, " \t") ? 2 : 0);
        for (at = *words; (at = strchr(at, '"')); at++) count++;
    }
    return count;
}

/* Returns whether a name in PATH ends in a dot, or the last one in a blank. */
static bool has_name_with_end(const char *path)
{
    size_t length;

    for (; *path; path += length + (path[length] == '/')) {
        length = strcspn(path, "/");
        if (!length || !strncmp(path, ".", length) || !strncmp(path, "..", length)) continue;
        if (path[length - 1] == '.' || (path[length - 1] == ' ' && !path[length])) return true;
    }
    return false;
}

static bool has_non_ascii(const char *path)
{
    for (; *path; path++)
        if (*path & 0x80) return true;
    return false;
}

/* Wine converts names by the locale, as the C library finds it: "C" where the named one is not installed. */
static bool is_ascii_locale(void)
{
    /* NOLINTNEXTLINE(concurrency-mt-unsafe): there is one thread */
    return !setlocale(LC_CTYPE, "") || !strcmp(nl_langinfo(CODESET), "ANSI_X3.4-1968");
}

static const char *refusal_by_name(const char *path, char *const *words)
{
    char *folder = *path == '/' ? NULL : getcwd(NULL, 0), *whole = format_text("%s/%s", folder ? folder : "", path);
    const char *reason = "Wine could not start it";

    if (count_command_line(whole, words) > MOST_UNITS)
        reason = "Wine could not start it: its command line is longer than the 32,767 characters that Windows allows";
    else if (strpbrk(whole, "*?\"<>|"))
        reason = "Wine could not start it: no name on Windows has one of the characters *?\"<>|";
    else if (has_name_with_end(whole)) reason = "Wine could not start it: no name on Windows ends in a dot or a blank";
    else if (has_non_ascii(whole) && is_ascii_locale())
        reason = "Wine could not start it: its name has letters that the locale lacks; set LC_ALL=C.UTF-8";
    free(whole);
    free(folder);
    return reason;
}

const char *program_refusal(const struct program *program, char *const *words)
{
    static char text[64];
    const enum file_kind kind = program->image.kind;
    const uint16_t machine = program->image.machine;

    if (kind == FILE_OLD) return "is a program for DOS or 16-bit Windows, which cannot run here";
    if (kind != FILE_PE || machine == PE_AMD64) return refusal_by_name(program->path, words);
    if (machine == PE_I386)
        return "is a 32-bit program, and this Wine has no 32-bit support (on Debian: apt install wine32), or Linux has "
               "none";
    snprintf(text, sizeof text, "is built for another kind of processor (machine 0x%04x)", machine);
    return text;
}
