/* SPDX-License-Identifier: MIT */
/* Makes the Wine prefix, once, also if many commands begin at the same time. Wine 8 fails then now and then. */
#include "tools/command/command.h"
#include "protocol/can_access.h"
#include "unixlib/shared_file/shared_folders.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static bool has_file(const char *folder, const char *name)
{
    char *path = format_text("%s/%s", folder, name);
    const bool has = can_access(path, F_OK);

    free(path);
    return has;
}

/* Wine refuses to make a prefix in a folder of another user, and reports that. */
static bool may_make_folder(const char *prefix)
{
    const char *slash = strrchr(prefix, '/');
    char *parent = format_text("%.*s", slash == prefix ? 1 : (int)(slash - prefix), prefix);
    struct stat found;
    const bool may = !stat(parent, &found) && found.st_uid == getuid();

    free(parent);
    return may;
}

/* Returns a descriptor of the prefix's folder, which is made if it is missing, or -1. */
static int open_folder(const char *prefix)
{
    const int folder = open(prefix, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (folder >= 0 || !may_make_folder(prefix)) return folder;
    if (mkdir(prefix, 0777) && errno != EEXIST) return -1; /* another command may have made it just now */
    return open(prefix, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/* Waits while another command makes the prefix. A file system without locks serves too, as without this command. */
static void lock_folder(int folder)
{
    while (flock(folder, LOCK_EX) && errno == EINTR) continue;
}

static bool has_text(const char *name)
{
    const char *value = getenv(name);

    return value && *value;
}

/* Returns whether WINE, or this machine, has an installer of Wine's add-ons, which then needs no dialog. */
static bool has_installers(const char *wine)
{
    static const char *const folders[] = { "/usr/share/wine", "/opt/wine", NULL };
    char *own = format_text("%.*s/../share/wine", (int)(strrchr(wine, '/') - wine), wine);
    bool has = has_file(own, "mono") || has_file(own, "gecko");
    int i;

    free(own);
    for (i = 0; folders[i] && !has; i++) has = has_file(folders[i], "mono") || has_file(folders[i], "gecko");
    return has;
}

/* A dialog about missing add-ons would wait for a user who may not be there. Wine: dll-overrides. */
static bool avoids_dialogs(const char *wine)
{
    if (isatty(STDERR_FILENO) || has_text("WINEDLLOVERRIDES")) return false;
    return (has_text("DISPLAY") || has_text("WAYLAND_DISPLAY")) && !has_installers(wine);
}

/* Wine makes a missing prefix before the first program begins, which here is wineboot with an option that alone has no
   effect. With --init, wineboot would do again what Wine has just done, and start Wine's services twice. Wine's messages
   are about a prefix that is just being made; if the program cannot run then, its start reports why. */
static void run_wineboot(char *wine)
{
    const char *channels = getenv("WINEDEBUG");
    const bool is_silent = !channels || !strchr(channels, '+'), is_without = avoids_dialogs(wine);
    char *const words[] = { wine, "wineboot", "--shutdown", NULL };

    if (is_without) environment_set("WINEDLLOVERRIDES", "mscoree,mshtml=");
    wine_does(words, is_silent);
    if (is_without) unsetenv("WINEDLLOVERRIDES");
}

/* Wine's server writes system.reg when it ends, or after half a minute. wineboot writes .update-timestamp, so that who has
   the lock finds a prefix that is whole. Wine: prefix-files. */
void prefix_make(char *wine, bool is_reported)
{
    char prefix[PREFIX_PATH];
    int folder;

    if (!prefix_path(prefix) || *prefix != '/' || has_file(prefix, "system.reg")) return;
    if ((folder = open_folder(prefix)) < 0) return;
    lock_folder(folder);
    if (!has_file(prefix, ".update-timestamp")) {
        if (is_reported) report_warning("making the Wine prefix %s, which takes some seconds", prefix);
        run_wineboot(wine);
    }
    close(folder);
}
