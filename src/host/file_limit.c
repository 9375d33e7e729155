/* SPDX-License-Identifier: MIT */
#include "file_limit.h"

#include <sys/resource.h>

bool file_limit_allows(uint64_t size)
{
    struct rlimit64 limit;

    return getrlimit64(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur >= size;
}
