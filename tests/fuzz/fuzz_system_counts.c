/* SPDX-License-Identifier: MIT */
/* /proc/stat and /proc/meminfo, either of which may be missing or hold anything; and cpufreq's files. */
#include "fake_files.h"
#include "fuzz.h"
#include "unixlib/processors/proc_files.h"

static void check_counts(void)
{
    struct system_counts counts, untouched;

    memset(&untouched, 0xcc, sizeof untouched);
    counts = untouched;
    if (!system_counts_read(FAKE_DIRECTORY, &counts)) {
        CHECK(!memcmp(&counts, &untouched, sizeof counts));
        return;
    }
    CHECK(fake_files_find("stat") && fake_files_find("meminfo"));
    CHECK(counts.swap_free <= counts.swap_total && counts.swap_total % 1024 == 0);
}

static void check_frequency(void)
{
    struct cpufreq freq, untouched;

    memset(&untouched, 0xcc, sizeof untouched);
    freq = untouched;
    if (cpufreq_read(FAKE_DIRECTORY, 3, &freq)) CHECK(freq.current);
    else CHECK(!memcmp(&freq, &untouched, sizeof freq));
}

/* Each file gets a half of the input, or as much as its two bytes say. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = { "stat", "meminfo", "cpu3/cpufreq/scaling_cur_freq",
                                         "cpu3/cpufreq/base_frequency" };
    struct input input = { data, size };
    uint8_t length[2];
    size_t i, part;

    fake_files_begin();
    fake_files.piece = take_byte(&input);
    for (i = 0; i < sizeof names / sizeof *names; i++) {
        length[0] = take_byte(&input);
        length[1] = take_byte(&input);
        part = length[0] + 256u * length[1];
        if (part == 0xffff) continue;
        if (part > input.left) part = input.left;
        fake_files_add(names[i], input.at, part);
        input.at += part;
        input.left -= part;
    }
    check_counts();
    check_frequency();
    return 0;
}
