/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_NT_CONVERT_H
#define CYCLETIME_NT_CONVERT_H

#include "calls.h"

static inline struct nt_times nt_times_from(const KERNEL_USER_TIMES *info)
{
    struct nt_times times = {
        .creation = info->CreateTime.QuadPart,
        .exit = info->ExitTime.QuadPart,
        .kernel = info->KernelTime.QuadPart,
        .user = info->UserTime.QuadPart,
    };
    return times;
}

#endif
