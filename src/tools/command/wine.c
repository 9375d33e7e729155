/* SPDX-License-Identifier: MIT */
/* Finds the Wine that the command uses, what it can do, and whether its services already run. */
#include "tools/command/command.h"
#include "tools/command/processes.h"
#include "protocol/can_access.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char *passed_over; /* the last file that leads back to this command; NULL: there was none */

static bool pass_over(const char *path)
{
    if (!wine_leads_back(path)) return false;
    free(passed_over);
    passed_over = format_text("%s", path);
    return true;
}

bool wine_is_own_name(void)
{
    return !strcmp(program_invocation_short_name, "wine") || !strcmp(program_invocation_short_name, "wine64");
}

/* A $WINE that leads back is often a makefile's: its variables are those of the commands that it starts. It can have more
   words, as in WINE="cycletime run". Then its first word shows whether it leads back. */
char *wine_find(void)
{
    const char *name = getenv("WINE");
    char *wine = NULL, *first;

    if (name && !*name) name = NULL;
    if (name) wine = search_path(name, pass_over);
    if (name && !wine && !passed_over) {
        first = format_text("%.*s", (int)strcspn(name, " "), name);
        free(search_path(first, pass_over));
        free(first);
    }
    if (!wine && (!name || passed_over)) {
        if (wine_is_own_name()) wine = search_path(program_invocation_short_name, pass_over);
        if (!wine) wine = search_path("wine", pass_over);
    }
    if (!wine && passed_over)
        exit(report_error(
            EXIT_FAILED, "%s leads back to cycletime, and PATH has no other wine; install Wine, or set WINE to its command",
            passed_over));
    if (!wine && !name) exit(report_error(EXIT_FAILED, "wine: not found; install Wine, or set WINE to its command"));
    if (!wine)
        exit(report_error(EXIT_FAILED, "%s: %s; set WINE to Wine's command", name,
                          strchr(name, '/') && can_access(name, F_OK) ? "cannot be executed" : "not found"));
    if (wine_starts_too_often())
        exit(report_error(EXIT_FAILED, "%s leads back to cycletime again and again; set WINE to Wine's command", wine));
    wine_expect(wine);
    return wine;
}

int wine_execute(char *const *words)
{
    if (wine_announce()) execvp(words[0], words);
    return report_error(EXIT_FAILED, "cannot run %s: %s", words[0], strerror(errno));
}

char **wine_command(char *wine, char *program, char **words)
{
    size_t count = 0, i;
    char **all;

    while (words[count]) count++;
    all = malloc((count + 3) * sizeof *all);
    if (!all) exit(report_error(EXIT_FAILED, "out of memory"));
    all[0] = wine;
    all[1] = program;
    for (i = 0; i <= count; i++) all[i + 2] = words[i];
    return all;
}

int wine_run(char *const *words, int out, int err)
{
    const pid_t child = fork();
    sigset_t none;
    int status, nothing;

    if (!child) {
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        nothing = leave_standard_streams(open("/dev/null", O_RDONLY | O_CLOEXEC));
        if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0) _exit(EXIT_FAILED);
        if (out >= 0 && dup2(out, STDOUT_FILENO) < 0) _exit(EXIT_FAILED);
        if (err >= 0 && dup2(err, STDERR_FILENO) < 0) _exit(EXIT_FAILED);
        fill_standard_streams();
        _exit(wine_execute(words));
    }
    return child > 0 && waitpid(child, &status, 0) == child ? status : -1;
}

bool wine_does(char *const *words, bool is_silent)
{
    const int nothing = is_silent ? leave_standard_streams(open("/dev/null", O_WRONLY | O_CLOEXEC)) : -1;
    int status;

    if (is_silent && nothing < 0) return false;
    status = wine_run(words, nothing, nothing);
    if (is_silent) close(nothing);
    return WIFEXITED(status) && !WEXITSTATUS(status);
}

bool is_service_without_us(pid_t pid, const char *name, const struct stat *prefix)
{
    const char *environment, *libraries;

    if (strcmp(name, "services.exe") != 0 || !process_has_prefix(pid, prefix)) return false;
    environment = process_environment(pid);
    if (!environment) return false;
    libraries = environment_value(environment, "LD_PRELOAD");
    return !libraries || !strstr(libraries, "cycletime_preload.so");
}

/* Debian 12's and 13's command wine is a script that chooses a loader; it is known by its FNV-1a hash. Without the package
   wine32, which a 64-bit program does not need, it prints four lines about that for each program, and runs dpkg twice for
   them. What another script does is unknown. Wine: debian-script, loader-variable. */
char *debian_wine_loader(char *wine)
{
    static const char loader_32[] = "/usr/lib/wine/wine", loader_64[] = "/usr/lib/wine/wine64";
    enum { SIZE = 1029 };
    char text[SIZE + 1];
    ssize_t length;
    int file;

    if (!access(loader_32, X_OK) || access(loader_64, X_OK)) return wine;
    file = open(wine, O_RDONLY | O_CLOEXEC);
    if (file < 0) return wine;
    length = read(file, text, sizeof text);
    close(file);
    if (length != SIZE || fnv1a_hash(text, SIZE) != 0x9261ceefbe22b894) return wine;
    environment_set_default("WINELOADER", loader_64);
    environment_set_default("WINEDEBUG", "fixme-all");
    return format_text("%s", loader_64);
}
