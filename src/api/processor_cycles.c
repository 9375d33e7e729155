/* SPDX-License-Identifier: MIT */
#include "processor_cycles.h"
#include "result.h"
#include "unaligned.h"

static NTSTATUS fill(NTSTATUS (*query)(USHORT, ULONG, ULONG64 *), USHORT group, ULONG count, PVOID buffer)
{
    ULONG64 cycles[MAXBYTE];  /* a group's processors are counted in a byte */
    unaligned_ULONG64 *to = buffer;
    NTSTATUS status = query(group, count, cycles);
    ULONG i;

    for (i = 0; i < count && NT_SUCCESS(status); i++) to[i] = cycles[i];
    return status;
}

BOOL processor_cycles(enum length_contract contract, NTSTATUS (*query)(USHORT, ULONG, ULONG64 *), USHORT group,
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
    verdict = buffer_length(contract, buffer, *(unaligned_DWORD *)length, count, sizeof(ULONG64));
    if (verdict.fill && !NT_SUCCESS(status = fill(query, group, count, buffer))) return result(status);
    *(unaligned_DWORD *)length = verdict.length;
    return result(verdict.status);
}
