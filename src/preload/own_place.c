/* SPDX-License-Identifier: MIT */
#include "own_place.h"
#include "raw_call.h"

#include <linux/limits.h>
#include <stdint.h>
#include <sys/syscall.h>

#define LINE ((size_t)PATH_MAX + 128)

/* Text that comes in pieces. */
struct reader {
    int descriptor;
    size_t at, end;
    char piece[1024];
};

static int next_letter(struct reader *reader)
{
    if (reader->at == reader->end) {
        long got = raw_call(SYS_read, reader->descriptor, (long)reader->piece, sizeof reader->piece);

        if (got <= 0) return -1;
        reader->at = 0;
        reader->end = (size_t)got;
    }
    return (unsigned char)reader->piece[reader->at++];
}

/* Without its end; what is too long is cut. */
static bool next_line(struct reader *reader, char *line)
{
    size_t length = 0;
    int letter = next_letter(reader);

    if (letter < 0) return false;
    while (letter >= 0 && letter != '\n') {
        if (length < LINE - 1) line[length++] = (char)letter;
        letter = next_letter(reader);
    }
    line[length] = '\0';
    return true;
}

static uintptr_t hexadecimal(const char **text)
{
    uintptr_t value = 0;

    for (;; (*text)++) {
        char letter = **text;

        if (letter >= '0' && letter <= '9') value = value * 16 + (uintptr_t)(letter - '0');
        else if (letter >= 'a' && letter <= 'f') value = value * 16 + (uintptr_t)(letter - 'a' + 10);
        else return value;
    }
}

/* "BEGIN-END rights offset device inode  NAME", for this address. */
static bool covers(const char *line, uintptr_t address)
{
    uintptr_t begin = hexadecimal(&line);

    if (*line++ != '-') return false;
    return address >= begin && address < hexadecimal(&line);
}

char *mapped_file(int descriptor, const void *address, struct text_room *room)
{
    static char line[LINE];
    static struct reader reader;

    reader.descriptor = descriptor;
    reader.at = reader.end = 0;
    while (next_line(&reader, line)) {
        const char *name = line;

        if (!covers(line, (uintptr_t)address)) continue;
        while (*name && *name != '/') name++;
        return *name ? text_join(room, name, "", "") : NULL;
    }
    return NULL;
}
