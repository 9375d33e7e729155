/* SPDX-License-Identifier: MIT */
/* Prints messages, and text of others without control characters. */
#include "tools/command/message.h"
#include "protocol/characters.h"
#include "protocol/file_limit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>

void printable_put(FILE *out, const char *text, enum printable_form form)
{
    uint32_t letter;
    const char *at;
    bool is_clean;

    for (; *text; text = at) {
        at = text;
        letter = utf8_next(&at);
        is_clean = is_harmless_character(letter);
        if (form == PRINTABLE_XML && (letter == 0xfffe || letter == 0xffff)) is_clean = false; /* no characters of XML */
        if (form == PRINTABLE_JSON && (!is_clean || letter == '"' || letter == '\\'))
            fprintf(out, "\\u%04x", (unsigned)letter);
        else if (!is_clean) fputc('?', out);
        else if (form == PRINTABLE_XML && *text == '&') fputs("&amp;", out);
        else if (form == PRINTABLE_XML && *text == '<') fputs("&lt;", out);
        else if (form == PRINTABLE_XML && *text == '>') fputs("&gt;", out);
        else fprintf(out, "%.*s", (int)(at - text), text);
    }
}

void print_quoted(const char *text)
{
    putchar('\'');
    for (; *text; text++)
        if (*text == '\'') fputs("'\\''", stdout);
        else putchar(*text);
    putchar('\'');
}

uint64_t fnv1a_hash(const char *bytes, size_t count)
{
    uint64_t hash = 0xcbf29ce484222325;

    for (; count; count--) hash = (hash ^ (unsigned char)*bytes++) * 0x100000001b3;
    return hash;
}

/* A pipe or a terminal has no old content. */
bool write_whole(int out, const char *text, size_t size, bool in_place)
{
    ssize_t written;

    if (in_place && ftruncate(out, 0) && errno != EINVAL) return false;
    if (!file_may_grow(out, size)) {
        errno = EFBIG;
        return false;
    }
    for (; size; text += written, size -= (size_t)written) {
        written = write(out, text, size);
        if (written <= 0) return false;
    }
    return true;
}

int leave_standard_streams(int file)
{
    int moved;

    if (file < 0 || file > STDERR_FILENO) return file;
    moved = fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close(file);
    return moved;
}

void fill_standard_streams(void)
{
    int nothing;

    do nothing = open("/dev/null", O_RDWR);
    while (nothing >= 0 && nothing <= STDERR_FILENO);
    if (nothing >= 0) close(nothing);
}

/* In one call, since other processes write to stderr too. */
int report_error(int status, const char *format, ...)
{
    char *words = NULL, *line = NULL;
    FILE *memory;
    va_list arguments;
    size_t size;
    int length;

    va_start(arguments, format);
    length = vasprintf(&words, format, arguments);
    va_end(arguments);
    if (length < 0) return status;
    memory = open_memstream(&line, &size);
    if (memory) {
        fputs("cycletime: ", memory);
        printable_put(memory, words, PRINTABLE_PLAIN);
        fputc('\n', memory);
        if (!fclose(memory) && file_may_grow(STDERR_FILENO, size)) dprintf(STDERR_FILENO, "%s", line);
    }
    free(line);
    free(words);
    return status;
}

char *format_text(const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0) exit(report_error(EXIT_FAILED, "out of memory"));
    return text;
}
