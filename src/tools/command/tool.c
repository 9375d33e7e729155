/* SPDX-License-Identifier: MIT */
/* Executes the package's Windows programs: the viewer, the counters, the benchmark. */
#include "tools/command/command.h"
#include "tools/command/processes.h"
#include "protocol/status_code.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* Does nothing for a directory with a colon in its path, since WINEDLLPATH separates directories by colons. */
static void name_libraries(const struct tree *tree)
{
    const char *chosen = getenv("CYCLETIME_UNIXLIB"), *before = getenv("WINEDLLPATH");
    const bool is_chosen = chosen && *chosen == '/';
    char *value;

    if (is_chosen && strchr(chosen, ':')) return;
    value = format_text("%s%s%s%s", is_chosen ? chosen : tree->library, is_chosen ? "" : "/wine",
                        before && *before ? ":" : "", before ? before : "");
    environment_set("WINEDLLPATH", value);
    free(value);
}

/* Makes the prefix if it is missing, as prefix_make does, and names in the environment where Wine finds the unixlib, for
   the tree's own programs. Wine: dll-path. */
static void prepare_wine(const struct tree *tree, char *wine, bool is_reported)
{
    /* First, since Wine puts a placeholder for each library of WINEDLLPATH into a prefix that it makes. */
    prefix_make(wine, is_reported);
    name_libraries(tree);
}

/* Returns the command line that runs `program`, a path below the tree's lib, under Wine. */
static char **words_for(struct tree *tree, const char *program, char **arguments, bool is_reported)
{
    char *wine;

    tree_find(tree);
    free(tree_part(tree, program)); /* checked before the link, so that the message has the real path */
    tree_link(tree);
    wine = debian_wine_loader(wine_find());
    prepare_wine(tree, wine, is_reported);
    return wine_command(wine, tree_part(tree, program), arguments);
}

/* The same, without Wine's own lines, such as those about a missing display. Wine: debug-variable. */
static char **quiet_words_for(struct tree *tree, const char *program, char **arguments)
{
    environment_set_default("WINEDEBUG", "-all");
    return words_for(tree, program, arguments, isatty(STDERR_FILENO));
}

static const char bench[] = "wine/" MACHINE "-windows/cycletime-bench.exe";

/* The benchmark itself is not hooked, but the programs whose start it measures are. */
static void prepare_bench(const struct tree *tree)
{
    environment_name_library(tree);
    environment_set("CYCLETIME_RUN", "off");
}

int tool_bench(char **arguments)
{
    struct tree tree;
    char **words = quiet_words_for(&tree, bench, arguments);

    prepare_bench(&tree);
    return wine_execute(words);
}

/* Returns what was written to FILE, in malloc's memory. */
static char *text_of(int file)
{
    const off_t size = lseek(file, 0, SEEK_END);
    char *text = size < 0 ? NULL : calloc((size_t)size + 1, 1);

    if (!text || pread(file, text, (size_t)size, 0) != size)
        exit(report_error(EXIT_FAILED, "status: cannot read Wine's output: %s", strerror(errno)));
    return text;
}

static int report_status(const char *wine, int status, const char *answer, const char *messages)
{
    const char *obstacle;
    const bool is_answer = !strncmp(answer, "system ", strlen("system ")), has_ended = WIFEXITED(status);

    fputs(answer, stdout);
    if (is_answer && has_ended && WEXITSTATUS(status) == STATUS_WORKS) return 0;
    if (fflush(stdout)) return EXIT_FAILED;
    if (is_answer && has_ended && WEXITSTATUS(status) == STATUS_NO_LINUX_SIDE)
        return report_error(EXIT_FAILED, "status: the Linux side is not active, so times are only accurate to 10 ms");
    report_warning("status: %s gave no complete answer, and ended with %s %d%s", wine, has_ended ? "exit code" : "signal",
                   has_ended ? WEXITSTATUS(status) : WTERMSIG(status), *messages ? ". It printed:" : "");
    fputs(messages, stderr);
    if (!is_answer && (obstacle = wine_find_obstacle())) report_warning("status: Wine cannot start: %s", obstacle);
    return EXIT_FAILED;
}

int tool_status(void)
{
    static char *arguments[] = { "--status", NULL };
    const char *channels = getenv("WINEDEBUG");
    const bool is_shown = channels && *channels;
    struct tree tree;
    char **words = words_for(&tree, bench, arguments, true);
    const int out = leave_standard_streams(memfd_create("out", MFD_CLOEXEC));
    const int err = is_shown ? -1 : leave_standard_streams(memfd_create("err", MFD_CLOEXEC));
    int status;

    if (out < 0 || (err < 0 && !is_shown))
        return report_error(EXIT_FAILED, "status: cannot keep Wine's output: %s", strerror(errno));
    prepare_bench(&tree);
    if ((status = wine_run(words, out, err)) < 0)
        return report_error(EXIT_FAILED, "cannot run %s: %s", words[0], strerror(errno));
    return report_status(words[0], status, text_of(out), is_shown ? "" : text_of(err));
}

/* The program hooks itself. */
int tool_counters(char **arguments)
{
    struct tree tree;

    return wine_execute(quiet_words_for(&tree, "wine/" MACHINE "-windows/cycletime-counters.exe", arguments));
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
    char **words = quiet_words_for(&tree, "wine/" MACHINE "-windows/cycletime-top.exe", arguments);

    return is_view(arguments) ? terminal_run(words) : viewer_run(words);
}
