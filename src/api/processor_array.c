/* SPDX-License-Identifier: MIT */
#include "processor_array.h"
#include "result.h"
#include "../nt/unaligned.h"

BOOL processor_array(enum length_contract contract, ULONG size, NTSTATUS (*fill)(USHORT, ULONG, PVOID), USHORT group,
                     PULONG length, PVOID buffer)
{
    struct length_verdict verdict;
    struct nt_groups groups;
    NTSTATUS status;
    ULONG count;

    if (!length) return result(STATUS_INVALID_PARAMETER);
    status = nt_groups(&groups);
    if (!NT_SUCCESS(status)) return result(status);
    if (group >= groups.count) return result(STATUS_INVALID_PARAMETER);
    count = groups.processors[group];
    verdict = buffer_length(contract, buffer, *(unaligned_DWORD *)length, count, size);
    if (verdict.fill && !NT_SUCCESS(status = fill(group, count, buffer))) return result(status);
    *(unaligned_DWORD *)length = verdict.length;
    return result(verdict.status);
}
