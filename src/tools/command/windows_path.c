/* SPDX-License-Identifier: MIT */
#include "tools/command/windows_path.h"
#include "tools/command/message.h"
#include "protocol/can_access.h"
#include "unixlib/shared_file/shared_folders.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static bool has_drive(const char *word)
{
    return isascii(word[0]) && isalpha(word[0]) && word[1] == ':';
}

bool windows_path_is(const char *word)
{
    return strchr(word, '\\') || has_drive(word);
}

static char *in_any_case(const char *folder, const char *name)
{
    DIR *names = opendir(folder);
    struct dirent *entry = NULL;
    char *path = NULL;

    if (!names) return NULL;
    do entry = readdir(names); /* NOLINT(concurrency-mt-unsafe): there is one thread */
    while (entry && strcasecmp(entry->d_name, name) != 0);
    if (entry) path = format_text("%s/%s", folder, entry->d_name);
    closedir(names);
    return path;
}

char *windows_path_in(const char *folder, const char *name)
{
    char *path = format_text("%s/%s", folder, name);

    if (can_access(path, F_OK)) return path;
    free(path);
    return in_any_case(folder, name);
}

/* The file that NAMES, separated by slashes or backslashes, lead to from PATH, which is freed. */
static char *follow_names(char *path, char *names)
{
    char *name, *next, *rest = NULL;

    for (name = strtok_r(names, "\\/", &rest); name && path; name = strtok_r(NULL, "\\/", &rest)) {
        next = windows_path_in(path, name);
        free(path);
        path = next;
    }
    return path;
}

char *windows_path_on_linux(const char *word)
{
    char prefix[PREFIX_PATH], *names, *path;

    if (!has_drive(word) || !word[2] || !strchr("\\/", word[2]) || !prefix_path(prefix)) return NULL;
    names = format_text("%s", word + 2);
    path = follow_names(format_text("%s/dosdevices/%c:", prefix, tolower(word[0])), names);
    free(names);
    return path;
}
