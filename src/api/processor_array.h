/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_PROCESSOR_ARRAY_H
#define CYCLETIME_PROCESSOR_ARRAY_H

#include "../query/buffer_length.h"

/* Which processors of a group that Wine cuts short (nt.h) a function speaks of. */
enum spoken_of {
    ALL_PROCESSORS,
    /* As Windows' functions, whose callers make room for the group's mask or for as many as GetSystemInfo tells: those of
       the mask, but all of them where there is room for all. */
    GROUP_PROCESSORS,
};

/* What the functions that fill an array with an element of SIZE bytes for each processor of a group have in common. FILL
   writes COUNT of them to a buffer that need not be aligned, all or none. */
struct processor_array {
    enum length_contract contract;
    enum spoken_of spoken_of;
    ULONG size;
    NTSTATUS (*fill)(USHORT group, ULONG count, PVOID buffer);
};

BOOL processor_array(const struct processor_array *array, USHORT group, PULONG length, PVOID buffer);

#endif
