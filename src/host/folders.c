/* SPDX-License-Identifier: MIT */
#include "folders.h"

#include <stdlib.h>

void folders_find(struct folders *folders, const char *only)
{
    const char *runtime = getenv("XDG_RUNTIME_DIR");

    folders->count = 0;
    folders->of[folders->count++] = only ? only : "/dev/shm";
    if (only) return;
    if (runtime && *runtime == '/') folders->of[folders->count++] = runtime;
    if (prefix_path(folders->prefix)) folders->of[folders->count++] = folders->prefix;
}
