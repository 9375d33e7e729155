/* SPDX-License-Identifier: MIT */
#include "unixlib/processors/proc_files.h"
#include "protocol/arithmetic.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
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
static bool fill_stat_buffer(struct proc_stat *stat)
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

/* The first line is of all CPUs together, and has no number. */
static bool parse_cpu_line(const char *at, const char *end, struct proc_stat_cpu *cpu)
{
    int64_t fields[FIELDS];
    uint64_t number;
    int i;

    if (end - at < 4 || memcmp(at, "cpu", 3) != 0) return false;
    at += 3;
    if (!take_number(&at, end, &cpu->cpu)) return false;
    for (i = 0; i < FIELDS; i++) {
        while (take_character(&at, end, ' ')) continue;
        if (!take_number(&at, end, &number) || number > (uint64_t)MOST) return false;
        fields[i] = (int64_t)number * NANOSECONDS;
    }
    if (at != end && *at != ' ') return false;
    cpu->idle = fields[IDLE] + fields[IOWAIT];
    cpu->part[PROC_STAT_USER] = fields[USER] + fields[NICE];
    cpu->part[PROC_STAT_SYSTEM] = fields[SYSTEM];
    cpu->part[PROC_STAT_SOFTIRQ] = fields[SOFTIRQ];
    cpu->part[PROC_STAT_IRQ] = fields[IRQ];
    return true;
}

/* A line without its end is cut off, or longer than any CPU's, if it begins the buffer. */
bool proc_stat_next(struct proc_stat *stat, struct proc_stat_cpu *cpu)
{
    const char *line, *end;
    bool is_found = false;
    uint32_t left;

    while (!is_found) {
        if (stat->at == stat->filled && !fill_stat_buffer(stat)) return false;
        line = stat->text + stat->at;
        left = stat->filled - stat->at;
        if (memcmp(line, "cpu", left < 3 ? left : 3) != 0 && !stat->continued) return false;
        end = memchr(line, '\n', left);
        if (!end) {
            if (stat->at == 0 || !fill_stat_buffer(stat)) return false;
            line = stat->text;
            end = memchr(line, '\n', stat->filled);
            if (!end) return false;
        }
        is_found = parse_cpu_line(line, end, cpu);
        stat->at = (uint32_t)(end + 1 - stat->text);
        stat->continued = false;
    }
    return true;
}

/* The first line names the columns: CPU0 CPU1 … Each further line has a label, a colon, a number for each column, and a
   description. Lines may be of any length, so the text is taken character by character. */
enum table_part { HEADER, LABEL, NUMBERS, REST };

struct table {
    const struct cpu_map *map;
    enum table_part part;
    uint32_t columns, column;
    uint64_t number;
    bool in_number, good;
    char label[4];                  /* the label's last characters, without spaces */
    uint16_t processors[MOST_CPUS]; /* the processor of each column; map->count: of none */
    uint64_t counts[MOST_CPUS];
};

static void end_number(struct table *table)
{
    uint32_t processor;

    if (!table->in_number) return;
    table->in_number = false;
    if (table->part == HEADER) {
        table->good = table->good && table->columns < MOST_CPUS;
        if (table->good) table->processors[table->columns++] = (uint16_t)cpu_map_find(table->map, table->number);
        return;
    }
    processor = table->processors[table->column++];
    if (processor < table->map->count) table->counts[processor] += table->number;
    if (table->column == table->columns) table->part = REST;
}

/* ERR and MIS count errors, which belong to no processor. */
static void take_table_character(struct table *table, char character)
{
    bool is_of_errors;

    if (character >= '0' && character <= '9' && (table->part == HEADER || table->part == NUMBERS)) {
        table->number = (table->in_number ? table->number * 10 : 0) + (uint64_t)(character - '0');
        table->in_number = true;
        return;
    }
    end_number(table);
    if (character == '\n') {
        table->part = table->columns ? LABEL : REST;
        table->column = 0;
        memset(table->label, 0, sizeof table->label);
    } else if (table->part == LABEL && character == ':') {
        is_of_errors = !memcmp(table->label, "\0ERR", 4) || !memcmp(table->label, "\0MIS", 4);
        table->part = is_of_errors ? REST : NUMBERS;
    } else if (table->part == LABEL && character != ' ') {
        memmove(table->label, table->label + 1, sizeof table->label - 1);
        table->label[sizeof table->label - 1] = character;
    } else if (table->part == NUMBERS && character != ' ') {
        table->part = REST;
    }
}

bool proc_table_read(int proc, const char *name, const struct cpu_map *map, uint64_t *counts)
{
    struct table table = { .map = map, .part = HEADER, .good = true };
    const int file = openat(proc, name, O_RDONLY | O_CLOEXEC);
    char text[16384], last = 0;
    ssize_t got, i;

    if (file < 0) return false;
    while ((got = read(file, text, sizeof text)) > 0) {
        for (i = 0; i < got; i++) take_table_character(&table, text[i]);
        last = text[got - 1];
    }
    close(file);
    if (got < 0 || last != '\n' || !table.good || !table.columns) return false;
    memcpy(counts, table.counts, map->count * sizeof *counts);
    return true;
}

/* A line that begins with a word, spaces and a number. */
struct sought_line {
    const char *word;
    uint64_t number;
    bool found;
};

/* Reads the number of the sought line that TEXT, up to END, is. Returns false if it is none of the COUNT LINES. */
static bool read_sought_line(struct sought_line *lines, uint32_t count, const char *text, const char *end)
{
    struct sought_line *line;
    size_t length;

    for (line = lines; line < lines + count; line++) {
        length = strlen(line->word);
        if (line->found || (size_t)(end - text) <= length || memcmp(text, line->word, length) != 0) continue;
        text += length;
        while (take_character(&text, end, ' ')) continue;
        line->found = take_number(&text, end, &line->number);
        return line->found;
    }
    return false;
}

static bool find_lines(int proc, const char *name, struct sought_line *lines, uint32_t count)
{
    const int file = openat(proc, name, O_RDONLY | O_CLOEXEC);
    char text[8192], line[64]; /* no line that is sought is longer */
    uint32_t found = 0, length = 0;
    ssize_t got = 1, i;

    if (file < 0) return false;
    while (found < count && (got = read(file, text, sizeof text)) > 0) {
        for (i = 0; i < got; i++) {
            if (text[i] != '\n') {
                if (length < sizeof line) line[length++] = text[i];
                continue;
            }
            found += read_sought_line(lines, count, line, line + length);
            length = 0;
        }
    }
    close(file);
    return found == count;
}

bool system_counts_read(int proc, struct unixlib_system *counts)
{
    struct sought_line stat[] = { { .word = "ctxt " }, { .word = "procs_running " } };
    struct sought_line memory[] = { { .word = "SwapTotal:" }, { .word = "SwapFree:" } };

    if (!find_lines(proc, "stat", stat, 2) || !find_lines(proc, "meminfo", memory, 2)) return false;
    if (memory[1].number > memory[0].number || memory[0].number > UINT64_MAX / 1024) return false;
    counts->context_switches = stat[0].number;
    counts->runnable = (uint32_t)stat[1].number;
    counts->swap_total = memory[0].number * 1024;
    counts->swap_free = memory[1].number * 1024;
    return true;
}

enum { PATH = 80, CPU_FILE_LINE = 64 };

/* Reads the line without its end, and returns its length; -1 and errno: there is no file (ENOENT), or it cannot be read. */
static ssize_t cpu_file_line(int cpus, const char *path, char line[CPU_FILE_LINE])
{
    const int file = openat(cpus, path, O_RDONLY | O_CLOEXEC);
    ssize_t got;

    if (file < 0) return -1;
    got = read(file, line, CPU_FILE_LINE);
    close(file);
    if (got > 0 && line[got - 1] == '\n') return got - 1;
    errno = EIO;
    return -1;
}

/* Returns false if the number of a CPU's file NAME cannot be read: there is no file, or the line is no number. */
static bool read_cpu_number(int cpus, uint32_t cpu, const char *name, uint64_t *number)
{
    char path[PATH], line[CPU_FILE_LINE];
    const char *at = line;
    ssize_t length;

    snprintf(path, sizeof path, "cpu%u/%s", cpu, name);
    length = cpu_file_line(cpus, path, line);
    return length >= 0 && take_number(&at, line + length, number) && at == line + length;
}

/* Reads a file of one number, and multiplies it by UNIT; 0: the file is not there, or holds no such number. */
static uint32_t read_frequency(int cpus, uint32_t cpu, const char *name, uint32_t unit)
{
    uint64_t number;

    return read_cpu_number(cpus, cpu, name, &number) && number <= UINT32_MAX / unit ? (uint32_t)number * unit : 0;
}

/* Intel's driver reports the nominal frequency in kHz, ACPI's CPPC in MHz. */
bool cpufreq_read(int cpus, uint32_t cpu, struct unixlib_frequency *freq)
{
    const uint32_t current = read_frequency(cpus, cpu, "cpufreq/scaling_cur_freq", 1);
    uint32_t nominal;

    if (!current) return false;
    nominal = read_frequency(cpus, cpu, "cpufreq/base_frequency", 1);
    if (!nominal) nominal = read_frequency(cpus, cpu, "acpi_cppc/nominal_freq", 1000);
    *freq = (struct unixlib_frequency){ current, nominal };
    return true;
}

uint32_t cpuidle_count(int cpus, uint32_t cpu)
{
    char path[PATH], line[CPU_FILE_LINE];
    uint32_t count;

    for (count = 0; count < CPUIDLE_MOST_STATES; count++) {
        snprintf(path, sizeof path, "cpu%u/cpuidle/state%u/name", cpu, count);
        if (cpu_file_line(cpus, path, line) < 0) return errno == ENOENT ? count : 0;
    }
    return count;
}

bool cpuidle_state(int cpus, uint32_t cpu, uint32_t index, struct unixlib_idle_state *state)
{
    struct unixlib_idle_state read = *state;
    const struct {
        const char *name;
        uint64_t *number;
    } numbers[] = {
        { "latency", &read.latency }, { "residency", &read.residency }, { "time", &read.time }, { "usage", &read.usage }
    };
    char path[PATH], line[CPU_FILE_LINE];
    ssize_t length;
    size_t i;

    snprintf(path, sizeof path, "cpu%u/cpuidle/state%u/name", cpu, index);
    length = cpu_file_line(cpus, path, line);
    if (length < 0 || (size_t)length >= sizeof read.name || memchr(line, 0, (size_t)length)) return false;
    memset(read.name, 0, sizeof read.name);
    memcpy(read.name, line, (size_t)length);
    for (i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        snprintf(path, sizeof path, "cpuidle/state%u/%s", index, numbers[i].name);
        if (!read_cpu_number(cpus, cpu, path, numbers[i].number)) return false;
    }
    *state = read;
    return true;
}
