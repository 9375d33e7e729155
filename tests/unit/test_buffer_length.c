/* SPDX-License-Identifier: MIT */
/* The length rules by themselves: the tables of the two rules of idle cycles and the rule of all other functions. */
#include "apart.h"
#include "library/query/query.h"

enum { BEYOND = 9 };

static const ULONG counts[] = { 0, 1, 2, 64, 65, 80, 160 };
static const ULONG sizes[] = { 8, 0x30 };

static void check(enum length_rule rule, const void *buffer, ULONG given, ULONG count, ULONG size,
                  NTSTATUS status, BOOLEAN fill, ULONG length)
{
    struct length_verdict verdict = buffer_length(rule, buffer, given, count, size);

    if (verdict.status == status && verdict.fill == fill && verdict.length == length) return;
    fail_msg("rule %d, %s, length %u of %u: status %#x, fill %d, length %u; expected %#x, %d, %u", rule,
             buffer ? "buffer" : "NULL", given, count * size, (unsigned)verdict.status, verdict.fill, verdict.length,
             (unsigned)status, fill, length);
}

static void check_nt(enum class_length_rule rule, ULONG given, ULONG count, ULONG size, NTSTATUS status, BOOLEAN fill,
                     ULONG length)
{
    struct length_verdict verdict = class_length(rule, given, count, size);

    if (verdict.status == status && verdict.fill == fill && verdict.length == length) return;
    fail_msg("rule %d, length %u of %u: status %#x, fill %d, length %u; expected %#x, %d, %u", rule, given, count * size,
             (unsigned)verdict.status, verdict.fill, verdict.length, (unsigned)status, fill, length);
}

typedef void (*check_length)(ULONG given, ULONG count, ULONG size);

/* Every length from 0 to some beyond the need, and the largest. */
static void over_every_length(check_length check_one)
{
    size_t i, j;
    ULONG given;

    for (i = 0; i < ARRAYSIZE(counts); i++)
        for (j = 0; j < ARRAYSIZE(sizes); j++) {
            for (given = 0; given <= counts[i] * sizes[j] + BEYOND; given++) check_one(given, counts[i], sizes[j]);
            check_one(~0u, counts[i], sizes[j]);
        }
}

static void windows_none(ULONG given, ULONG count, ULONG size)
{
    check(LENGTH_WINDOWS, NULL, given, count, size, STATUS_SUCCESS, FALSE, given ? given : count * size);
}

static void documented_none(ULONG given, ULONG count, ULONG size)
{
    check(LENGTH_DOCUMENTED, NULL, given, count, size, STATUS_SUCCESS, FALSE, count * size);
}

static void sized_none(ULONG given, ULONG count, ULONG size)
{
    check(LENGTH_SIZED, NULL, given, count, size, STATUS_BUFFER_TOO_SMALL, FALSE, count * size);
}

static void check_given(enum length_rule rule, ULONG given, ULONG count, ULONG size, ULONG enough)
{
    if (given < count * size)
        check(rule, "", given, count, size, STATUS_BUFFER_TOO_SMALL, FALSE, count * size);
    else
        check(rule, "", given, count, size, STATUS_SUCCESS, TRUE, enough);
}

static void windows_given(ULONG given, ULONG count, ULONG size)
{
    check_given(LENGTH_WINDOWS, given, count, size, count * size);
}

static void documented_given(ULONG given, ULONG count, ULONG size)
{
    check_given(LENGTH_DOCUMENTED, given, count, size, count);
}

static void sized_given(ULONG given, ULONG count, ULONG size)
{
    check_given(LENGTH_SIZED, given, count, size, count * size);
}

TEST(no_buffer_asks_windows_for_the_need_with_0_only)
{
    over_every_length(windows_none);
}

TEST(no_buffer_asks_for_the_need_by_the_page)
{
    over_every_length(documented_none);
}

TEST(no_buffer_is_a_short_one_elsewhere)
{
    over_every_length(sized_none);
}

TEST(windows_reports_bytes)
{
    over_every_length(windows_given);
}

TEST(the_page_reports_elements_once_they_are_written)
{
    over_every_length(documented_given);
}

TEST(other_functions_return_bytes)
{
    over_every_length(sized_given);
}

static void nt_whole_elements(ULONG given, ULONG count, ULONG size)
{
    ULONG fit = given / size < count ? given / size : count;

    if (fit || !count) check_nt(NT_WHOLE_ELEMENTS, given, count, size, STATUS_SUCCESS, TRUE, fit * size);
    else check_nt(NT_WHOLE_ELEMENTS, given, count, size, STATUS_INFO_LENGTH_MISMATCH, FALSE, count * size);
}

static void nt_all_or_nothing(ULONG given, ULONG count, ULONG size)
{
    const BOOLEAN fits = given >= count * size;

    check_nt(NT_ALL_OR_MISMATCH, given, count, size, fits ? STATUS_SUCCESS : STATUS_INFO_LENGTH_MISMATCH, fits,
             count * size);
    check_nt(NT_ALL_OR_TOO_SMALL, given, count, size, fits ? STATUS_SUCCESS : STATUS_BUFFER_TOO_SMALL, fits, count * size);
}

TEST(nt_fills_as_many_processors_times_as_there_is_room_for)
{
    over_every_length(nt_whole_elements);
}

TEST(nt_fills_the_other_arrays_whole_or_not_at_all)
{
    over_every_length(nt_all_or_nothing);
}
