/* SPDX-License-Identifier: MIT */
/* Finds the installed tree beside the command. */
#include "tools/command/start/start.h"
#include "protocol/can_access.h"
#include "protocol/ignore_result.h"
#include "unixlib/shared_file/shared_folders.h"

#include <errno.h>
#include <sys/stat.h>

static bool fits_ld_preload(const char *folder)
{
    enum { MOST = 200 };
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._+-@%,=~";

    return folder[strspn(folder, plain)] == 0 && strlen(folder) <= MOST;
}

/* Makes a link to FOLDER in the folder PLACE, in which nobody but this user makes links. Returns its path, or NULL. */
static char *make_link(const char *place, const char *folder)
{
    const uint64_t name = fnv1a_hash(folder, strlen(folder));
    char *path, target[PATH_MAX];
    ssize_t length;

    if (!fits_ld_preload(place) || !folder_is_own(place)) return NULL;
    path = format_text("%s/cycletime-%016llx", place, (unsigned long long)name);
    ignore_result(symlink(folder, path)); /* it may be there already */
    length = readlink(path, target, sizeof target);
    if (length >= 0 && (size_t)length == strlen(folder) && !memcmp(target, folder, (size_t)length)) return path;
    free(path);
    return NULL;
}

/* Returns a link to FOLDER that LD_PRELOAD can name, or NULL. Another user may have made the folder in /tmp first. */
static char *find_link(const char *folder)
{
    const char *const runtime = getenv("XDG_RUNTIME_DIR"), *const home = getenv("HOME");
    char *const places[] = { format_text("%s", runtime ? runtime : ""),
                             format_text("/tmp/cycletime-%u", (unsigned)own_user()),
                             home && *home == '/' ? format_text("%s/.cycletime", home) : format_text("%s", "") };
    char *path = NULL;
    size_t i;

    for (i = 0; i < sizeof places / sizeof *places; i++) {
        if (!path && *places[i] == '/') {
            if (i) mkdir(places[i], S_IRWXU);
            path = make_link(places[i], folder);
        }
        free(places[i]);
    }
    return path;
}

void tree_find(struct tree *tree)
{
    const ssize_t length = readlink("/proc/self/exe", tree->root, sizeof tree->root - 1);
    char *lib, *slash;
    int up;

    if (length < 0)
        exit(report_error(EXIT_FAILED, "cannot find the folder of cycletime: /proc/self/exe: %s", strerror(errno)));
    tree->root[length] = 0;
    tree->is_linked = false;
    for (up = 0; up < 2; up++) {
        slash = strrchr(tree->root, '/');
        if (slash) slash[slash == tree->root] = 0;
    }
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

void tree_link(struct tree *tree)
{
    char *link;

    if (fits_ld_preload(tree->library)) return;
    if (strchr(tree->library, ':'))
        exit(report_error(EXIT_FAILED,
                          "%s: the path contains a colon, which LD_PRELOAD cannot hold; move cycletime elsewhere",
                          tree->library));
    link = find_link(tree->library);
    if (!link)
        exit(report_error(
            EXIT_FAILED,
            "%s: LD_PRELOAD cannot hold this path, and no link to it can be made in $XDG_RUNTIME_DIR, /tmp or $HOME; "
            "move cycletime to a folder with a plain name",
            tree->library));
    tree->is_linked = true;
    memcpy(tree->library, link, strlen(link) + 1); /* the link's path is short */
    free(link);
}

void tree_find_library(struct tree *tree)
{
    tree_find(tree);
    free(tree_part(tree, "preload/" MACHINE "/cycletime_preload.so"));
    free(tree_part(tree, "wine/" MACHINE "-windows/cycletime.dll"));
    tree_link(tree);
}
