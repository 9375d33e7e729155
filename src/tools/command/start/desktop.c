/* SPDX-License-Identifier: MIT */
/*
 * Wine's desktop, an explorer.exe, chooses the display driver once. A program that has another display, or has one where
 * the desktop has none, cannot make windows. Wine ends the desktop a second after the last program that used it
 * (close_desktop_timeout in Wine's server/winstation.c). Without cycletime, a test runner reads the output of a program
 * until the desktop closes it too, so its next program gets a new desktop. The command waits for that instead. It does not
 * end the desktop's process: a program that has just begun to use the desktop would then keep it without a driver.
 * Wine: desktop.
 */
#include "tools/command/start/start.h"
#include "tools/command/system/system.h"
#include "launch/wine_programs.h"
#include "launch/prefix.h"

#include <fcntl.h>
#include <time.h>

/* Looks at the processes that inject/preload/background.c marks in the folder, each by a lock of the byte of its pid. */
static bool any_has_other_display(int folder)
{
    static const char *const displays[] = { "DISPLAY", "WAYLAND_DISPLAY" };
    const char *environment, *ours, *theirs;
    struct flock lock;
    pid_t pid = 0;
    size_t i;

    for (;;) {
        lock = (struct flock){ .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = pid + 1 };
        if (fcntl(folder, F_GETLK, &lock) || lock.l_type == F_UNLCK || lock.l_pid <= pid) return false;
        pid = lock.l_pid;
        environment = process_environment(pid);
        if (!environment) continue;
        for (i = 0; i < sizeof displays / sizeof *displays; i++) {
            ours = getenv(displays[i]);
            theirs = environment_value(environment, displays[i]);
            if (strcmp(ours ? ours : "", theirs ? theirs : "") != 0) return true;
        }
    }
}

/* Returns whether the process, of this prefix, has loaded what all users of a desktop need. Wine's services have a desktop
   of their own. If any other program uses one, the desktop of another display may stay for long. */
static bool uses_desktop(pid_t pid, const char *name, const struct stat *prefix)
{
    char path[64], *line = NULL;
    bool uses = false;
    size_t size = 0;
    FILE *maps;

    if (!strncasecmp(name, "explorer", strlen("explorer")) || wine_program_by_name(name) == PROGRAM_SERVICE) return false;
    if (!process_has_prefix(pid, prefix)) return false;
    snprintf(path, sizeof path, "/proc/%d/maps", (int)pid);
    maps = fopen(path, "re");
    if (!maps) return false;
    while (!uses && getline(&line, &size, maps) > 0)
        uses = strcasestr(line, "/win32u.so") || strcasestr(line, "/user32.dll");
    free(line);
    fclose(maps);
    return uses;
}

void desktop_await_end(void)
{
    enum { POLLS = 250 };
    const struct timespec interval = { 0, 20000000 };
    char prefix[PREFIX_PATH], *path;
    int folder, polls;

    if (!environment_text("DISPLAY") && !environment_text("WAYLAND_DISPLAY")) return;
    if (!prefix_path(prefix)) return;
    path = format_text("%s/dosdevices", prefix);
    folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(path);
    if (folder < 0) return;
    for (polls = 0; polls < POLLS && any_has_other_display(folder) && !any_process(uses_desktop); polls++)
        nanosleep(&interval, NULL);
    close(folder);
}
