/* SPDX-License-Identifier: MIT */
/* Reads /proc/stat, /proc/interrupts, /proc/softirqs and the system's counts of events. */
#include "unixlib/processors/proc_files.h"
#include "protocol/arithmetic.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* proc(5): in units of USER_HZ, which is 100 on every x86. */
enum { USER, NICE, SYSTEM, IDLE, IOWAIT, IRQ, SOFTIRQ, STEAL, FIELDS };
static const int64_t NANOSECONDS = 10000000, MOST = INT64_MAX / 10000000 / FIELDS;

void proc_stat_begin(struct proc_stat *stat, int file)
{
    stat->file = file;
    stat->offset = 0;
    stat->at = stat->filled = 0;
    stat->continued = stat->failed = false;
}

/* Fills the buffer from the start of the current line. */
static bool fill_buffer(struct proc_stat *stat)
{
    ssize_t got;

    stat->offset += stat->at;
    stat->continued = stat->offset > 0;
    stat->at = stat->filled = 0;
    got = pread(stat->file, stat->text, sizeof stat->text, stat->offset);
    stat->failed = got < 0 || (got == 0 && stat->offset == 0);
    if (got <= 0) return false;
    stat->filled = (uint32_t)got;
    return true;
}

/* Returns the end of the current line. NULL: the line is not whole. */
static const char *line_end(struct proc_stat *stat)
{
    const char *end = memchr(stat->text + stat->at, '\n', stat->filled - stat->at);

    if (end) return end;
    if (stat->at == 0) return NULL; /* cut off, or longer than any CPU's */
    if (!fill_buffer(stat)) return NULL;
    return memchr(stat->text, '\n', stat->filled);
}

static bool is_of_cpus(const struct proc_stat *stat)
{
    const uint32_t left = stat->filled - stat->at;

    return !memcmp(stat->text + stat->at, "cpu", left < 3 ? left : 3);
}

static bool take_fields(const char *at, const char *end, int64_t *fields)
{
    uint64_t number;
    int i;

    for (i = 0; i < FIELDS; i++) {
        while (take_character(&at, end, ' ')) continue;
        if (!take_number(&at, end, &number) || number > (uint64_t)MOST) return false;
        fields[i] = (int64_t)number * NANOSECONDS;
    }
    return at == end || *at == ' ';
}

/* The first line is of all CPUs together, and has no number. */
static bool parse_cpu_line(const char *at, const char *end, struct proc_stat_cpu *cpu)
{
    int64_t fields[FIELDS];

    if (end - at < 4 || memcmp(at, "cpu", 3) != 0) return false;
    at += 3;
    if (!take_number(&at, end, &cpu->cpu) || !take_fields(at, end, fields)) return false;
    cpu->idle = fields[IDLE] + fields[IOWAIT];
    cpu->part[PROC_STAT_USER] = fields[USER] + fields[NICE];
    cpu->part[PROC_STAT_SYSTEM] = fields[SYSTEM];
    cpu->part[PROC_STAT_SOFTIRQ] = fields[SOFTIRQ];
    cpu->part[PROC_STAT_IRQ] = fields[IRQ];
    return true;
}

bool proc_stat_next(struct proc_stat *stat, struct proc_stat_cpu *cpu)
{
    const char *line, *end;
    bool found = false;

    while (!found) {
        if (stat->at == stat->filled && !fill_buffer(stat)) return false;
        if (!is_of_cpus(stat) && !stat->continued) return false;
        end = line_end(stat);
        if (!end) return false;
        line = stat->text + stat->at;
        found = parse_cpu_line(line, end, cpu);
        stat->at = (uint32_t)(end + 1 - stat->text);
        stat->continued = false;
    }
    return true;
}

/*
 * The first line names the columns: CPU0 CPU1 … Each further line has a label, a colon, a number for each column, and a
 * description. Lines may be of any length, so the text is taken character by character.
 */
enum place { HEADER, LABEL, NUMBERS, REST };

struct table {
    const struct cpu_map *map;
    enum place place;
    uint32_t columns, column;
    uint64_t number;
    bool in_number, good;
    char label[4];                  /* the label's last characters, without spaces */
    uint16_t processors[MOST_CPUS]; /* the processor of each column; map->count: of none */
    uint64_t counts[MOST_CPUS];
};

/* ERR and MIS count errors, which belong to no processor. */
static bool is_of_processors(const struct table *table)
{
    return memcmp(table->label, "\0ERR", 4) != 0 && memcmp(table->label, "\0MIS", 4) != 0;
}

static void take_digit(struct table *table, char digit)
{
    table->number = (table->in_number ? table->number * 10 : 0) + (uint64_t)(digit - '0');
    table->in_number = true;
}

static void end_number(struct table *table)
{
    uint32_t processor;

    if (!table->in_number) return;
    table->in_number = false;
    if (table->place == HEADER) {
        table->good = table->good && table->columns < MOST_CPUS;
        if (table->good) table->processors[table->columns++] = (uint16_t)cpu_map_find(table->map, table->number);
        return;
    }
    processor = table->processors[table->column++];
    if (processor < table->map->count) table->counts[processor] += table->number;
    if (table->column == table->columns) table->place = REST;
}

static void begin_line(struct table *table)
{
    table->place = table->columns ? LABEL : REST;
    table->column = 0;
    memset(table->label, 0, sizeof table->label);
}

static void take_label(struct table *table, char character)
{
    if (character == ':') {
        table->place = is_of_processors(table) ? NUMBERS : REST;
        return;
    }
    if (character == ' ') return;
    memmove(table->label, table->label + 1, sizeof table->label - 1);
    table->label[sizeof table->label - 1] = character;
}

static void take_any_character(struct table *table, char character)
{
    const bool digit = character >= '0' && character <= '9';

    if (digit && (table->place == HEADER || table->place == NUMBERS)) {
        take_digit(table, character);
        return;
    }
    end_number(table);
    if (character == '\n') begin_line(table);
    else if (table->place == LABEL) take_label(table, character);
    else if (table->place == NUMBERS && character != ' ') table->place = REST;
}

static bool take_file(struct table *table, int file)
{
    char text[16384], last = 0;
    ssize_t got, i;

    while ((got = read(file, text, sizeof text)) > 0) {
        for (i = 0; i < got; i++) take_any_character(table, text[i]);
        last = text[got - 1];
    }
    return got == 0 && last == '\n' && table->good && table->columns;
}

static bool read_table(int proc, const char *name, const struct cpu_map *map, uint64_t *counts)
{
    struct table table = { .map = map, .place = HEADER, .good = true };
    int file = openat(proc, name, O_RDONLY | O_CLOEXEC);
    bool whole;

    if (file < 0) return false;
    whole = take_file(&table, file);
    close(file);
    if (whole) memcpy(counts, table.counts, map->count * sizeof *counts);
    return whole;
}

bool proc_interrupts_read(int proc, const struct cpu_map *map, uint64_t *counts)
{
    return read_table(proc, "interrupts", map, counts);
}

bool proc_softirqs_read(int proc, const struct cpu_map *map, uint64_t *counts)
{
    return read_table(proc, "softirqs", map, counts);
}

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
        while (take_character(&at, end, ' ')) continue;
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
