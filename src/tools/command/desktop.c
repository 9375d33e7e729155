/* SPDX-License-Identifier: MIT */
/*
 * Wine's desktop, an explorer.exe, chooses the display driver once. A program that has another display, or has one where
 * the desktop has none, cannot make windows. Wine ends the desktop a second after the last program that used it
 * (close_desktop_timeout in Wine's server/winstation.c). Without cycletime, a test runner reads the output of a program
 * until the desktop closes it too, so its next program gets a new desktop. The command waits for that instead. It does not
 * end the desktop's process: a program that has just begun to use the desktop would then keep it without a driver.
 * Wine: desktop.
 */
#include "tools/command/command.h"
#include "protocol/wine_programs.h"
#include "unixlib/shared_file/shared_folders.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Finds the next of the processes that inject/preload/desktop.c marks, each by the byte of its pid; 0: there is none. */
static pid_t next_marked(int folder, pid_t before)
{
    struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = before + 1 };

    return fcntl(folder, F_GETLK, &lock) || lock.l_type == F_UNLCK || lock.l_pid <= before ? 0 : lock.l_pid;
}

static bool is_same_display(const char *environment, const char *name)
{
    const char *ours = getenv(name), *theirs = environment_value(environment, name);

    return !strcmp(ours ? ours : "", theirs ? theirs : "");
}

static bool has_other_display(pid_t pid)
{
    char process[16];
    const char *environment;

    snprintf(process, sizeof process, "%d", (int)pid);
    environment = process_environment(process);
    return environment && !(is_same_display(environment, "DISPLAY") && is_same_display(environment, "WAYLAND_DISPLAY"));
}

static bool any_has_other_display(int folder)
{
    pid_t pid = next_marked(folder, 0);

    while (pid && !has_other_display(pid)) pid = next_marked(folder, pid);
    return pid;
}

/* Returns whether the process has loaded what all users of a desktop need. */
static bool uses_desktop(const char *process)
{
    char path[64], *line = NULL;
    bool uses = false;
    size_t size = 0;
    FILE *maps;

    snprintf(path, sizeof path, "/proc/%.20s/maps", process);
    if (!(maps = fopen(path, "re"))) return false;
    while (!uses && getline(&line, &size, maps) > 0)
        uses = strcasestr(line, "/win32u.so") || strcasestr(line, "/user32.dll");
    free(line);
    fclose(maps);
    return uses;
}

/* Wine's services have a desktop of their own. */
static bool is_user(const char *process, const struct stat *prefix)
{
    char name[32];

    if (!process_read_file(process, "comm", name, sizeof name)) return false;
    name[strcspn(name, "\n")] = '\0';
    if (!strncasecmp(name, "explorer", strlen("explorer")) || wine_programs_have(wine_services, name)) return false;
    return process_has_prefix(process, prefix) && uses_desktop(process);
}

/* Returns whether a program of this prefix uses a desktop. Then the one of another display may stay for long. */
static bool any_program_uses_desktop(const char *prefix)
{
    const struct dirent *entry;
    struct stat folder;
    bool found = false;
    DIR *processes;

    if (stat(prefix, &folder) || !(processes = opendir("/proc"))) return false;
    while (!found && (entry = readdir(processes)))
        found = isdigit((unsigned char)entry->d_name[0]) && is_user(entry->d_name, &folder);
    closedir(processes);
    return found;
}

static bool has_display(void)
{
    const char *x = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");

    return (x && *x) || (wayland && *wayland);
}

void desktop_await_end(void)
{
    enum { POLLS = 250 };
    const struct timespec interval = { 0, 20000000 };
    char prefix[PREFIX_PATH], *path;
    int folder, polls;

    if (!has_display() || !prefix_path(prefix)) return;
    path = format_text("%s/dosdevices", prefix);
    folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(path);
    if (folder < 0) return;
    for (polls = 0; polls < POLLS && any_has_other_display(folder) && !any_program_uses_desktop(prefix); polls++)
        nanosleep(&interval, NULL);
    close(folder);
}
