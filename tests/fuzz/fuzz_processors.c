/* SPDX-License-Identifier: MIT */
/*
 * The processors' times from any texts of /proc/stat, one after the other: no time goes back, the sum grows as time passes,
 * the parts are within the whole, and a refused question leaves its outputs alone.
 *
 * Texts are parted by a byte of 0; a byte before each is the time that has passed, in steps of 4 ms.
 */
#include "fake_files.h"
#include "unixlib/processors/processors.h"

enum { MOST = 1 << 16, CPUS = 8 };
static const int64_t BEGIN = 1000000000;

static int64_t now, first_now;
static struct processors processors;
static struct unixlib_processor_times first[CPUS], last[CPUS], reported[CPUS + 1];
static struct unixlib_processor_times counts[CPUS + 1];
static uint64_t last_counts[CPUS];
static bool is_asked;

static bool report_now(uint64_t *time)
{
    *time = (uint64_t)now;
    return true;
}

static void check_times(uint32_t i)
{
    const struct unixlib_processor_times *was = &last[i], *is = &reported[i];

    CHECK(is->idle >= was->idle && is->user >= was->user && is->irq >= was->irq && is->softirq >= was->softirq);
    CHECK(is->kernel >= was->kernel && is->kernel >= is->idle + is->irq + is->softirq);
    if (is_asked) CHECK(is->kernel + is->user - first[i].kernel - first[i].user == (uint64_t)(now - first_now));
}

static void ask_times(void)
{
    const uint32_t count = processors.map.count;
    struct unixlib_processor_times untouched;
    uint32_t i;

    memset(reported, 0xcc, sizeof reported);
    memset(&untouched, 0xcc, sizeof untouched);
    CHECK(!processors_times(&processors, 0, count + 1, false, reported) && !memcmp(reported, &untouched, sizeof untouched));
    if (!processors_times(&processors, 0, count, false, reported)) {
        CHECK(!memcmp(reported, &untouched, sizeof untouched));
        return;
    }
    CHECK(!memcmp(&reported[count], &untouched, sizeof untouched));
    for (i = 0; i < count; i++) check_times(i);
    memcpy(last, reported, sizeof last);
    if (!is_asked) {
        memcpy(first, reported, sizeof first);
        first_now = now;
    }
    is_asked = true;
}

static void ask_interrupts(void)
{
    const uint32_t count = processors.map.count;
    uint32_t i;

    memset(counts, 0xcc, (count + 1) * sizeof *counts);
    if (processors_times(&processors, 0, count, true, counts))
        for (i = 0; i < count; i++) {
            CHECK(counts[i].interrupts >= last_counts[i]);
            last_counts[i] = counts[i].interrupts;
        }
    else if (count) CHECK(counts[0].interrupts == 0xcccccccccccccccc);
    CHECK(counts[count].interrupts == 0xcccccccccccccccc);
}

/* Takes the next text from the input, and ends its last line. Returns false if there is none. */
static bool next_text(struct input *input, struct fake_file *stat, struct fake_file *interrupts)
{
    static uint8_t text[MOST + 1];
    const uint8_t *end;
    size_t size;

    if (!input->left) return false;
    now += take_byte(input) * 4000000ll;
    end = input->left ? memchr(input->at, 0, input->left) : NULL;
    size = end ? (size_t)(end - input->at) : input->left;
    CHECK(size <= MOST);
    if (size) memcpy(text, input->at, size);
    text[size] = '\n';
    stat->bytes = interrupts->bytes = text;
    stat->size = interrupts->size = size + 1;
    input->at += size;
    input->left -= size;
    if (input->left) take_byte(input);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = { data, size };
    struct fake_file *stat, *interrupts;
    uint32_t i;

    fake_files_begin();
    stat = fake_files_add("stat", NULL, 0);
    interrupts = fake_files_add("interrupts", NULL, 0);
    processors.monotonic = report_now;
    processors.proc = FAKE_DIRECTORY;
    processors.stat = fake_files_descriptor(stat);
    processors.map.count = 0;
    for (i = take_byte(&input) % CPUS; i < CPUS; i++) cpu_map_add(&processors.map, i);
    readings_close(&processors.readings);
    memset(processors.interrupts, 0, sizeof processors.interrupts);
    CHECK(processors_begin(&processors));
    memset(last, 0, sizeof last);
    memset(last_counts, 0, sizeof last_counts);
    now = BEGIN;
    is_asked = false;
    while (next_text(&input, stat, interrupts)) {
        ask_times();
        ask_interrupts();
    }
    return 0;
}
