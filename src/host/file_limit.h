/* SPDX-License-Identifier: MIT */
/* How large a file this process may make. */
#ifndef CYCLETIME_HOST_FILE_LIMIT_H
#define CYCLETIME_HOST_FILE_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

/* Under a smaller limit (ulimit -f) making one of SIZE would not fail but end the process, by SIGXFSZ. */
bool file_limit_allows(uint64_t size);

#endif
