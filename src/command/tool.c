/* SPDX-License-Identifier: MIT */
#include "tool.h"
#include "complaint.h"
#include "preload.h"
#include "tree.h"
#include "view.h"
#include "wine.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What Linux executes for PROGRAM, of lib/wine; NULL after one line. */
static char **words_for(struct tree *tree, const char *program, char **arguments)
{
    char *path, *wine, **words;

    if (tree_find(tree) || !(path = tree_part(tree, program))) return NULL;
    free(path); /* one that is missing is told by its own name */
    if (tree_link(tree) || !(path = tree_part(tree, program))) return NULL;
    wine = wine_find();
    words = wine ? wine_words(wine, path, arguments) : NULL;
    if (words) wine_prepare(tree, wine);
    else if (wine) complain("%s", strerror(ENOMEM));
    return words;
}

static int become(char **words)
{
    execvp(words[0], words);
    return fail(EXIT_FAILED, "%s: %s", words[0], strerror(errno));
}

/* It leaves itself alone, and has those grafted whose start it measures. */
int tool_bench(char **arguments)
{
    struct tree tree;
    char **words = words_for(&tree, "wine/" MACHINE "-windows/cycletime-bench.exe", arguments);

    if (!words || preload_name(&tree) || setenv("CYCLETIME_RUN", "off", 1)) return EXIT_FAILED;
    return become(words);
}

/* Does it take the whole terminal? */
static bool is_view(char **arguments)
{
    static const char *const others[] = { "--once", "--json", "--csv", "--help" };
    unsigned i;

    for (; *arguments; arguments++)
        for (i = 0; i < sizeof others / sizeof *others; i++)
            if (!strcmp(*arguments, others[i])) return false;
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

int tool_top(char **arguments)
{
    struct tree tree;
    char **words = words_for(&tree, "wine/" MACHINE "-windows/cycletime-top.exe", arguments);

    if (!words) return EXIT_FAILED;
    return is_view(arguments) ? view(words) : become(words);
}
