/* SPDX-License-Identifier: MIT */
/* Finds the Wine that the command uses, what it can do, and whether its services already run. */
#include "tools/command/command.h"
#include "protocol/can_access.h"
#include "unixlib/shared_file/shared_folders.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

/* $WINE can have more words for a makefile, as in WINE="cycletime run". Then its first word shows whether it leads back. */
static char *find_named(const char *name)
{
    char *wine = search_path(name, pass_over), *first;

    if (wine || passed_over) return wine;
    first = format_text("%.*s", (int)strcspn(name, " "), name);
    free(search_path(first, pass_over));
    free(first);
    return NULL;
}

bool wine_is_own_name(void)
{
    return !strcmp(program_invocation_short_name, "wine") || !strcmp(program_invocation_short_name, "wine64");
}

static char *find_in_path(void)
{
    char *wine = wine_is_own_name() ? search_path(program_invocation_short_name, pass_over) : NULL;

    return wine ? wine : search_path("wine", pass_over);
}

static _Noreturn void report_no_wine(const char *name)
{
    if (passed_over)
        report_warning("%s leads back to cycletime, and PATH has no other wine; install Wine, or set WINE to its command",
                       passed_over);
    else if (!name) report_warning("wine: not found; install Wine, or set WINE to its command");
    else if (strchr(name, '/') && can_access(name, F_OK))
        report_warning("%s: cannot be executed; set WINE to Wine's command", name);
    else report_warning("%s: not found; set WINE to Wine's command", name);
    exit(EXIT_FAILED);
}

/* A $WINE that leads back is often a makefile's: its variables are those of the commands that it starts. */
char *wine_find(void)
{
    const char *name = getenv("WINE");
    char *wine;

    if (name && !*name) name = NULL;
    wine = name ? find_named(name) : NULL;
    if (!wine && (!name || passed_over)) wine = find_in_path();
    if (!wine) report_no_wine(name);
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
    if (!(all = malloc((count + 3) * sizeof *all))) exit(report_error(EXIT_FAILED, "out of memory"));
    all[0] = wine;
    all[1] = program;
    for (i = 0; i <= count; i++) all[i + 2] = words[i];
    return all;
}

static void execute_wine(char *const *words, int out, int err)
{
    const int nothing = leave_standard_streams(open("/dev/null", O_RDONLY | O_CLOEXEC));

    if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0) return;
    if ((out >= 0 && dup2(out, STDOUT_FILENO) < 0) || (err >= 0 && dup2(err, STDERR_FILENO) < 0)) return;
    fill_standard_streams();
    wine_execute(words);
}

int wine_run(char *const *words, int out, int err)
{
    const pid_t child = fork();
    sigset_t none;
    int status;

    if (!child) {
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        execute_wine(words, out, err);
        _exit(EXIT_FAILED);
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

enum { ENVIRONMENT = 1 << 17 };

bool process_read_file(const char *process, const char *name, char *text, size_t size)
{
    char path[64];
    size_t length;
    bool is_whole;
    FILE *file;

    snprintf(path, sizeof path, "/proc/%.20s/%.20s", process, name);
    if (!(file = fopen(path, "re"))) return false;
    length = fread(text, 1, size - 1, file);
    is_whole = feof(file) && !ferror(file);
    fclose(file);
    text[length] = 0;
    return is_whole;
}

const char *environment_value(const char *environment, const char *name)
{
    const size_t length = strlen(name);

    for (; *environment; environment += strlen(environment) + 1)
        if (!strncmp(environment, name, length) && environment[length] == '=') return environment + length + 1;
    return NULL;
}

const char *process_environment(const char *process)
{
    static char environment[ENVIRONMENT];

    memset(environment, 0, sizeof environment); /* two zeros behind the last one */
    return process_read_file(process, "environ", environment, sizeof environment - 1) ? environment : NULL;
}

/* prefix_path() finds this process's prefix in the same way. Wine: prefix. */
bool process_has_prefix(const char *process, const struct stat *ours)
{
    const char *environment = process_environment(process), *prefix, *home;
    char path[PREFIX_PATH];
    struct stat found;

    if (!environment) return false;
    prefix = environment_value(environment, "WINEPREFIX");
    home = environment_value(environment, "HOME");
    if (prefix && *prefix) snprintf(path, sizeof path, "%s", prefix);
    else snprintf(path, sizeof path, "%s/.wine", home ? home : "");
    return !stat(path, &found) && found.st_dev == ours->st_dev && found.st_ino == ours->st_ino;
}

static bool is_without_us(const char *process, const struct stat *prefix)
{
    const char *environment, *libraries;
    char name[32];

    if (!process_read_file(process, "comm", name, sizeof name) || strcmp(name, "services.exe\n") != 0) return false;
    if (!process_has_prefix(process, prefix) || !(environment = process_environment(process))) return false;
    libraries = environment_value(environment, "LD_PRELOAD");
    return !libraries || !strstr(libraries, "cycletime_preload.so");
}

bool services_run_without_us(void)
{
    const struct dirent *entry;
    char path[PREFIX_PATH];
    struct stat prefix;
    bool found = false;
    DIR *processes;

    if (!prefix_path(path) || stat(path, &prefix) || !(processes = opendir("/proc"))) return false;
    while (!found && (entry = readdir(processes)))
        found = isdigit((unsigned char)entry->d_name[0]) && is_without_us(entry->d_name, &prefix);
    closedir(processes);
    return found;
}
