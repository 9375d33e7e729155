/* SPDX-License-Identifier: MIT */
#include "fake_counters.h"

#include <string.h>

ULONG fake_instances;
WCHAR fake_name[INSTANCE_NAME];

const struct object_kind object_memory, object_paging_file, object_process, object_processor, object_processor_information,
    object_system, object_thread;

size_t fake_wcslen(const WCHAR *string)
{
    size_t length = 0;

    while (string[length]) length++;
    return length;
}

BOOL WINAPI GetComputerNameW(LPWSTR name, LPDWORD length)
{
    return FALSE;
}

ULONG64 fake_figure(ULONG instance, ULONG figure)
{
    return (ULONG64)instance << 40 | (ULONG64)figure << 33 | (instance + 1) * 1000 | figure;
}

static BOOLEAN is_known(ULONG figure)
{
    return figure != FAKE_UNKNOWN;
}

static ULONG instances(const struct snapshot *snapshot)
{
    return fake_instances;
}

static void name_of(const struct snapshot *snapshot, ULONG instance, WCHAR name[INSTANCE_NAME])
{
    const size_t length = fake_wcslen(fake_name), skipped = length ? instance % length : 0;

    memcpy(name, fake_name + skipped, (length - skipped + 1) * sizeof *name);
}

static BOOLEAN read_figure(const struct snapshot *snapshot, ULONG instance, ULONG figure, struct raw_value *value)
{
    *value = (struct raw_value){ fake_figure(instance, figure), fake_figure(instance, figure) + 1 };
    return figure != FAKE_UNREAD;
}

struct object_kind fake_object(ULONG index, BOOLEAN is_named, const struct counter_kind *counters, ULONG count)
{
    return (struct object_kind){ .name = L"fake",
                                 .index = index,
                                 .detail = PERF_DETAIL_NOVICE,
                                 .counters = counters,
                                 .counter_count = count,
                                 .is_known = is_known,
                                 .moment = offsetof(struct snapshot, time),
                                 .instances = instances,
                                 .name_of = is_named ? name_of : NULL,
                                 .read = read_figure };
}
