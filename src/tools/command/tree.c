/* SPDX-License-Identifier: MIT */
#include "tools/command/tree.h"
#include "tools/command/message.h"
#include "tools/command/folder_link.h"
#include "protocol/can_access.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

void tree_link(struct tree *tree)
{
    char *link;

    if (folder_link_is_needless(tree->library)) return;
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
