/* SPDX-License-Identifier: MIT */
#include "unixlib/processors/proc_interrupts.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

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
