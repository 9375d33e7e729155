/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_PROCESSOR_ARRAY_H
#define CYCLETIME_PROCESSOR_ARRAY_H

#include "../query/buffer_length.h"

/* What the functions that fill an array with an element of SIZE bytes for each processor of a group have in common. FILL
   writes COUNT of them to a buffer that need not be aligned, all or none. */
BOOL processor_array(enum length_contract contract, ULONG size, NTSTATUS (*fill)(USHORT group, ULONG count, PVOID buffer),
                     USHORT group, PULONG length, PVOID buffer);

#endif
