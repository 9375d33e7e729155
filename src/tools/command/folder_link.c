/* SPDX-License-Identifier: MIT */
#include "tools/command/folder_link.h"
#include "tools/command/message.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST = 200, OTHERS = S_IWGRP | S_IWOTH };

bool folder_link_is_needless(const char *folder)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._+-@%,=~";

    return folder[strspn(folder, plain)] == 0 && strlen(folder) <= MOST;
}

/* A sandbox may refuse geteuid, which then returns -1. */
static uid_t own_user(void)
{
    const uid_t user = geteuid();
    struct stat self;

    return user == (uid_t)-1 && !stat("/proc/self", &self) ? self.st_uid : user;
}

static bool is_own_folder(const char *path)
{
    struct stat found;

    return !lstat(path, &found) && S_ISDIR(found.st_mode) && found.st_uid == own_user() && !(found.st_mode & OTHERS);
}

static bool leads_to(const char *path, const char *folder)
{
    char target[PATH_MAX];
    const ssize_t length = readlink(path, target, sizeof target);

    return length >= 0 && (size_t)length == strlen(folder) && !memcmp(target, folder, (size_t)length);
}

/* One name for each folder (FNV-1a); in a place of the user's own nobody else makes links. */
static uint64_t number_of(const char *folder)
{
    uint64_t number = 0xcbf29ce484222325;

    for (; *folder; folder++) number = (number ^ (unsigned char)*folder) * 0x100000001b3;
    return number;
}

static char *link_in(const char *place, const char *folder)
{
    char *path;

    if (!folder_link_is_needless(place) || !is_own_folder(place)) return NULL;
    path = format_text("%s/cycletime-%016llx", place, (unsigned long long)number_of(folder));
    if (leads_to(path, folder)) return path;
    if ((!symlink(folder, path) || errno == EEXIST) && leads_to(path, folder))
        return path; /* another process may have made it just now */
    free(path);
    return NULL;
}

static char *link_in_own(const char *place, const char *name, const char *folder)
{
    char *own, *path;

    if (!place || *place != '/') return NULL;
    own = format_text("%s/%s", place, name);
    mkdir(own, S_IRWXU);
    path = link_in(own, folder);
    free(own);
    return path;
}

/* Another user may have made that in /tmp first. */
char *folder_link_to(const char *folder)
{
    const char *runtime = getenv("XDG_RUNTIME_DIR");
    char *path = runtime && *runtime == '/' ? link_in(runtime, folder) : NULL, name[32];

    snprintf(name, sizeof name, "cycletime-%u", (unsigned)own_user());
    if (!path) path = link_in_own("/tmp", name, folder);
    return path ? path : link_in_own(getenv("HOME"), ".cycletime", folder);
}
