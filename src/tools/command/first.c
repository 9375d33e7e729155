/* SPDX-License-Identifier: MIT */
#include "first.h"
#include "complaint.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The folder that it is in, which holds nothing else then. */
static void remove_folder(char *path)
{
    *strrchr(path, '/') = '\0';
    rmdir(path);
}

/* In a folder of its own: where everybody may make files, another user could take the name that it gets later. */
static char *make_in(const char *place)
{
    static const char name[] = "/first";
    char *path;
    int file = -1;

    if (!place || *place != '/') return NULL;
    path = formatted("%s/cycletime-XXXXXX%s", place, name);
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

char *first_make(void)
{
    const char *const folders[] = { "/dev/shm", getenv("TMPDIR"), "/tmp", getenv("XDG_RUNTIME_DIR") };
    char *path = NULL;
    unsigned i;

    for (i = 0; i < sizeof folders / sizeof *folders && !path; i++) path = make_in(folders[i]);
    return path;
}

/* The program that grafted itself has renamed the file to PATH~, and has removed that when the graft was done. */
bool first_has_come(const char *path)
{
    char *taken;
    bool has_begun;

    if (!path) return true;
    has_begun = unlink(path) != 0;
    taken = formatted("%s~", path);
    if (has_begun) has_begun = unlink(taken) != 0;
    remove_folder(taken);
    free(taken);
    return has_begun;
}
