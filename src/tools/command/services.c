/* SPDX-License-Identifier: MIT */
#include "tools/command/services.h"
#include "unixlib/shared_file/shared_folders.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { ENVIRONMENT = 1 << 17 };

/* Reads the whole of a file of that process, and puts a zero behind it. Returns false if the file cannot be read, or is
   larger. */
static bool read_file(const char *process, const char *name, char *text, size_t size)
{
    char path[64];
    size_t length;
    bool is_whole;
    FILE *file;

    snprintf(path, sizeof path, "/proc/%.20s/%.20s", process, name);
    if (!(file = fopen(path, "re"))) return false;
    length = fread(text, 1, size - 1, file);
    is_whole = feof(file) && !ferror(file);
    fclose(file);
    text[length] = 0;
    return is_whole;
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
