/* SPDX-License-Identifier: MIT */
/* In a hooked program, Wine's random numbers are random. All of them come from NtQuerySystemInformation's class 23, which a
   source of CPU times could take for one of its own. */
#define _CRT_RAND_S
#include "run_process.h"
#include "support.h"

#include <bcrypt.h>
#include <ntsecapi.h>
#include <objbase.h>
#include <rpc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wincrypt.h>

/* Among 16,384 random bytes, a value is missing once in 10^25 runs, and eight equal bytes in a row occur once in 10^13. */
enum { BYTES = 16384, RUN = 8, UUIDS = 1000, SHOWN = 32 };

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

static void assert_bytes_are_random(void)
{
    ULONG i;

    assert_in_range(longest_run(), 1, RUN - 1);
    for (i = 0; i < 256; i++) assert_non_null(memchr(bytes, (int)i, BYTES));
}

static int compare_uuids(const void *one, const void *other)
{
    return memcmp(one, other, sizeof(UUID));
}

static void assert_uuids_differ(UUID *uuids)
{
    ULONG i;

    qsort(uuids, UUIDS, sizeof *uuids, compare_uuids);
    for (i = 1; i < UUIDS; i++) assert_int_not_equal(compare_uuids(&uuids[i - 1], &uuids[i]), 0);
}

TEST(bytes_of_rtl_gen_random_are_random)
{
    memset(bytes, 0, BYTES);
    assert_true(RtlGenRandom(bytes, BYTES));
    assert_bytes_are_random();
}

TEST(bytes_of_small_calls_of_rtl_gen_random_are_random)
{
    ULONG i;

    memset(bytes, 0, BYTES);
    for (i = 0; i < BYTES; i += 16) assert_true(RtlGenRandom(bytes + i, 16));
    assert_bytes_are_random();
}

TEST(bytes_of_bcrypt_gen_random_are_random)
{
    memset(bytes, 0, BYTES);
    assert_int_equal(BCryptGenRandom(NULL, bytes, BYTES, BCRYPT_USE_SYSTEM_PREFERRED_RNG), 0);
    assert_bytes_are_random();
}

TEST(bytes_of_crypt_gen_random_are_random)
{
    HCRYPTPROV provider;

    memset(bytes, 0, BYTES);
    assert_true(CryptAcquireContextW(&provider, NULL, NULL, PROV_RSA_FULL, CRYPT_VERIFYCONTEXT));
    assert_true(CryptGenRandom(provider, BYTES, bytes));
    assert_true(CryptReleaseContext(provider, 0));
    assert_bytes_are_random();
}

TEST(numbers_of_rand_s_are_random)
{
    unsigned number;
    ULONG i;

    memset(bytes, 0, BYTES);
    for (i = 0; i < BYTES; i += sizeof number) {
        assert_int_equal(rand_s(&number), 0);
        memcpy(bytes + i, &number, sizeof number);
    }
    assert_bytes_are_random();
}

TEST(a_thousand_uuids_of_uuid_create_differ)
{
    static UUID uuids[UUIDS];
    ULONG i;

    for (i = 0; i < UUIDS; i++) assert_int_equal(UuidCreate(&uuids[i]), RPC_S_OK);
    assert_uuids_differ(uuids);
}

TEST(a_thousand_guids_of_co_create_guid_differ)
{
    static GUID guids[UUIDS];
    ULONG i;

    for (i = 0; i < UUIDS; i++) assert_int_equal(CoCreateGuid(&guids[i]), S_OK);
    assert_uuids_differ(guids);
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
