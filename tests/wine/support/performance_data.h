/* SPDX-License-Identifier: MIT */
/* A reader of performance data that trusts no length in them: what it returns lies within what it was given. It walks as
   .NET's PerformanceCounter and OSHI do. */
#ifndef PERFORMANCE_DATA_H
#define PERFORMANCE_DATA_H

#include <windows.h>
#include <winperf.h>

struct bytes {
    const BYTE *at;
    ULONG length;
};

struct data_instance {
    struct bytes name;   /* of WCHARs, the 0 at the end included; no instance of an object without some: nothing */
    struct bytes values; /* a PERF_COUNTER_BLOCK and what follows it */
    ULONG parent_object, parent_instance;
};

/* The parts of DATA. FALSE: there is none of that index or number, or a length leads out of the data before. */
BOOL performance_header(struct bytes data, PERF_DATA_BLOCK *header);
BOOL performance_object(struct bytes data, ULONG index, struct bytes *object);
BOOL performance_counter(struct bytes object, ULONG index, BOOL is_base, PERF_COUNTER_DEFINITION *counter);
BOOL performance_instance(struct bytes object, ULONG number, struct data_instance *instance);
BOOL performance_value(struct bytes object, ULONG number, ULONG index, BOOL is_base, ULONG64 *value);

/* NULL: whatever there is of lengths, counts and alignments is as Microsoft's pages have it; else what is not. */
const char *performance_flaw(struct bytes data);

#endif
