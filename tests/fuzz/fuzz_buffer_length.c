/* SPDX-License-Identifier: MIT */
/* THE length rule against the tables of include/cycletime.h, written down a second time, row by row. */
#include "fuzz.h"
#include "library/query/query.h"

/* Callers pass at most this: 64 groups of 64 processors, 10 idle states, each of a few hundred bytes. */
enum { MOST_ELEMENTS = 64 * 64, LARGEST = 512 };

static struct length_verdict said(NTSTATUS status, BOOLEAN fill, ULONG length)
{
    return (struct length_verdict){ status, fill, length };
}

static struct length_verdict of_windows(BOOLEAN none, ULONG given, ULONG count, ULONG size)
{
    if (none && !given) return said(STATUS_SUCCESS, FALSE, count * size);
    if (none) return said(STATUS_SUCCESS, FALSE, given);
    if ((ULONG64)given >= (ULONG64)count * size) return said(STATUS_SUCCESS, TRUE, count * size);
    return said(STATUS_BUFFER_TOO_SMALL, FALSE, count * size);
}

static struct length_verdict of_the_page(BOOLEAN none, ULONG given, ULONG count, ULONG size)
{
    if (none) return said(STATUS_SUCCESS, FALSE, count * size);
    if ((ULONG64)given >= (ULONG64)count * size) return said(STATUS_SUCCESS, TRUE, count);
    return said(STATUS_BUFFER_TOO_SMALL, FALSE, count * size);
}

static struct length_verdict of_all_others(BOOLEAN none, ULONG given, ULONG count, ULONG size)
{
    if (!none && (ULONG64)given >= (ULONG64)count * size) return said(STATUS_SUCCESS, TRUE, count * size);
    return said(STATUS_BUFFER_TOO_SMALL, FALSE, count * size);
}

static struct length_verdict of_counted(ULONG given, ULONG header, ULONG counted, ULONG count, ULONG size)
{
    if (counted != count) return said(STATUS_INVALID_PARAMETER, FALSE, given);
    if ((ULONG64)given >= header + (ULONG64)count * size) return said(STATUS_SUCCESS, TRUE, header + count * size);
    return said(STATUS_BUFFER_TOO_SMALL, FALSE, header + count * size);
}

static struct length_verdict of_nt(enum class_length_rule rule, ULONG given, ULONG count, ULONG size)
{
    static const NTSTATUS shorts[] = {
        [NT_WHOLE_ELEMENTS] = STATUS_INFO_LENGTH_MISMATCH, [NT_ALL_OR_MISMATCH] = STATUS_INFO_LENGTH_MISMATCH,
        [NT_ALL_OR_TOO_SMALL] = STATUS_BUFFER_TOO_SMALL,
    };
    const ULONG need = count * size, whole = size ? given / size * size : 0;

    if (given >= need) return said(STATUS_SUCCESS, TRUE, need);
    if (rule == NT_WHOLE_ELEMENTS && whole) return said(STATUS_SUCCESS, TRUE, whole);
    return said(shorts[rule], FALSE, need);
}

static void check_equal(struct length_verdict got, struct length_verdict expected)
{
    CHECK(got.status == expected.status);
    CHECK(got.fill == expected.fill);
    CHECK(got.length == expected.length);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct length_verdict (*const rules[LENGTH_RULES])(BOOLEAN, ULONG, ULONG, ULONG) = {
        [LENGTH_WINDOWS] = of_windows, [LENGTH_DOCUMENTED] = of_the_page, [LENGTH_SIZED] = of_all_others,
    };
    struct {
        ULONG given, counted, count;
        USHORT element, header;
        BYTE rule, none;
    } asked;
    struct input input = { data, size };

    take(&input, &asked, sizeof asked);
    asked.count %= MOST_ELEMENTS + 1;
    asked.element %= LARGEST + 1;
    asked.rule %= LENGTH_RULES;
    asked.none &= 1;
    check_equal(buffer_length(asked.rule, asked.none ? NULL : data, asked.given, asked.count, asked.element),
                rules[asked.rule](asked.none, asked.given, asked.count, asked.element));
    if (asked.count && asked.element)
        check_equal(class_length(asked.header % 3, asked.given, asked.count, asked.element),
                    of_nt(asked.header % 3, asked.given, asked.count, asked.element));
    if (asked.given < asked.header) return 0;
    check_equal(counted_length(&asked.counted, asked.given, asked.header, asked.count, asked.element),
                of_counted(asked.given, asked.header, asked.counted, asked.count, asked.element));
    return 0;
}
