/* SPDX-License-Identifier: MIT */
/* /proc/interrupts, in pieces of any size, against its lines taken one by one. */
#include "fake_files.h"
#include "unixlib/processors/proc_files.h"

enum { CPUS = 16, MOST = 1 << 16 };

static uint8_t text[MOST];
static uint64_t expected[CPUS], got[CPUS];
static uint32_t columns[MOST_CPUS];  /* the processor of each; the map's count: none */
static size_t column_count;
static struct cpu_map map;

/* A number at *AT, modulo 2^64. */
static uint64_t number(const uint8_t **at, const uint8_t *end)
{
    uint64_t value = 0;

    for (; *at < end && **at >= '0' && **at <= '9'; ++*at) value = value * 10 + (uint64_t)(**at - '0');
    return value;
}

static bool is_digit(uint8_t byte)
{
    return byte >= '0' && byte <= '9';
}

static void read_header(const uint8_t *at, const uint8_t *end)
{
    uint64_t cpu;
    uint32_t i;

    for (column_count = 0; at < end; at++) {
        if (!is_digit(*at)) continue;
        cpu = number(&at, end);
        for (i = 0; i < map.count && map.cpus[i] != cpu; i++);
        CHECK(column_count < MOST_CPUS);
        columns[column_count++] = i;
        if (at == end) break;
    }
}

/* Errors are no processor's, whatever spaces stand around their names. */
static bool is_of_processors(const uint8_t *at, const uint8_t *end)
{
    char label[4] = "";
    size_t length = 0;

    for (; at < end; at++)
        if (*at != ' ' && length++ < 3) label[length - 1] = (char)*at;
    return length != 3 || (strcmp(label, "ERR") && strcmp(label, "MIS"));
}

static void read_line(const uint8_t *at, const uint8_t *end)
{
    const uint8_t *colon = memchr(at, ':', (size_t)(end - at));
    size_t column = 0;
    uint64_t value;

    if (!colon || !is_of_processors(at, colon)) return;
    for (at = colon + 1; at < end && column < column_count && (*at == ' ' || is_digit(*at));) {
        if (*at == ' ') {
            at++;
            continue;
        }
        value = number(&at, end);
        if (columns[column] < map.count) expected[columns[column]] += value;
        column++;
    }
}

static bool read_text(size_t size)
{
    const uint8_t *at = text, *end = text + size, *line;

    memset(expected, 0, sizeof expected);
    if (!size || end[-1] != '\n') return false;
    for (; at < end; at = line + 1) {
        line = memchr(at, '\n', (size_t)(end - at));
        if (at == text) read_header(at, line);
        else read_line(at, line);
    }
    return column_count;
}

/* As it comes, but for bytes of 0, of which the kernel writes none. */
static size_t copy_text(const struct input *input)
{
    size_t i;

    CHECK(input->left <= MOST);
    for (i = 0; i < input->left; i++) text[i] = input->at[i] ? input->at[i] : ' ';
    return input->left;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = { data, size };
    uint16_t online;
    bool good;
    unsigned cpu;
    size_t length;

    take(&input, &online, sizeof online);
    fake_files_begin();
    fake_files.piece = take_byte(&input);
    length = copy_text(&input);
    for (map.count = 0, cpu = 0; cpu < CPUS; cpu++)
        if (online >> cpu & 1) cpu_map_add(&map, cpu * cpu);
    fake_files_add("interrupts", text, length);
    good = read_text(length);
    memset(got, 0xcc, sizeof got);
    CHECK(proc_table_read(FAKE_DIRECTORY, "interrupts", &map, got) == good);
    for (cpu = 0; cpu < CPUS; cpu++) CHECK(got[cpu] == (good && cpu < map.count ? expected[cpu] : 0xcccccccccccccccc));
    fake_files.fails = true;
    if (length > 1 && fake_files.piece) CHECK(!proc_table_read(FAKE_DIRECTORY, "interrupts", &map, got));
    return 0;
}
