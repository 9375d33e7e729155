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

/* Returns a descriptor of the prefix's folder, which is made if it is missing, or -1. Wine refuses to make a prefix in a
   folder of another user, and reports that. */
static int open_prefix(const char *prefix)
{
    const int folder = open(prefix, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const char *slash = strrchr(prefix, '/');
    struct stat found;
    char *parent;
    bool may_make;

    if (folder >= 0) return folder;
    parent = format_text("%.*s", slash == prefix ? 1 : (int)(slash - prefix), prefix);
    may_make = !stat(parent, &found) && found.st_uid == getuid();
    free(parent);
    if (!may_make || (mkdir(prefix, 0777) && errno != EEXIST)) return -1; /* another command may have made it just now */
    return open(prefix, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/* A dialog about missing add-ons would wait for a user who may not be there. There is none if WINE, or this machine, has an
   installer of them. Wine: dll-overrides. */
static bool avoids_dialogs(const char *wine)
{
    static const char *const folders[] = { "/usr/share/wine", "/opt/wine", NULL };
    char *own;
    bool has_installer;
    int i;

    if (isatty(STDERR_FILENO) || environment_has_text("WINEDLLOVERRIDES")) return false;
    if (!environment_has_text("DISPLAY") && !environment_has_text("WAYLAND_DISPLAY")) return false;
    own = format_text("%.*s/../share/wine", (int)(strrchr(wine, '/') - wine), wine);
    has_installer = has_file(own, "mono") || has_file(own, "gecko");
    free(own);
    for (i = 0; folders[i] && !has_installer; i++)
        has_installer = has_file(folders[i], "mono") || has_file(folders[i], "gecko");
    return !has_installer;
}

/* Wine makes a missing prefix before the first program begins, which here is wineboot with an option that alone has no
   effect. With --init, wineboot would do again what Wine has just done, and start Wine's services twice. Wine's messages
   are about a prefix that is just being made; if the program cannot run then, its start reports why.

   Wine's server writes system.reg when it ends, or after half a minute. wineboot writes .update-timestamp, so that the
   process that has the lock finds a prefix that is whole. Wine: prefix-files. */
void prefix_make(char *wine, bool is_reported)
{
    char *const words[] = { wine, "wineboot", "--shutdown", NULL };
    const char *channels = getenv("WINEDEBUG");
    char prefix[PREFIX_PATH];
    bool is_without;
    int folder;

    if (!prefix_path(prefix) || *prefix != '/' || has_file(prefix, "system.reg")) return;
    folder = open_prefix(prefix);
    if (folder < 0) return;
    /* Waits while another command makes the prefix. A file system without locks serves too, as without this command. */
    while (flock(folder, LOCK_EX) && errno == EINTR) continue;
    if (!has_file(prefix, ".update-timestamp")) {
        if (is_reported) report_warning("making the Wine prefix %s, which takes some seconds", prefix);
        is_without = avoids_dialogs(wine);
        if (is_without) environment_set("WINEDLLOVERRIDES", "mscoree,mshtml=");
        wine_does(words, !channels || !strchr(channels, '+'));
        if (is_without) unsetenv("WINEDLLOVERRIDES");
    }
    close(folder);
}
