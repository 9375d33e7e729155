/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_RESULT_H
#define CYCLETIME_RESULT_H

#include "../nt/nt.h"

BOOL result_of_failure(NTSTATUS status);

/* TRUE with the last error untouched, or FALSE with the one that goes with STATUS. */
static inline BOOL result(NTSTATUS status)
{
    return NT_SUCCESS(status) ? TRUE : result_of_failure(status);
}

#endif
