/* SPDX-License-Identifier: MIT */
/* The one place that compares lengths of buffers. */
#include "library/query/query.h"

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
    const BOOLEAN fill = buffer && given >= count * size;
    struct length_verdict verdict = { STATUS_SUCCESS, fill, count * size };

    if (!fill && (buffer || rule == LENGTH_SIZED)) verdict.status = STATUS_BUFFER_TOO_SMALL;
    if (rule == LENGTH_WINDOWS && !buffer && given) verdict.length = given;
    if (rule == LENGTH_DOCUMENTED && fill) verdict.length = count;
    return verdict;
}

struct length_verdict class_length(enum class_length_rule rule, ULONG given, ULONG count, ULONG size)
{
    const NTSTATUS too_short = rule == NT_ALL_OR_TOO_SMALL ? STATUS_BUFFER_TOO_SMALL : STATUS_INFO_LENGTH_MISMATCH;
    const ULONG need = count * size, whole = given - given % size;

    if (rule == NT_EXACT && given != need) return (struct length_verdict){ too_short, FALSE, need };
    if (given >= need) return (struct length_verdict){ STATUS_SUCCESS, TRUE, need };
    if (rule == NT_WHOLE_ELEMENTS && whole) return (struct length_verdict){ STATUS_SUCCESS, TRUE, whole };
    return (struct length_verdict){ too_short, FALSE, need };
}
