/* SPDX-License-Identifier: MIT */
#include "first.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char *make_in(const char *folder)
{
    char *path;
    int file;

    if (!folder || *folder != '/' || asprintf(&path, "%s/cycletime-first-XXXXXX", folder) < 0) return NULL;
    file = mkstemp(path);
    if (file >= 0) {
        close(file);
        return path;
    }
    free(path);
    return NULL;
}

char *first_make(void)
{
    const char *const folders[] = { "/dev/shm", getenv("TMPDIR"), "/tmp", getenv("XDG_RUNTIME_DIR") };
    char *path = NULL;
    unsigned i;

    for (i = 0; i < sizeof folders / sizeof *folders && !path; i++) path = make_in(folders[i]);
    return path;
}

/* The one that came has given it the name with a ~, and has removed that when it began. */
bool first_has_come(const char *path)
{
    char *taken;
    bool has_begun;

    if (!path) return true;
    if (!unlink(path)) return false;
    if (asprintf(&taken, "%s~", path) < 0) return true;
    has_begun = unlink(taken) != 0;
    free(taken);
    return has_begun;
}
