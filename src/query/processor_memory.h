/* SPDX-License-Identifier: MIT */
/* Where a processor's last answer is kept, in tables of NT_MOST_PROCESSORS. */
#ifndef CYCLETIME_PROCESSOR_MEMORY_H
#define CYCLETIME_PROCESSOR_MEMORY_H

#include "../nt/nt.h"

/* Groups have up to 64 processors each; a group of more is the only one. */
static inline ULONG remembered(USHORT group, ULONG processor)
{
    return group * 64u + processor;
}

static inline BOOLEAN is_remembered(USHORT group, ULONG count)
{
    return group < NT_MOST_GROUPS && count <= (group ? 64 : NT_MOST_PROCESSORS);
}

#endif
