/* SPDX-License-Identifier: MIT */
#include "unixlib/processors/proc_stat.h"
#include "protocol/digits.h"

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
        while (take_character(&at, end, ' '))
            ;
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
