/* SPDX-License-Identifier: MIT */
/*
 * A Wine command can lead back to this command: a link to it, or a script that executes it. To notice that, a command that
 * executes Wine names it in a variable: the number of the process that becomes Wine, how many such starts there are, one in
 * the other, and the device and inode of each file that leads back. A Linux program that a Windows program starts has the
 * variable too. It is no child of that process for long: Wine forks twice to start a Linux program (fork_and_exec in Wine's
 * ntdll), and the process in between is just ending.
 * Wine: two-forks.
 */
#include "tools/command/command.h"
#include "tools/command/processes.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char variable[] = "CYCLETIME_WINE";

/* A script that also hides its parent, as a container does, is only stopped by this number. */
enum { MOST_STARTS = 64 };

struct origin {
    long process;
    unsigned starts;
    const char *files; /* with a blank before and behind each */
};

static struct origin origin_read(void)
{
    const char *value = getenv(variable);
    struct origin origin = { .files = "" };
    char *end;

    if (!value) return origin;
    origin.process = strtol(value, &end, 10);
    origin.starts = (unsigned)strtoul(end, &end, 10);
    origin.files = end;
    return origin;
}

/* Returns the process number's parent, or 0 if there is no such process. */
static long process_parent(long process)
{
    char text[512];
    const char *name_end;
    long parent = 0;

    if (process_read_file((pid_t)process, "stat", text, sizeof text) < 0) return 0;
    name_end = strrchr(text, ')');
    return name_end && sscanf(name_end, ") %*c %ld", &parent) == 1 ? parent : 0;
}

/* A Windows program's file is one of Wine's loaders. Wine: wine-command. */
bool wine_is_this_process(void)
{
    const long executed = origin_read().process;
    long process = executed ? getpid() : 0;
    char path[64], file[PATH_MAX];
    const char *name;
    ssize_t length;

    while (process && process != executed) process = process_parent(process);
    if (!process || process == getpid()) return process;
    snprintf(path, sizeof path, "/proc/%ld/exe", process);
    length = readlink(path, file, sizeof file - 1);
    file[length > 0 ? length : 0] = '\0';
    name = strrchr(file, '/');
    return !name || strncmp(name + 1, "wine", 4) != 0;
}

bool wine_starts_too_often(void)
{
    return origin_read().starts >= MOST_STARTS;
}

/* Returns the file's device and inode as the variable has them, in malloc's memory. */
static char *name_of_file(const struct stat *file)
{
    return format_text(" %llx:%llx ", (unsigned long long)file->st_dev, (unsigned long long)file->st_ino);
}

bool wine_leads_back(const char *path)
{
    struct stat found, own;
    bool is_named;
    char *name;

    if (stat(path, &found)) return false;
    if (!stat("/proc/self/exe", &own) && found.st_dev == own.st_dev && found.st_ino == own.st_ino) return true;
    if (!wine_is_this_process()) return false;
    name = name_of_file(&found);
    is_named = strstr(origin_read().files, name);
    free(name);
    return is_named;
}

static const char *expected;

void wine_expect(const char *path)
{
    expected = path;
}

bool wine_announce(void)
{
    const struct origin before = origin_read();
    struct stat found;
    char *name, *value;
    bool is_set;

    if (!expected || stat(expected, &found)) return true;
    name = name_of_file(&found);
    value = format_text("%ld %u%s%s", (long)getpid(), before.starts + 1, wine_is_this_process() ? before.files : "", name);
    is_set = !setenv(variable, value, 1);
    free(value);
    free(name);
    return is_set;
}
