/* SPDX-License-Identifier: MIT */
#include "inject/preload/program.h"
#include "protocol/wine_programs.h"
#include "inject/preload/c_library.h"

/* In UTF-16 a character beyond U+FFFF is a pair of these units. */
enum { HIGH = 0xd800, LOW = 0xdc00, SURROGATES = 0xe000 };

static uint32_t next_letter(const uint16_t **at, const uint16_t *end)
{
    const uint32_t first = *(*at)++;

    if (first < HIGH || first >= LOW || *at == end || **at < LOW || **at >= SURROGATES) return first;
    return 0x10000 + ((first - HIGH) << 10) + (uint32_t)(*(*at)++ - LOW);
}

static char *put_utf8(char *to, uint32_t letter)
{
    if (letter < 0x80) {
        *to++ = (char)letter;
        return to;
    }
    if (letter < 0x800) *to++ = (char)(0xc0 | letter >> 6);
    else {
        if (letter < 0x10000) *to++ = (char)(0xe0 | letter >> 12);
        else {
            *to++ = (char)(0xf0 | letter >> 18);
            *to++ = (char)(0x80 | (letter >> 12 & 0x3f));
        }
        *to++ = (char)(0x80 | (letter >> 6 & 0x3f));
    }
    *to++ = (char)(0x80 | (letter & 0x3f));
    return to;
}

/* Converts a string to UTF-8, and cuts it if it is too long. */
static void convert_name(const struct counted_string *string, char name[PROGRAM_NAME])
{
    const uint16_t *at = string->text, *end = string->text + string->length / sizeof *string->text;
    char *to = name;

    while (at < end && to + 4 < name + PROGRAM_NAME) to = put_utf8(to, next_letter(&at, end));
    *to = '\0';
}

/* Whether the program is in \system32\ or \syswow64\, where Wine has its own. */
static bool is_in_system_directory(const char *path, const char *last)
{
    static const char *const directories[] = { "\\system32", "\\syswow64", "\\sysnative", NULL };
    char directory[sizeof "\\sysnative"];
    const char *const *each;
    size_t length;

    for (each = directories; *each; each++) {
        length = strlen(*each);
        if ((size_t)(last - path) < length) continue;
        memcpy(directory, last - length, length);
        directory[length] = '\0';
        if (!strcasecmp(directory, *each)) return true;
    }
    return false;
}

/* The linker of Wine's own programs writes this text after the DOS header (Wine's tools/winebuild/spec32.c). */
static bool is_builtin(const void *image)
{
    static const char signature[] = "Wine builtin DLL";
    enum { DOS_HEADER = 0x40 };

    return image && !strncmp((const char *)image + DOS_HEADER, signature, sizeof signature);
}

enum program_kind program_of(const struct process_environment *process, bool is_below_services, char name[PROGRAM_NAME])
{
    const char *last;

    convert_name(&process->parameters->image, name);
    if (is_below_services && is_builtin(process->image)) return PROGRAM_SERVICE;
    last = strrchr(name, '\\');
    if (!last || !is_in_system_directory(name, last)) return PROGRAM_OF_USER;
    if (wine_programs_have(wine_between, last + 1)) return PROGRAM_BETWEEN;
    return wine_programs_have(wine_services, last + 1) ? PROGRAM_SERVICE : PROGRAM_OF_USER;
}
