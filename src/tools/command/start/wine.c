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
#include "tools/command/start/start.h"
#include "tools/command/system/system.h"
#include "protocol/can_access.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

static const char origin_variable[] = "CYCLETIME_WINE";

/* The path of the Wine that a command has found, for the commands below it. */
static const char found_variable[] = "CYCLETIME_FOUND_WINE";

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
    const char *loader;

    while (process && process != executed) process = process_parent((pid_t)process);
    if (!process || process == getpid()) return process;
    loader = process_program((pid_t)process);
    return !loader || strncmp(loader, "wine", 4) != 0;
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

/* Wine: wine-command. */
bool wine_is_name(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;

    return !strcmp(name, "wine") || !strcmp(name, "wine64");
}

/* Linux's usual folders, and those of WineHQ's packages. */
static const char *const usual_folders[] = {
    "/usr/local/bin", "/usr/bin", "/bin", "/opt/wine-stable/bin", "/opt/wine-devel/bin", "/opt/wine-staging/bin"
};

/* Returns the Wine that the command around this one has found, or the one in a usual folder. */
static char *search_without_path(void)
{
    const char *passed_on = getenv(found_variable);
    char *wine = passed_on && *passed_on == '/' ? search_path(passed_on, pass_over) : NULL, *path;
    size_t i;

    for (i = 0; !wine && i < sizeof usual_folders / sizeof *usual_folders; i++) {
        path = format_text("%s/wine", usual_folders[i]);
        wine = search_path(path, pass_over);
        free(path);
    }
    return wine;
}

/* A $WINE that leads back is often a makefile's: its variables are those of the commands that it starts. It can have more
   words, as in WINE="cycletime run". Then its first word shows whether it leads back. A build tool may give its tests a
   PATH without Wine. */
static char *search_wine(void)
{
    const char *name = environment_text("WINE");
    char *wine = NULL, *first;

    if (name) wine = search_path(name, pass_over);
    if (name && !wine && !passed_over) {
        first = format_text("%.*s", (int)strcspn(name, " "), name);
        free(search_path(first, pass_over));
        free(first);
    }
    if (wine || (name && !passed_over)) return wine;
    if (wine_is_name(program_invocation_name)) wine = search_path(program_invocation_short_name, pass_over);
    if (!wine) wine = search_path("wine", pass_over);
    return wine ? wine : search_without_path();
}

static const char *found_wine; /* NULL: wine_find was not called */

char *wine_find(void)
{
    const char *name = environment_text("WINE");
    char *wine = search_wine();

    if (!wine && passed_over)
        exit(report_error(EXIT_FAILED,
                          "%s leads back to cycletime, and there is no other wine in PATH or the usual folders; install "
                          "Wine, or set WINE to its command",
                          passed_over));
    if (!wine && !name) exit(report_error(EXIT_FAILED, "wine: not found; install Wine, or set WINE to its command"));
    if (!wine)
        exit(report_error(EXIT_FAILED, "%s: %s; set WINE to Wine's command", name,
                          strchr(name, '/') && can_access(name, F_OK) ? "cannot be executed" : "not found"));
    if (origin_read().starts >= MOST_STARTS)
        exit(report_error(EXIT_FAILED, "%s leads back to cycletime again and again; set WINE to Wine's command", wine));
    wine_expect(wine);
    found_wine = wine;
    return wine;
}

void wine_pass_on(void)
{
    char *wine = found_wine ? format_text("%s", found_wine) : search_wine(),
         *folder = wine && *wine != '/' ? get_current_dir_name() : NULL, *path;

    if (wine && (*wine == '/' || folder)) {
        path = folder ? format_text("%s/%s", folder, wine) : format_text("%s", wine);
        environment_set(found_variable, path);
        free(path);
    }
    free(folder);
    free(wine);
}

/* Wine's start_server waits for a child, and fails if the caller of this command ignores SIGCHLD. A script for dash hides
   that, since dash resets this one signal. Wine: start-server. */
bool wine_announce(void)
{
    const struct origin before = origin_read();
    struct sigaction plain = { .sa_handler = SIG_DFL };
    struct stat found;
    char *name, *value;
    bool is_set;

    if (!expected) return true;
    sigaction(SIGCHLD, &plain, NULL);
    if (stat(expected, &found)) return true;
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
    struct sigaction plain = { .sa_handler = SIG_DFL }, before;
    sigset_t none;
    int status, nothing;
    bool has_ended;
    pid_t child;

    sigaction(SIGCHLD, &plain, &before); /* if it is ignored, Linux keeps no exit status */
    child = fork();
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
    has_ended = child > 0 && waitpid(child, &status, 0) == child;
    sigaction(SIGCHLD, &before, NULL);
    return has_ended ? status : -1;
}

bool wine_succeeds(char *const *words, bool is_silent)
{
    const int nothing = is_silent ? leave_standard_streams(open("/dev/null", O_WRONLY | O_CLOEXEC)) : -1;
    int status;

    if (is_silent && nothing < 0) return false;
    status = wine_run(words, nothing, nothing);
    if (is_silent) close(nothing);
    return WIFEXITED(status) && !WEXITSTATUS(status);
}
