/* SPDX-License-Identifier: MIT */
/* Executes the package's Windows programs: the viewer, the counters, the benchmark. */
#include "tools/command/command.h"
#include "tools/command/child.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns the command line that runs `program`, a path below the tree's lib, under Wine. */
static char **words_for(struct tree *tree, const char *program, char **arguments)
{
    char *wine;

    tree_find(tree);
    free(tree_part(tree, program)); /* checked before the link, so that the message has the real path */
    tree_link(tree);
    wine = wine_find();
    wine_prepare(tree, wine);
    return wine_command(wine, tree_part(tree, program), arguments);
}

static int execute_tool(char **words)
{
    execvp(words[0], words);
    return report_error(EXIT_FAILED, "cannot run %s: %s", words[0], strerror(errno));
}

/* The benchmark itself is not hooked, but the programs whose start it measures are. */
int tool_bench(char **arguments)
{
    struct tree tree;
    char **words = words_for(&tree, "wine/" MACHINE "-windows/cycletime-bench.exe", arguments);

    environment_name_library(&tree);
    environment_set("CYCLETIME_RUN", "off");
    return execute_tool(words);
}

/* The program hooks itself. */
int tool_counters(char **arguments)
{
    struct tree tree;

    return execute_tool(words_for(&tree, "wine/" MACHINE "-windows/cycletime-counters.exe", arguments));
}

/* Returns whether the viewer is to use the whole terminal. */
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

    return is_view(arguments) ? terminal_run(words) : viewer_run(words);
}
