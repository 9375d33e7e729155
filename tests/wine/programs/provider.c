/* SPDX-License-Identifier: MIT */
/* A provider of performance data as Windows has them registered: one object of its own, without instances. */
#include "provider.h"

#include <windows.h>
#include <winperf.h>

#include <string.h>

struct data {
    PERF_OBJECT_TYPE type;
    PERF_COUNTER_DEFINITION counter;
    PERF_COUNTER_BLOCK block;
    ULONG value;
};

__declspec(dllexport) DWORD WINAPI provider_open(LPWSTR names)
{
    (void)names;
    return ERROR_SUCCESS;
}

__declspec(dllexport) DWORD WINAPI provider_collect(LPWSTR query, LPVOID *to, LPDWORD size, LPDWORD count)
{
    const struct data data = {
        .type = { .TotalByteLength = sizeof data,
                  .DefinitionLength = sizeof data.type + sizeof data.counter,
                  .HeaderLength = sizeof data.type,
                  .ObjectNameTitleIndex = PROVIDER_OBJECT,
                  .NumCounters = 1,
                  .NumInstances = PERF_NO_INSTANCES },
        .counter = { .ByteLength = sizeof data.counter,
                     .CounterNameTitleIndex = PROVIDER_COUNTER,
                     .CounterType = PERF_COUNTER_RAWCOUNT,
                     .CounterSize = sizeof data.value,
                     .CounterOffset = sizeof data.block },
        .block = { sizeof data.block + sizeof data.value },
        .value = PROVIDER_VALUE
    };

    (void)query;
    *count = 0;
    if (*size < sizeof data) return ERROR_MORE_DATA;
    memcpy(*to, &data, sizeof data);
    *to = (BYTE *)*to + sizeof data;
    *size = sizeof data;
    *count = 1;
    return ERROR_SUCCESS;
}

__declspec(dllexport) DWORD WINAPI provider_close(void)
{
    return ERROR_SUCCESS;
}
