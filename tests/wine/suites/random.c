/* SPDX-License-Identifier: MIT */
/* In a hooked program, Wine's random numbers are random. All of them, of BCrypt, of CryptoAPI, of rand_s and of UUIDs too,
   come from NtQuerySystemInformation's class 23, which a source of CPU times could take for one of its own. */
#include "run_process.h"
#include "support.h"

#include <ntsecapi.h>
#include <rpc.h>
#include <stdio.h>
#include <string.h>

/* Among 16,384 random bytes, a value is missing once in 10^25 runs, and eight equal bytes in a row occur once in 10^13. */
enum { BYTES = 16384, RUN = 8, SHOWN = 32 };

static BYTE bytes[BYTES];

static ULONG longest_run(void)
{
    ULONG longest = 1, run = 1, i;

    for (i = 1; i < BYTES; i++) {
        run = bytes[i] == bytes[i - 1] ? run + 1 : 1;
        if (run > longest) longest = run;
    }
    return longest;
}

TEST(random_bytes_are_random_in_large_calls_and_in_small_ones)
{
    static const ULONG sizes[] = { BYTES, 16 };
    size_t i;
    ULONG at;

    for (i = 0; i < ARRAYSIZE(sizes); i++) {
        memset(bytes, 0, BYTES);
        for (at = 0; at < BYTES; at += sizes[i]) assert_true(RtlGenRandom(bytes + at, sizes[i]));
        assert_in_range(longest_run(), 1, RUN - 1);
        for (at = 0; at < 256; at++) assert_non_null(memchr(bytes, (int)at, BYTES));
    }
}

TEST(two_uuids_differ)
{
    UUID one, other;

    assert_int_equal(UuidCreate(&one), RPC_S_OK);
    assert_int_equal(UuidCreate(&other), RPC_S_OK);
    assert_memory_not_equal(&one, &other, sizeof one);
}

TEST(two_processes_get_different_bytes)
{
    char lines[2][2 * SHOWN + 2];
    struct program program;
    ULONG i;

    for (i = 0; i < 2; i++) {
        program_start_self(&program, L"show");
        program_read_line(&program, lines[i], sizeof lines[i]);
        program_end_and_close(&program);
        assert_int_equal(strlen(lines[i]), 2 * SHOWN);
    }
    assert_string_not_equal(lines[0], lines[1]);
}

/* Another process runs this: it prints random bytes. */
static int show(void)
{
    ULONG i;

    if (!RtlGenRandom(bytes, SHOWN)) return 1;
    for (i = 0; i < SHOWN; i++) printf("%02x", bytes[i]);
    printf("\n");
    return fflush(stdout) != 0;
}

int main(int count, char **arguments)
{
    if (!hook_this_program(0)) return finish(1);
    if (count > 1 && !strcmp(arguments[1], "show")) return show();
    return finish(run_all_tests());
}
