/* SPDX-License-Identifier: MIT */
/* Finds the installed tree beside the command. */
#include "tools/command/command.h"
#include "protocol/can_access.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST = 200, OTHERS = S_IWGRP | S_IWOTH };

/* Whether LD_PRELOAD can name FOLDER as it is. */
static bool folder_link_is_needless(const char *folder)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._+-@%,=~";

    return folder[strspn(folder, plain)] == 0 && strlen(folder) <= MOST;
}

/* A sandbox may refuse geteuid. The C library takes no notice, and returns the kernel's answer: a negative error number,
   which is no user's id. */
static uid_t own_user(void)
{
    enum { ERRORS = 4095 };
    const uid_t user = geteuid();
    struct stat self;

    return user >= (uid_t)-ERRORS && !stat("/proc/self", &self) ? self.st_uid : user;
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

/* Returns a link to FOLDER that LD_PRELOAD can name. Another user may have made the folder in /tmp first. */
static char *folder_link_to(const char *folder)
{
    const char *runtime = getenv("XDG_RUNTIME_DIR");
    char *path = runtime && *runtime == '/' ? link_in(runtime, folder) : NULL, name[32];

    snprintf(name, sizeof name, "cycletime-%u", (unsigned)own_user());
    if (!path) path = link_in_own("/tmp", name, folder);
    return path ? path : link_in_own(getenv("HOME"), ".cycletime", folder);
}

static void cut_last_name(char *path)
{
    char *slash = strrchr(path, '/');

    if (slash) slash[slash == path] = 0;
}

void tree_find(struct tree *tree)
{
    const ssize_t length = readlink("/proc/self/exe", tree->root, sizeof tree->root - 1);
    char *lib;

    if (length < 0)
        exit(report_error(EXIT_FAILED, "cannot find the folder of cycletime: /proc/self/exe: %s", strerror(errno)));
    tree->root[length] = 0;
    tree->is_linked = false;
    cut_last_name(tree->root);
    cut_last_name(tree->root);
    lib = format_text("%s/" LIBRARY_DIRECTORY, tree->root);
    if (!realpath(lib, tree->library)) exit(report_error(EXIT_FAILED, "%s: missing; install cycletime again", lib));
    free(lib);
}

char *tree_part(const struct tree *tree, const char *part)
{
    char *path = format_text("%s/%s", tree->library, part);

    if (can_access(path, F_OK)) return path;
    exit(report_error(EXIT_FAILED, "%s: %s", path, errno == ENOENT ? "missing; install cycletime again" : strerror(errno)));
}

static void link_library(struct tree *tree)
{
    char *link;

    if (strchr(tree->library, ':'))
        exit(report_error(EXIT_FAILED,
                          "%s: the path contains a colon, which LD_PRELOAD cannot hold; move cycletime elsewhere",
                          tree->library));
    if (!(link = folder_link_to(tree->library)))
        exit(report_error(
            EXIT_FAILED,
            "%s: LD_PRELOAD cannot hold this path, and no link to it can be made in $XDG_RUNTIME_DIR, /tmp or $HOME; "
            "move cycletime to a folder with a plain name",
            tree->library));
    tree->is_linked = true;
    memcpy(tree->library, link, strlen(link) + 1); /* the link's path is short */
    free(link);
}

void tree_link(struct tree *tree)
{
    if (!folder_link_is_needless(tree->library)) link_library(tree);
}

void tree_find_library(struct tree *tree)
{
    tree_find(tree);
    free(tree_part(tree, "preload/" MACHINE "/cycletime_preload.so"));
    free(tree_part(tree, "wine/" MACHINE "-windows/cycletime.dll"));
    tree_link(tree);
}
