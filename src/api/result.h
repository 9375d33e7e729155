/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_RESULT_H
#define CYCLETIME_RESULT_H

#include "../nt/nt.h"

/* TRUE with the last error untouched, or FALSE with the one that goes with STATUS. */
BOOL result(NTSTATUS status);

#endif
