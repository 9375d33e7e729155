/* SPDX-License-Identifier: MIT */
#include "unixlib/shared_file/shared_folders.h"
#include "unixlib/shared_file/procfs_process.h"
#include "unixlib/shared_file/user_home.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>

void shared_folders_find(struct shared_folders *folders, const char *only)
{
    const char *runtime = getenv("XDG_RUNTIME_DIR");

    folders->count = 0;
    folders->of[folders->count++] = only ? only : "/dev/shm";
    if (only) return;
    if (runtime && *runtime == '/') folders->of[folders->count++] = runtime;
    if (prefix_path(folders->prefix)) folders->of[folders->count++] = folders->prefix;
}

/* Wine, too, takes the home from the list of users if the environment has none. */
static const char *find_home(char users[PREFIX_PATH])
{
    const char *home = getenv("HOME");

    if (home) return home;
    return user_home("/etc/passwd", users, PREFIX_PATH) ? users : "";
}

bool prefix_path(char path[PREFIX_PATH])
{
    const char *prefix = getenv("WINEPREFIX");
    char users[PREFIX_PATH];
    const int length = prefix && *prefix ? snprintf(path, PREFIX_PATH, "%s", prefix)
                                         : snprintf(path, PREFIX_PATH, "%s/.wine", find_home(users));

    return length >= 0 && length < PREFIX_PATH;
}

static const uint64_t SPREAD = 0x9e3779b97f4a7c15;

bool shared_key(uint64_t *key)
{
    const uint64_t pid_namespace = own_pid_namespace();

    *key = (pid_namespace * SPREAD ^ own_time_namespace()) * SPREAD;
    return pid_namespace;
}

bool prefix_identity(uint64_t *identity)
{
    char path[PREFIX_PATH];
    struct stat found;

    if (!prefix_path(path) || stat(path, &found)) return false;
    *identity = ((uint64_t)found.st_dev * SPREAD ^ (uint64_t)found.st_ino) * SPREAD;
    return true;
}

bool file_limit_allows(uint64_t size)
{
    struct rlimit64 limit;

    return getrlimit64(RLIMIT_FSIZE, &limit) || limit.rlim_cur >= size;
}
