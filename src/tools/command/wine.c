/* SPDX-License-Identifier: MIT */
/*
 * Finds the Wine that the command uses, and runs it.
 *
 * A Wine command can lead back to this command: a link to it, or a script that executes it. To notice that, a command that
 * executes Wine names it in a variable: the number of the process that becomes Wine, how many such starts there are, one in
 * the other, and the device and inode of each file that leads back. A Linux program that a Windows program starts has the
 * variable too. It is no child of that process for long: Wine forks twice to start a Linux program (fork_and_exec in Wine's
 * ntdll), and the process in between is just ending.
 * Wine: two-forks.
 */
#include "tools/command/command.h"
#include "tools/command/processes.h"
#include "protocol/can_access.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

static const char origin_variable[] = "CYCLETIME_WINE";

/* A script that also hides its parent, as a container does, is only stopped by this number. */
enum { MOST_STARTS = 64 };

struct origin {
    long process;
    unsigned starts;
    const char *files; /* with a blank before and behind each */
};

static struct origin origin_read(void)
{
    const char *value = getenv(origin_variable);
    struct origin origin = { .files = "" };
    char *end;

    if (!value) return origin;
    origin.process = strtol(value, &end, 10);
    origin.starts = (unsigned)strtoul(end, &end, 10);
    origin.files = end;
    return origin;
}

/* A Windows program's file is one of Wine's loaders. Wine: wine-command. */
bool wine_is_this_process(void)
{
    const long executed = origin_read().process;
    long process = executed ? getpid() : 0;
    char path[64], file[PATH_MAX];
    const char *name;
    ssize_t length;

    while (process && process != executed) process = process_parent((pid_t)process);
    if (!process || process == getpid()) return process;
    snprintf(path, sizeof path, "/proc/%ld/exe", process);
    length = readlink(path, file, sizeof file - 1);
    file[length > 0 ? length : 0] = '\0';
    name = strrchr(file, '/');
    return !name || strncmp(name + 1, "wine", 4) != 0;
}

/* Returns the file's device and inode as the variable has them, in malloc's memory. */
static char *name_of_file(const struct stat *file)
{
    return format_text(" %llx:%llx ", (unsigned long long)file->st_dev, (unsigned long long)file->st_ino);
}

bool wine_leads_back(const char *path)
{
    struct stat found, own;
    bool is_named;
    char *name;

    if (stat(path, &found)) return false;
    if (!stat("/proc/self/exe", &own) && found.st_dev == own.st_dev && found.st_ino == own.st_ino) return true;
    if (!wine_is_this_process()) return false;
    name = name_of_file(&found);
    is_named = strstr(origin_read().files, name);
    free(name);
    return is_named;
}

static char *passed_over; /* the last file that leads back to this command; NULL: there was none */

static bool pass_over(const char *path)
{
    if (!wine_leads_back(path)) return false;
    free(passed_over);
    passed_over = format_text("%s", path);
    return true;
}

static const char *expected;

void wine_expect(const char *path)
{
    expected = path;
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
    if (origin_read().starts >= MOST_STARTS)
        exit(report_error(EXIT_FAILED, "%s leads back to cycletime again and again; set WINE to Wine's command", wine));
    wine_expect(wine);
    return wine;
}

bool wine_announce(void)
{
    const struct origin before = origin_read();
    struct stat found;
    char *name, *value;
    bool is_set;

    if (!expected || stat(expected, &found)) return true;
    name = name_of_file(&found);
    value = format_text("%ld %u%s%s", (long)getpid(), before.starts + 1, wine_is_this_process() ? before.files : "", name);
    is_set = !setenv(origin_variable, value, 1);
    free(value);
    free(name);
    return is_set;
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
