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

static const char name[] = "/ack";

/* In a folder of its own: where everybody may make files, another user could take the name that the file gets later. */
char *hook_ack_make(int *lock)
{
    char *folder = own_folder_make(lock), *path;
    int file;

    if (!folder) return NULL;
    path = format_text("%s%s", folder, name);
    file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file >= 0) close(file);
    else {
        rmdir(folder);
        free(path);
        path = NULL;
    }
    free(folder);
    return path;
}

bool hook_ack_has_come(char *path)
{
    bool has_begun;

    if (!path) return true;
    has_begun = unlink(path) != 0;
    *strrchr(path, '/') = '\0';
    rmdir(path);
    return has_begun;
}

char *hook_ack_of_outer(void)
{
    static const char folder[] = OWN_FOLDER_BEGIN "XXXXXX";
    const size_t tail_length = sizeof folder + sizeof name - 1;
    const char *words = getenv("CYCLETIME_RUN"), *path = words ? strstr(words, RUN_ACK) : NULL, *tail;

    if (!path) return NULL;
    path += strlen(RUN_ACK);
    if (*path != '/' || strlen(path) <= tail_length) return NULL;
    tail = path + strlen(path) - tail_length;
    if (*tail != '/' || strncmp(tail + 1, OWN_FOLDER_BEGIN, strlen(OWN_FOLDER_BEGIN)) != 0) return NULL;
    return strcmp(tail + sizeof folder, name) ? NULL : format_text("%s", path);
}

/* The variable could name any file. So only a file like those that hook_ack_make makes is removed. */
void hook_ack_report_to(const char *outer)
{
    struct stat found;

    if (!outer || lstat(outer, &found) || !S_ISREG(found.st_mode) || found.st_uid != geteuid() || found.st_size) return;
    unlink(outer);
}
