/* SPDX-License-Identifier: MIT */
/* The length rules by themselves: the tables of the two rules of idle cycles and the rule of all other functions. */
#include "apart.h"
#include "library/query/query.h"

enum { BEYOND = 9 };

static const ULONG counts[] = { 0, 1, 2, 64, 65, 80, 160 };
static const ULONG sizes[] = { 8, 0x30 };

static void compare(const char *what, int rule, ULONG given, ULONG need, struct length_verdict got,
                    struct length_verdict expected)
{
    if (got.status == expected.status && got.fill == expected.fill && got.length == expected.length) return;
    fail_msg("rule %d, %s, length %u of %u: status %#x, fill %d, length %u; expected %#x, %d, %u", rule, what, given, need,
             (unsigned)got.status, got.fill, got.length, (unsigned)expected.status, expected.fill, expected.length);
}

static void check_buffer(int rule, const void *buffer, ULONG given, ULONG count, ULONG size)
{
    const ULONG need = count * size;
    struct length_verdict filled = { STATUS_SUCCESS, TRUE, rule == LENGTH_DOCUMENTED ? count : need };
    struct length_verdict reported = { STATUS_SUCCESS, FALSE, rule == LENGTH_WINDOWS && given ? given : need };
    struct length_verdict too_short = { STATUS_BUFFER_TOO_SMALL, FALSE, need };

    compare(buffer ? "buffer" : "NULL", rule, given, need, buffer_length(rule, buffer, given, count, size),
            buffer && given >= need ? filled : buffer || rule == LENGTH_SIZED ? too_short : reported);
}

static void check_class(int rule, const void *buffer, ULONG given, ULONG count, ULONG size)
{
    const ULONG need = count * size, whole = given < need ? given / size * size : need;
    struct length_verdict filled = { STATUS_SUCCESS, TRUE, rule == NT_WHOLE_ELEMENTS ? whole : need };
    struct length_verdict too_short = { STATUS_INFO_LENGTH_MISMATCH, FALSE, need };

    if (rule == NT_ALL_OR_TOO_SMALL) too_short.status = STATUS_BUFFER_TOO_SMALL;
    compare(buffer, rule, given, need, class_length(rule, given, count, size),
            given >= need || (rule == NT_WHOLE_ELEMENTS && whole) ? filled : too_short);
}

/* Every length from 0 to some beyond the need, and the largest. */
static void over_every_length(void (*check)(int, const void *, ULONG, ULONG, ULONG), int rule, const void *buffer)
{
    size_t i, j;
    ULONG given;

    for (i = 0; i < ARRAYSIZE(counts); i++)
        for (j = 0; j < ARRAYSIZE(sizes); j++) {
            for (given = 0; given <= counts[i] * sizes[j] + BEYOND; given++)
                check(rule, buffer, given, counts[i], sizes[j]);
            check(rule, buffer, ~0u, counts[i], sizes[j]);
        }
}

/* Each row is a test. */
#define EVERY_LENGTH(name, check, rule, buffer) TEST(name) { over_every_length(check, rule, buffer); }
EVERY_LENGTH(no_buffer_asks_windows_for_the_need_with_0_only, check_buffer, LENGTH_WINDOWS, NULL)
EVERY_LENGTH(no_buffer_asks_for_the_need_by_the_page, check_buffer, LENGTH_DOCUMENTED, NULL)
EVERY_LENGTH(no_buffer_is_a_short_one_elsewhere, check_buffer, LENGTH_SIZED, NULL)
EVERY_LENGTH(windows_reports_bytes, check_buffer, LENGTH_WINDOWS, "")
EVERY_LENGTH(the_page_reports_elements_once_they_are_written, check_buffer, LENGTH_DOCUMENTED, "")
EVERY_LENGTH(other_functions_return_bytes, check_buffer, LENGTH_SIZED, "")
EVERY_LENGTH(nt_fills_as_many_processors_times_as_there_is_room_for, check_class, NT_WHOLE_ELEMENTS, "class")

TEST(nt_fills_the_other_arrays_whole_or_not_at_all)
{
    over_every_length(check_class, NT_ALL_OR_MISMATCH, "class");
    over_every_length(check_class, NT_ALL_OR_TOO_SMALL, "class");
}

TEST(nt_accepts_no_length_but_the_structures)
{
    assert_int_equal(class_length(NT_EXACT, 0x50, 1, 0x50).status, STATUS_SUCCESS);
    assert_int_equal(class_length(NT_EXACT, 0x4f, 1, 0x50).status, STATUS_INFO_LENGTH_MISMATCH);
    assert_int_equal(class_length(NT_EXACT, 0x51, 1, 0x50).status, STATUS_INFO_LENGTH_MISMATCH);
    assert_false(class_length(NT_EXACT, 0x51, 1, 0x50).fill);
}

TEST(structures_with_a_count_want_the_right_one_and_room_for_all)
{
    enum { HEADER = 4, COUNT = 3, SIZE = 24, NEED = HEADER + COUNT * SIZE };
    const struct length_verdict filled = { STATUS_SUCCESS, TRUE, NEED };
    const struct length_verdict too_short = { STATUS_BUFFER_TOO_SMALL, FALSE, NEED };
    ULONG given, count;

    for (count = COUNT - 1; count <= COUNT + 1; count++)
        for (given = 0; given <= NEED + BEYOND; given++) {
            const struct length_verdict wrong = { STATUS_INVALID_PARAMETER, FALSE, given };

            compare("count", (int)count, given, NEED, counted_length(&count, given, HEADER, COUNT, SIZE),
                    given < HEADER ? too_short : count != COUNT ? wrong : given < NEED ? too_short : filled);
        }
}
