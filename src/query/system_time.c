/* SPDX-License-Identifier: MIT */
#include "choose.h"
#include "query.h"
#include "../protocol/maximum.h"

static NTSTATUS add_group(const struct source *source, USHORT group, ULONG count, ULONG64 *idle, ULONG64 *kernel,
                          ULONG64 *user)
{
    struct nt_processor_times *times = nt_allocate(count * sizeof *times);
    NTSTATUS status;
    ULONG i;

    if (!times) return STATUS_NO_MEMORY;
    status = source->answers[CYCLETIME_QUESTION_PROCESSOR_TIMES].times_of_group(group, count, times);
    for (i = 0; i < count && NT_SUCCESS(status); i++) {
        *idle += times[i].idle;
        *kernel += times[i].kernel;
        *user += times[i].user;
    }
    nt_release(times);
    return status;
}

static NTSTATUS add_all(const struct source *source, const struct nt_groups *groups, ULONG64 *idle, ULONG64 *kernel,
                        ULONG64 *user)
{
    NTSTATUS status = STATUS_SUCCESS;
    USHORT i;

    *idle = *kernel = *user = 0;
    for (i = 0; i < groups->count && NT_SUCCESS(status); i++)
        status = add_group(source, i, groups->processors[i], idle, kernel, user);
    return status;
}

NTSTATUS query_system_times(ULONG64 *idle, ULONG64 *kernel, ULONG64 *user)
{
    static ULONG64 last_idle, last_kernel, last_user;
    const CYCLETIME_QUESTION question = CYCLETIME_QUESTION_PROCESSOR_TIMES;
    ULONG64 all_idle, all_kernel, all_user;
    const struct source *source;
    struct nt_groups groups;
    NTSTATUS status = nt_groups(&groups);

    if (!NT_SUCCESS(status)) return status;
    status = STATUS_NOT_SUPPORTED;
    for (source = choose(question); source && status == STATUS_NOT_SUPPORTED; source = choose_next(source, question))
        status = add_all(source, &groups, &all_idle, &all_kernel, &all_user);
    if (!NT_SUCCESS(status)) return status;
    *idle = atomic_maximum(&last_idle, all_idle);
    *kernel = atomic_maximum(&last_kernel, all_kernel > *idle ? all_kernel : *idle);
    *user = atomic_maximum(&last_user, all_user);
    return status;
}
