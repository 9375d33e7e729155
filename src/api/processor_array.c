/* SPDX-License-Identifier: MIT */
#include "processor_array.h"
#include "result.h"
#include "../nt/unaligned.h"

static ULONG count_of(const struct processor_array *array, const struct nt_groups *groups, USHORT group, ULONG given,
                      const void *buffer)
{
    const BOOLEAN has_room = buffer && given / array->size >= groups->processors[group];

    return array->spoken_of == ALL_PROCESSORS || has_room ? groups->processors[group] : groups->in_mask[group];
}

BOOL processor_array(const struct processor_array *array, USHORT group, PULONG length, PVOID buffer)
{
    struct length_verdict verdict;
    struct nt_groups groups;
    NTSTATUS status;
    ULONG count, given;

    if (!length) return result(STATUS_INVALID_PARAMETER);
    status = nt_groups(&groups);
    if (!NT_SUCCESS(status)) return result(status);
    if (group >= groups.count) return result(STATUS_INVALID_PARAMETER);
    given = *(unaligned_DWORD *)length;
    count = count_of(array, &groups, group, given, buffer);
    verdict = buffer_length(array->contract, buffer, given, count, array->size);
    if (verdict.fill && !NT_SUCCESS(status = array->fill(group, count, buffer))) return result(status);
    *(unaligned_DWORD *)length = verdict.length;
    return result(verdict.status);
}
