/* SPDX-License-Identifier: MIT */
/* The files of cpuidle, any of which may be missing or hold anything. */
#include "fake_files.h"
#include "unixlib/processors/proc_files.h"

enum { CPU = 3, STATES = 4, KINDS = 5, LINE = 64 };
static const char *const kinds[KINDS] = { "name", "latency", "residency", "time", "usage" };

static const struct fake_file *file_of(uint32_t state, unsigned kind)
{
    char path[64];

    snprintf(path, sizeof path, "cpu%d/cpuidle/state%u/%s", CPU, state, kinds[kind]);
    return fake_files_find(path);
}

/* The length of its line, without the end; -1: it has none, or a longer one than is read. */
static long line_of(const struct fake_file *file)
{
    size_t there = file && file->size < LINE ? file->size : LINE;

    if (!file) return -1;
    if (fake_files.piece && there > fake_files.piece) there = fake_files.piece;
    return there && file->bytes[there - 1] == '\n' ? (long)there - 1 : -1;
}

/* Copies the text that the file's line must be read as. Returns false if it can be no text. */
static bool expect_text(const struct fake_file *file, char *text, size_t room)
{
    const long length = line_of(file);

    if (length < 0 || (size_t)length >= room || memchr(file->bytes, 0, (size_t)length)) return false;
    memcpy(text, file->bytes, (size_t)length);
    text[length] = 0;
    return true;
}

/* Copies the number that the file's line must be read as. Returns false if it can be no number. */
static bool expect_number(const struct fake_file *file, uint64_t *number)
{
    const long length = line_of(file);
    __uint128_t value = 0;
    long i;

    if (length < 1) return false;
    for (i = 0; i < length; i++) {
        if (file->bytes[i] < '0' || file->bytes[i] > '9') return false;
        value = value * 10 + (unsigned)(file->bytes[i] - '0');
        if (value > UINT64_MAX) return false;
    }
    *number = (uint64_t)value;
    return true;
}

static void check_state(uint32_t index)
{
    struct unixlib_idle_state state, expected, untouched;
    uint64_t *const numbers[KINDS] = { NULL, &expected.latency, &expected.residency, &expected.time, &expected.usage };
    bool can_be = expect_text(file_of(index, 0), expected.name, sizeof expected.name);
    unsigned kind;

    for (kind = 1; kind < KINDS; kind++) can_be = can_be && expect_number(file_of(index, kind), numbers[kind]);
    memset(&untouched, 0xcc, sizeof untouched);
    state = untouched;
    CHECK(cpuidle_state(FAKE_DIRECTORY, CPU, index, &state) == can_be);
    if (!can_be) {
        CHECK(!memcmp(&state, &untouched, sizeof state));
        return;
    }
    CHECK(!strcmp(state.name, expected.name));
    CHECK(state.latency == expected.latency && state.residency == expected.residency);
    CHECK(state.time == expected.time && state.usage == expected.usage);
}

/* Each file begins with a byte: one that is as it should be, none, or the bytes up to the next one's. */
static void make_files(struct input *input)
{
    static const char *const good[KINDS] = { "C1E\n", "2\n", "20\n", "123456789\n", "77\n" };
    uint32_t state;
    unsigned kind;
    uint8_t size;
    char path[64];

    for (state = 0; state < STATES; state++)
        for (kind = 0; kind < KINDS; kind++) {
            size = take_byte(input);
            snprintf(path, sizeof path, "cpu%d/cpuidle/state%u/%s", CPU, state, kinds[kind]);
            if (size > 2 * LINE) continue;
            if (size) fake_files_take(path, input, size - 1u);
            else fake_files_add(path, (const uint8_t *)good[kind], strlen(good[kind]));
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = { data, size };
    uint32_t index, count = 0;
    uint8_t piece = take_byte(&input);

    fake_files_begin();
    fake_files.piece = piece < LINE ? piece : 0;
    make_files(&input);
    while (line_of(file_of(count, 0)) >= 0) count++;
    if (file_of(count, 0)) count = 0;
    CHECK(cpuidle_count(FAKE_DIRECTORY, CPU) == count);
    CHECK(!cpuidle_count(FAKE_DIRECTORY, CPU + 1));
    for (index = 0; index <= STATES; index++) check_state(index);
    return 0;
}
