/* SPDX-License-Identifier: MIT */
/* Prints messages, and text of others without control characters. */
#include "tools/command/command.h"
#include "protocol/characters.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void printable_put(FILE *out, const char *text)
{
    const char *at;

    for (; *text; text = at) {
        at = text;
        if (is_harmless_character(utf8_next(&at))) fprintf(out, "%.*s", (int)(at - text), text);
        else fputc('?', out);
    }
}

void printable_put_json(FILE *out, const char *text)
{
    uint32_t letter;
    const char *at;

    for (; *text; text = at) {
        at = text;
        letter = utf8_next(&at);
        if (!is_harmless_character(letter) || letter == '"' || letter == '\\') fprintf(out, "\\u%04x", (unsigned)letter);
        else fprintf(out, "%.*s", (int)(at - text), text);
    }
}

void printable_put_xml(FILE *out, const char *text)
{
    uint32_t letter;
    const char *at;

    for (; *text; text = at) {
        at = text;
        letter = utf8_next(&at);
        if (!is_harmless_character(letter) || letter == 0xfffe || letter == 0xffff) fputc('?', out); /* no characters */
        else if (*text == '&') fputs("&amp;", out);
        else if (*text == '<') fputs("&lt;", out);
        else if (*text == '>') fputs("&gt;", out);
        else fprintf(out, "%.*s", (int)(at - text), text);
    }
}

uint64_t fnv1a_hash(const char *bytes, size_t count)
{
    uint64_t hash = 0xcbf29ce484222325;

    for (; count; count--) hash = (hash ^ (unsigned char)*bytes++) * 0x100000001b3;
    return hash;
}

bool write_whole(int out, const char *text, size_t size)
{
    ssize_t written;

    for (; size; text += written, size -= (size_t)written) {
        written = write(out, text, size);
        if (written <= 0) return false;
    }
    return true;
}

/* A pipe or a terminal has no old content. */
bool write_in_place(int out, const char *text, size_t size)
{
    return (!ftruncate(out, 0) || errno == EINVAL) && write_whole(out, text, size);
}

int leave_standard_streams(int file)
{
    const int moved = file < 0 ? -1 : fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);

    if (file >= 0) close(file);
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
        printable_put(memory, words);
        fputc('\n', memory);
        if (!fclose(memory)) dprintf(STDERR_FILENO, "%s", line);
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
