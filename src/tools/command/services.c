/* SPDX-License-Identifier: MIT */
#include "services.h"
#include "../../unixlib/lives/folders.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ENVIRONMENT = 1 << 17 };

/* All that is in a file of that process, with a zero behind it. False: it cannot be read, or is larger. */
static bool read_file(const char *process, const char *name, char *text, size_t size)
{
    char path[64];
    size_t length = 0;
    ssize_t got = -1;
    int file;

    snprintf(path, sizeof path, "/proc/%.20s/%.20s", process, name);
    file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    while (length < size - 1 && (got = read(file, text + length, size - 1 - length)) > 0) length += (size_t)got;
    close(file);
    text[length] = 0;
    return got == 0;
}

static const char *value_of(const char *environment, const char *name)
{
    const size_t length = strlen(name);

    for (; *environment; environment += strlen(environment) + 1)
        if (!strncmp(environment, name, length) && environment[length] == '=') return environment + length + 1;
    return NULL;
}

/* prefix_path() finds this process's prefix in the same way. */
static bool has_prefix(const char *environment, const struct stat *ours)
{
    const char *prefix = value_of(environment, "WINEPREFIX"), *home = value_of(environment, "HOME");
    char path[PREFIX_PATH];
    struct stat found;

    if (prefix && *prefix) snprintf(path, sizeof path, "%s", prefix);
    else snprintf(path, sizeof path, "%s/.wine", home ? home : "");
    return !stat(path, &found) && found.st_dev == ours->st_dev && found.st_ino == ours->st_ino;
}

static bool is_without_us(const char *process, const struct stat *prefix)
{
    static char environment[ENVIRONMENT];
    const char *libraries;
    char name[32];

    if (!read_file(process, "comm", name, sizeof name) || strcmp(name, "services.exe\n") != 0) return false;
    memset(environment, 0, sizeof environment); /* two zeros behind the last one */
    if (!read_file(process, "environ", environment, sizeof environment - 1)) return false;
    if (!has_prefix(environment, prefix)) return false;
    libraries = value_of(environment, "LD_PRELOAD");
    return !libraries || !strstr(libraries, "cycletime_preload.so");
}

bool services_run_without_us(void)
{
    const struct dirent *entry;
    char path[PREFIX_PATH];
    struct stat prefix;
    bool found = false;
    DIR *processes;

    if (!prefix_path(path) || stat(path, &prefix) || !(processes = opendir("/proc"))) return false;
    while (!found && (entry = readdir(processes)))
        found = isdigit((unsigned char)entry->d_name[0]) && is_without_us(entry->d_name, &prefix);
    closedir(processes);
    return found;
}
