/* SPDX-License-Identifier: MIT */
/* Makes the acknowledgement file, and finds out whether a Windows program has removed it. */
#include "tools/command/processes.h"
#include "tools/command/command.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char folder[] = "/cycletime-XXXXXX", name[] = "/ack";

/* Removes the folder of the file, which is empty by then. */
static void remove_folder(char *path)
{
    *strrchr(path, '/') = '\0';
    rmdir(path);
}

/* Makes the file in a folder of its own: where everybody may make files, another user could take the name that the file
   gets later. */
static char *make_in(const char *place)
{
    char *path;
    int file = -1;

    if (!place || *place != '/') return NULL;
    path = format_text("%s%s%s", place, folder, name);
    path[strlen(path) - strlen(name)] = '\0';
    if (mkdtemp(path)) {
        path[strlen(path)] = '/';
        file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
        if (file < 0) remove_folder(path);
    }
    if (file >= 0) {
        close(file);
        return path;
    }
    free(path);
    return NULL;
}

char *hook_ack_make(void)
{
    const char *const folders[] = { "/dev/shm", getenv("TMPDIR"), "/tmp", getenv("XDG_RUNTIME_DIR") };
    char *path = NULL;
    unsigned i;

    for (i = 0; i < sizeof folders / sizeof *folders && !path; i++) path = make_in(folders[i]);
    return path;
}

bool hook_ack_has_come(char *path)
{
    bool has_begun;

    if (!path) return true;
    has_begun = unlink(path) != 0;
    remove_folder(path);
    return has_begun;
}

static bool is_named_by_us(const char *path)
{
    const size_t length = strlen(path), tail = sizeof folder - 1 + sizeof name - 1;

    if (*path != '/' || length <= tail) return false;
    return !strncmp(path + length - tail, folder, strcspn(folder, "X")) && !strcmp(path + length - strlen(name), name);
}

char *hook_ack_of_outer(void)
{
    static const char word[] = "ack=";
    const char *words = getenv("CYCLETIME_RUN"), *path = words ? strstr(words, word) : NULL;

    if (!path || !is_named_by_us(path + sizeof word - 1)) return NULL;
    return format_text("%s", path + sizeof word - 1);
}

/* The variable could name any file. So only a file like those that make_in() makes is removed. */
void hook_ack_report_to(const char *outer)
{
    struct stat found;

    if (!outer || lstat(outer, &found) || !S_ISREG(found.st_mode) || found.st_uid != geteuid() || found.st_size) return;
    unlink(outer);
}
