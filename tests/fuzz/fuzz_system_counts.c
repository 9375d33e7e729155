/* SPDX-License-Identifier: MIT */
/* /proc/stat and /proc/meminfo, either of which may be missing or hold anything; and cpufreq's files. */
#include "fake_files.h"
#include "unixlib/processors/proc_files.h"

static void check_counts(void)
{
    struct unixlib_system counts, untouched;

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
    struct unixlib_frequency freq, untouched;

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
    uint16_t part;
    size_t i;

    fake_files_begin();
    fake_files.piece = take_byte(&input);
    for (i = 0; i < sizeof names / sizeof *names; i++) {
        take(&input, &part, sizeof part);
        if (part != 0xffff) fake_files_take(names[i], &input, part);
    }
    check_counts();
    check_frequency();
    return 0;
}
