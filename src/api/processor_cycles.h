/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_PROCESSOR_CYCLES_H
#define CYCLETIME_PROCESSOR_CYCLES_H

#include "../query/buffer_length.h"

/* What the functions that fill an array with a count for each processor of a group have in common. */
BOOL processor_cycles(enum length_contract contract, NTSTATUS (*query)(USHORT, ULONG, ULONG64 *), USHORT group,
                      PULONG length, PVOID buffer);

#endif
