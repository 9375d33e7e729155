/* SPDX-License-Identifier: MIT */
/* Reads what Linux has of other processes: their names and environments. */
#include "tools/command/processes.h"
#include "launch/prefix.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

ssize_t process_read_file(pid_t pid, const char *name, char *text, size_t size)
{
    char path[64];
    size_t length = 0;
    ssize_t got = -1;
    int file;

    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return -1;
    while (length < size - 1 && (got = read(file, text + length, size - 1 - length)) > 0) length += (size_t)got;
    close(file);
    text[length] = '\0';
    return got < 0 ? -1 : (ssize_t)length;
}

bool read_process_name(pid_t pid, char name[16])
{
    if (process_read_file(pid, "comm", name, 16) < 1) return false;
    name[strcspn(name, "\n")] = '\0';
    return true;
}

pid_t process_parent(pid_t pid)
{
    char text[512];
    const char *name_end;
    int parent = 0;

    if (process_read_file(pid, "stat", text, sizeof text) < 0) return 0;
    name_end = strrchr(text, ')');
    return name_end && sscanf(name_end, ") %*c %d", &parent) == 1 ? parent : 0;
}

const char *process_environment(pid_t pid)
{
    static char environment[1 << 17];
    const ssize_t length = process_read_file(pid, "environ", environment, sizeof environment - 1);

    if (length < 0 || (size_t)length == sizeof environment - 2) return NULL;
    environment[length + 1] = '\0';
    return environment;
}

const char *environment_value(const char *environment, const char *name)
{
    const size_t length = strlen(name);

    for (; *environment; environment += strlen(environment) + 1)
        if (!strncmp(environment, name, length) && environment[length] == '=') return environment + length + 1;
    return NULL;
}

/* Wine: prefix. */
bool process_has_prefix(pid_t pid, const struct stat *ours)
{
    const char *environment = process_environment(pid);
    char path[PREFIX_PATH];
    struct stat found;

    return environment
           && prefix_path_by(environment_value(environment, "WINEPREFIX"), environment_value(environment, "HOME"), path)
           && !stat(path, &found) && found.st_dev == ours->st_dev && found.st_ino == ours->st_ino;
}

bool any_process(bool (*is)(pid_t pid, const char *name, const struct stat *prefix))
{
    char prefix[PREFIX_PATH], name[16];
    const struct dirent *entry;
    struct stat folder;
    bool found = false;
    DIR *processes;
    pid_t pid;

    if (!prefix_path(prefix) || stat(prefix, &folder)) return false;
    processes = opendir("/proc");
    while (processes && !found && (entry = readdir(processes))) {
        pid = (pid_t)strtol(entry->d_name, NULL, 10);
        found = pid > 0 && read_process_name(pid, name) && is(pid, name, &folder);
    }
    if (processes) closedir(processes);
    return found;
}
