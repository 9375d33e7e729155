/* SPDX-License-Identifier: MIT */
/* /proc/stat, read in one piece or in many, against its lines taken one by one. */
#include "fake_files.h"
#include "unixlib/processors/proc_files.h"

#include <errno.h>

enum { MOST = 1 << 16, LINES = 8192, MANY = 500 };
static const int64_t NANOSECONDS = 10000000;

static uint8_t text[MOST];
static struct proc_stat_cpu expected[LINES];

/* A number in *AT's text, which ends with a 0 at END. */
static bool number(const char **at, uint64_t *value)
{
    char *behind;

    if (**at < '0' || **at > '9') return false;
    errno = 0;
    *value = strtoull(*at, &behind, 10);
    *at = behind;
    return !errno;
}

/* "cpu", its number, and eight fields; more may follow. */
static bool read_line(const char *line, const char *end, struct proc_stat_cpu *cpu)
{
    uint64_t ticks[8];
    int64_t times[8];
    int i;

    if (strncmp(line, "cpu", 3)) return false;
    line += 3;
    if (!number(&line, &cpu->cpu)) return false;
    for (i = 0; i < 8; i++) {
        line += strspn(line, " ");
        if (!number(&line, &ticks[i]) || ticks[i] > (uint64_t)(INT64_MAX / NANOSECONDS / 8)) return false;
        times[i] = (int64_t)ticks[i] * NANOSECONDS;
    }
    cpu->idle = times[3] + times[4];
    cpu->part[PROC_STAT_USER] = times[0] + times[1];
    cpu->part[PROC_STAT_SYSTEM] = times[2];
    cpu->part[PROC_STAT_IRQ] = times[5];
    cpu->part[PROC_STAT_SOFTIRQ] = times[6];
    return line == end || *line == ' ';
}

/* Up to the first line that is of no CPU, or with PASS through all lines. */
static size_t read_lines(size_t size, bool pass)
{
    static char line[MOST + 1];
    size_t at = 0, count = 0, length;
    const uint8_t *end;

    for (; at < size && (end = memchr(text + at, '\n', size - at)); at += length + 1) {
        length = (size_t)(end - text) - at;
        memcpy(line, text + at, length);
        line[length] = 0;
        if (!pass && (length < 3 || memcmp(line, "cpu", 3))) break;
        CHECK(count < LINES);
        if (read_line(line, line + length, &expected[count])) count++;
    }
    return count;
}

/* All of a machine with many CPUs, so that the end of the buffer comes into play. */
static size_t many_cpus(unsigned count)
{
    static char lines[MOST];
    static size_t ends[MANY];
    size_t size = 0;
    unsigned cpu;

    for (cpu = 0; cpu < MANY && !ends[MANY - 1]; cpu++) {
        size += (size_t)sprintf(lines + size, "cpu%u 1 2 %u 4 5 6 7 8 0 0 and a description for its length\n", cpu, cpu);
        ends[cpu] = size;
    }
    CHECK(count && count <= MANY);
    memcpy(text, lines, ends[count - 1]);
    return ends[count - 1];
}

/* Whether no line can be lost: each is of a CPU, and fits into one reading. */
static bool all_must_be_found(size_t size, size_t reading)
{
    size_t at = 0;
    const uint8_t *end;

    for (; at < size; at = (size_t)(end - text) + 1) {
        end = memchr(text + at, '\n', size - at);
        if (!end || (size_t)(end - text) - at >= reading || (size_t)(end - text) - at < 3 || memcmp(text + at, "cpu", 3))
            return false;
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = { data, size };
    const uint8_t piece = take_byte(&input), many = take_byte(&input);
    size_t length = many > 0xf0 ? many_cpus(MANY - 3 * (many - 0xf0u)) : 0, count, found = 0;
    struct proc_stat stat;
    struct proc_stat_cpu cpu;
    bool is_whole;

    fake_files_begin();
    CHECK(length + input.left <= MOST);
    if (input.left) memcpy(text + length, input.at, input.left);
    length += input.left;
    fake_files.piece = piece;
    is_whole = !piece && length < sizeof stat.text;
    count = read_lines(length, !is_whole);
    proc_stat_begin(&stat, fake_files_descriptor(fake_files_add("stat", text, length)));
    while (proc_stat_next(&stat, &cpu)) {
        while (found < count && memcmp(&cpu, &expected[found], sizeof cpu)) {
            CHECK(!is_whole);
            found++;
        }
        CHECK(found++ < count);
    }
    if (is_whole || all_must_be_found(length, piece ? piece : sizeof stat.text)) CHECK(found == count);
    return 0;
}
