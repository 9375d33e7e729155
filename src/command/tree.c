/* SPDX-License-Identifier: MIT */
#include "tree.h"
#include "complaint.h"
#include "link.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void cut_last_name(char *path)
{
    char *slash = strrchr(path, '/');

    if (slash) slash[slash == path] = 0;
}

int tree_find(struct tree *tree)
{
    const ssize_t length = readlink("/proc/self/exe", tree->root, sizeof tree->root - 1);
    char *lib = NULL;
    bool is_found;

    if (length < 0) return fail(EXIT_FAILED, "cannot tell where it is installed: /proc/self/exe: %s", strerror(errno));
    tree->root[length] = 0;
    tree->is_linked = false;
    cut_last_name(tree->root);
    cut_last_name(tree->root);
    if (asprintf(&lib, "%s/" LIBRARY_DIRECTORY, tree->root) < 0) return fail(EXIT_FAILED, "%s", strerror(ENOMEM));
    is_found = realpath(lib, tree->library) != NULL;
    if (!is_found) complain("%s: missing; install again", lib);
    free(lib);
    return is_found ? 0 : EXIT_FAILED;
}

char *tree_part(const struct tree *tree, const char *part)
{
    struct stat found;
    char *path;

    if (asprintf(&path, "%s/%s", tree->library, part) < 0) {
        complain("%s", strerror(ENOMEM));
        return NULL;
    }
    if (!stat(path, &found)) return path;
    if (errno == ENOENT) complain("%s: missing; install again", path);
    else complain("%s: %s", path, strerror(errno));
    free(path);
    return NULL;
}

int tree_link(struct tree *tree)
{
    char *link;

    if (link_is_needless(tree->library)) return 0;
    if (strchr(tree->library, ':'))
        return fail(EXIT_FAILED, "%s: a colon in its path would end it in LD_PRELOAD; install elsewhere", tree->library);
    if (!(link = link_to(tree->library)))
        return fail(EXIT_FAILED,
                    "%s: LD_PRELOAD cannot hold this path, and neither $XDG_RUNTIME_DIR, /tmp nor $HOME a link to it",
                    tree->library);
    tree->is_linked = true;
    memcpy(tree->library, link, strlen(link) + 1); /* which is short */
    free(link);
    return 0;
}
