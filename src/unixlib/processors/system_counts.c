/* SPDX-License-Identifier: MIT */
#include "unixlib/processors/system_counts.h"
#include "protocol/digits.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* A line that begins with a word, spaces and a number. */
struct line {
    const char *word;
    uint64_t number;
    bool found;
};

enum { LINE_LENGTH = 64 };

struct scan {
    struct line *lines;
    uint32_t count, found, length;
    char text[LINE_LENGTH]; /* the begin of the current line; no line that is sought is longer */
};

static void take_line(struct scan *scan)
{
    const char *const end = scan->text + scan->length, *at;
    struct line *line;
    size_t length;

    for (line = scan->lines; line < scan->lines + scan->count; line++) {
        length = strlen(line->word);
        if (line->found || scan->length <= length || memcmp(scan->text, line->word, length) != 0) continue;
        at = scan->text + length;
        while (take_character(&at, end, ' '))
            ;
        line->found = take_number(&at, end, &line->number);
        scan->found += line->found;
    }
}

static void take_text(struct scan *scan, const char *text, size_t length)
{
    const char *at;

    for (at = text; at < text + length; at++) {
        if (*at == '\n') {
            take_line(scan);
            scan->length = 0;
        } else if (scan->length < LINE_LENGTH) scan->text[scan->length++] = *at;
    }
}

static bool read_lines(int proc, const char *name, struct line *lines, uint32_t count)
{
    struct scan scan = { .lines = lines, .count = count };
    const int file = openat(proc, name, O_RDONLY | O_CLOEXEC);
    char text[8192];
    ssize_t got = 1;

    if (file < 0) return false;
    while (scan.found < count && (got = read(file, text, sizeof text)) > 0) take_text(&scan, text, (size_t)got);
    close(file);
    return scan.found == count;
}

bool system_counts_read(int proc, struct system_counts *counts)
{
    struct line stat[] = { { .word = "ctxt " }, { .word = "procs_running " } };
    struct line memory[] = { { .word = "SwapTotal:" }, { .word = "SwapFree:" } };

    if (!read_lines(proc, "stat", stat, 2) || !read_lines(proc, "meminfo", memory, 2)) return false;
    if (memory[1].number > memory[0].number || memory[0].number > UINT64_MAX / 1024) return false;
    *counts = (struct system_counts){ .context_switches = stat[0].number,
                                      .runnable = stat[1].number,
                                      .swap_total = memory[0].number * 1024,
                                      .swap_free = memory[1].number * 1024 };
    return true;
}
