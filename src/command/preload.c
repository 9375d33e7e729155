/* SPDX-License-Identifier: MIT */
#include "preload.h"
#include "complaint.h"
#include "link.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* VALUE behind what VARIABLE holds already, and a colon. */
static bool append(const char *variable, const char *value)
{
    const char *before = getenv(variable);
    char *both;
    bool done;

    if (!before || !*before) return !setenv(variable, value, 1);
    if (asprintf(&both, "%s:%s", before, value) < 0) return false;
    done = !setenv(variable, both, 1);
    free(both);
    return done;
}

static bool is_below_usr(const char *path)
{
    return !strncmp(path, "/usr", 4) && (!path[4] || path[4] == '/');
}

/* Of ld.so's tokens PLATFORM alone has values that belong to one word size each. Steam's containers have the home and what
   is named to them; the machine's /usr is elsewhere in there, where the library finds itself. */
static int name_both(const struct tree *tree, const char *folder)
{
    char *entry;
    bool done;

    if (asprintf(&entry, "%s/preload/${PLATFORM}/cycletime_preload.so", folder) < 0)
        return fail(EXIT_FAILED, "%s", strerror(ENOMEM));
    done = append("LD_PRELOAD", entry);
    free(entry);
    if (done && !is_below_usr(tree->root)) done = append("PRESSURE_VESSEL_FILESYSTEMS_RO", tree->root);
    if (done && folder != tree->library) done = append("PRESSURE_VESSEL_FILESYSTEMS_RO", folder);
    return done ? 0 : fail(EXIT_FAILED, "%s", strerror(errno));
}

int preload_name(const struct tree *tree)
{
    char *link;
    int status;

    if (link_is_needless(tree->library)) return name_both(tree, tree->library);
    if (strchr(tree->library, ':'))
        return fail(EXIT_FAILED, "%s: a colon in its path would end it in LD_PRELOAD; install elsewhere", tree->library);
    if (!(link = link_to(tree->library)))
        return fail(EXIT_FAILED,
                    "%s: LD_PRELOAD cannot hold this path, and none of $XDG_RUNTIME_DIR, /tmp and $HOME can hold a link to it",
                    tree->library);
    status = name_both(tree, link);
    free(link);
    return status;
}

int preload_tell(const struct options *options, const char *first)
{
    char *words;
    int failed;

    if (asprintf(&words, "%s%s%s%s%s%s%s%s", options->best_effort ? "" : "must ", options->verbose ? "verbose " : "",
                 options->quiet ? "quiet " : "", options->no_nt ? "no-nt " : "", options->fast_clock ? "fast-clock " : "",
                 options->no_children ? "no-children " : "", first ? "first=" : "", first ? first : "")
        < 0)
        return fail(EXIT_FAILED, "%s", strerror(ENOMEM));
    failed = setenv("CYCLETIME_RUN", words, 1);
    free(words);
    return failed ? fail(EXIT_FAILED, "%s", strerror(errno)) : 0;
}
