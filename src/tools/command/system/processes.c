/* SPDX-License-Identifier: MIT */
/* Reads what Linux has of other processes: their names, files and environments. */
#include "tools/command/system/system.h"
#include "launch/prefix.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>

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

const char *process_program(pid_t pid)
{
    static char file[PATH_MAX];
    char path[64], *slash;
    ssize_t length;

    snprintf(path, sizeof path, "/proc/%d/exe", (int)pid);
    length = readlink(path, file, sizeof file - 1);
    file[length < 0 ? 0 : length] = '\0';
    slash = strrchr(file, '/');
    return slash ? slash + 1 : NULL;
}

pid_t process_parent(pid_t pid)
{
    char text[512];
    const char *name_end;

    if (process_read_file(pid, "stat", text, sizeof text) < 0) return 0;
    name_end = strrchr(text, ')');
    return name_end && strlen(name_end) > 4 ? (pid_t)strtol(name_end + 4, NULL, 10) : 0; /* behind ") S " */
}

const char *process_environment(pid_t pid)
{
    enum { MOST = 6 << 20 }; /* of Linux, for arguments and environment */
    static char environment[MOST];
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

/* Returns the pid of the next process in the open folder /proc; 0: there is none. */
static pid_t next_process(DIR *processes)
{
    const struct dirent *entry;
    pid_t pid = 0;

    while (pid <= 0 && (entry = readdir(processes))) pid = (pid_t)strtol(entry->d_name, NULL, 10);
    return pid;
}

bool any_process(bool (*is)(pid_t pid, const char *name, const struct stat *prefix))
{
    char prefix[PREFIX_PATH], name[16];
    struct stat folder;
    bool found = false;
    DIR *processes;
    pid_t pid;

    if (!prefix_path(prefix) || stat(prefix, &folder)) return false;
    processes = opendir("/proc");
    while (processes && !found && (pid = next_process(processes)))
        found = read_process_name(pid, name) && is(pid, name, &folder);
    if (processes) closedir(processes);
    return found;
}

/* For a Linux that does not list a process's children (CONFIG_PROC_CHILDREN). */
static bool any_child_by_parent(bool (*is)(pid_t pid, const char *name))
{
    DIR *processes = opendir("/proc");
    bool any = false;
    char name[16];
    pid_t pid;

    while (processes && (pid = next_process(processes)))
        any |= process_parent(pid) == getpid() && read_process_name(pid, name) && is(pid, name);
    if (processes) closedir(processes);
    return any;
}

bool any_child(bool (*is)(pid_t pid, const char *name))
{
    char path[64], name[16], *number = NULL;
    size_t size = 0;
    bool any = false;
    FILE *children;
    pid_t pid;

    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    children = fopen(path, "re");
    if (!children) return any_child_by_parent(is);
    while (getdelim(&number, &size, ' ', children) > 0) {
        pid = (pid_t)strtol(number, NULL, 10);
        any |= read_process_name(pid, name) && is(pid, name);
    }
    fclose(children);
    free(number);
    return any;
}
