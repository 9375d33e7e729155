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

int wine_pass_on(char **words)
{
    words[0] = wine_find();
    return wine_execute(words);
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

static bool is_service_without_us(pid_t pid, const char *name, const struct stat *prefix)
{
    const char *environment, *libraries;

    if (strcmp(name, "services.exe") != 0 || !process_has_prefix(pid, prefix)) return false;
    environment = process_environment(pid);
    if (!environment) return false;
    libraries = environment_value(environment, "LD_PRELOAD");
    return !libraries || !strstr(libraries, "cycletime_preload.so");
}

bool services_run_without_us(void)
{
    return any_process(is_service_without_us);
}
