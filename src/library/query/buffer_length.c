/* SPDX-License-Identifier: MIT */
/* The one place that compares lengths of buffers. */
#include "library/query/query.h"

enum situation { NONE_AND_ZERO, NONE, TOO_SHORT, ENOUGH, SITUATIONS };
enum reported { AS_GIVEN, BYTES, ELEMENTS };

struct situation_rule {
    NTSTATUS status;
    enum reported reported;
};

static const struct situation_rule rules[LENGTH_RULES][SITUATIONS] = {
    [LENGTH_WINDOWS] = {
        [NONE_AND_ZERO] = { STATUS_SUCCESS, BYTES },
        [NONE] = { STATUS_SUCCESS, AS_GIVEN },
        [TOO_SHORT] = { STATUS_BUFFER_TOO_SMALL, BYTES },
        [ENOUGH] = { STATUS_SUCCESS, BYTES },
    },
    [LENGTH_DOCUMENTED] = {
        [NONE_AND_ZERO] = { STATUS_SUCCESS, BYTES },
        [NONE] = { STATUS_SUCCESS, BYTES },
        [TOO_SHORT] = { STATUS_BUFFER_TOO_SMALL, BYTES },
        [ENOUGH] = { STATUS_SUCCESS, ELEMENTS },
    },
    [LENGTH_SIZED] = {
        [NONE_AND_ZERO] = { STATUS_BUFFER_TOO_SMALL, BYTES },
        [NONE] = { STATUS_BUFFER_TOO_SMALL, BYTES },
        [TOO_SHORT] = { STATUS_BUFFER_TOO_SMALL, BYTES },
        [ENOUGH] = { STATUS_SUCCESS, BYTES },
    },
};

struct length_verdict counted_length(const void *buffer, ULONG given, ULONG header, ULONG count, ULONG size)
{
    const ULONG need = header + count * size;

    if (given < header) return (struct length_verdict){ STATUS_BUFFER_TOO_SMALL, FALSE, need };
    if (*(const unaligned_DWORD *)buffer != count) return (struct length_verdict){ STATUS_INVALID_PARAMETER, FALSE, given };
    if (given < need) return (struct length_verdict){ STATUS_BUFFER_TOO_SMALL, FALSE, need };
    return (struct length_verdict){ STATUS_SUCCESS, TRUE, need };
}

struct length_verdict buffer_length(enum length_rule rule, const void *buffer, ULONG given, ULONG count, ULONG size)
{
    const ULONG need = count * size, reported[] = { [AS_GIVEN] = given, [BYTES] = need, [ELEMENTS] = count };
    enum situation situation = given < need ? TOO_SHORT : ENOUGH;
    const struct situation_rule *row;

    if (!buffer) situation = given ? NONE : NONE_AND_ZERO;
    row = &rules[rule][situation];
    return (struct length_verdict){ row->status, situation == ENOUGH, reported[row->reported] };
}

struct length_verdict class_length(enum class_length_rule rule, ULONG given, ULONG count, ULONG size)
{
    const NTSTATUS too_short = rule == NT_ALL_OR_TOO_SMALL ? STATUS_BUFFER_TOO_SMALL : STATUS_INFO_LENGTH_MISMATCH;
    const ULONG need = count * size, whole = given - given % size;

    if (given >= need) return (struct length_verdict){ STATUS_SUCCESS, TRUE, need };
    if (rule == NT_WHOLE_ELEMENTS && whole) return (struct length_verdict){ STATUS_SUCCESS, TRUE, whole };
    return (struct length_verdict){ too_short, FALSE, need };
}
