/* SPDX-License-Identifier: MIT */
#include "tools/command/search.h"
#include "tools/command/message.h"
#include "protocol/can_access.h"

#include <paths.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool can_be_run(const char *path)
{
    struct stat found;

    return !stat(path, &found) && S_ISREG(found.st_mode) && can_access(path, X_OK);
}

/* An empty folder's name stands for the current one. */
static char *in_folder(const char *folder, int length, const char *name)
{
    char *path = format_text("%.*s/%s", length ? length : 1, length ? folder : ".", name);

    if (can_be_run(path)) return path;
    free(path);
    return NULL;
}

char *search_path(const char *name)
{
    const char *folders = getenv("PATH"), *end;
    char *path = NULL;

    if (strchr(name, '/')) return can_be_run(name) ? format_text("%s", name) : NULL;
    if (!folders) folders = _PATH_DEFPATH;
    for (; *name && !path; folders = end + 1) {
        end = strchrnul(folders, ':');
        path = in_folder(folders, (int)(end - folders), name);
        if (!*end) break;
    }
    return path;
}
