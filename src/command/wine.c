/* SPDX-License-Identifier: MIT */
#include "wine.h"
#include "complaint.h"
#include "search.h"
#include "../host/prefix.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

char *wine_find(void)
{
    const char *name = getenv("WINE");
    char *wine;

    if (!name || !*name) name = "wine";
    wine = search(name);
    if (!wine) complain("%s: not found; install Wine, or name its command in WINE", name);
    return wine;
}

char **wine_words(char *wine, char *program, char **words)
{
    size_t count = 0, i;
    char **all;

    while (words[count]) count++;
    all = malloc((count + 3) * sizeof *all);
    if (!all) return NULL;
    all[0] = wine;
    all[1] = program;
    for (i = 0; i <= count; i++) all[i + 2] = words[i];
    return all;
}

static void begin(char *const *words, bool is_silent)
{
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);

    if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0) return;
    if (is_silent && (dup2(nothing, STDOUT_FILENO) < 0 || dup2(nothing, STDERR_FILENO) < 0)) return;
    execvp(words[0], words);
}

bool wine_does(char *const *words, bool is_silent)
{
    const pid_t child = fork();
    sigset_t none;
    int status;

    if (!child) {
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        begin(words, is_silent);
        _exit(EXIT_FAILED);
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && !WEXITSTATUS(status);
}

/* Wine puts a placeholder for each library that it is shown into a prefix that it makes. */
static void make_prefix(char *wine)
{
    char prefix[PREFIX_PATH], *registry;
    char *const words[] = { wine, "wineboot", "--init", NULL };

    if (!prefix_path(prefix) || asprintf(&registry, "%s/system.reg", prefix) < 0) return;
    if (access(registry, F_OK)) wine_does(words, false);
    free(registry);
}

/* A colon would end its name. */
static void name_libraries(const struct tree *tree)
{
    const char *chosen = getenv("CYCLETIME_HOST"), *before = getenv("WINEDLLPATH");
    const bool is_chosen = chosen && *chosen == '/';
    char *value;

    if (is_chosen && strchr(chosen, ':')) return;
    if (asprintf(&value, "%s%s%s%s", is_chosen ? chosen : tree->library, is_chosen ? "" : "/wine",
                 before && *before ? ":" : "", before ? before : "")
        < 0)
        return;
    setenv("WINEDLLPATH", value, 1);
    free(value);
}

void wine_prepare(const struct tree *tree, char *wine)
{
    make_prefix(wine);
    name_libraries(tree);
}
