/* SPDX-License-Identifier: MIT */
/* Finds out why Wine cannot start, by the conditions in its setup_config_dir and set_home_dir (dlls/ntdll/unix) and in its
   server's create_server_dir. Debian's Wine has its server's folder in TMPDIR, others have it in /tmp.
   Wine: folders. */
#include "tools/command/command.h"
#include "protocol/can_access.h"
#include "unixlib/shared_file/shared_folders.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns why the folder PATH cannot be one in which Wine makes files, or NULL. */
static const char *find_fault(const char *path, bool is_own)
{
    struct stat found;

    if (stat(path, &found)) return strerror(errno);
    if (!S_ISDIR(found.st_mode)) return "is not a folder";
    if (is_own && found.st_uid != getuid()) return "belongs to another user";
    return can_access(path, W_OK | X_OK) ? NULL : "cannot be written";
}

static char *find_obstacle_in_home(void)
{
    const char *prefix = getenv("WINEPREFIX"), *home;
    char users[PREFIX_PATH];

    home = find_home(users);
    if (!*home && !getenv("HOME"))
        return format_text("HOME is not set, and /etc/passwd has no home for user %u; set HOME to a folder of yours",
                           (unsigned)getuid());
    if (prefix && *prefix != '/')
        return format_text("WINEPREFIX is \"%s\", which is no absolute path; set it to a folder of yours, or unset it",
                           prefix);
    if (!prefix && *home != '/')
        return format_text("HOME is \"%s\", which is no absolute path; set it to a folder of yours", home);
    return NULL;
}

/* Wine makes the prefix, but not the folder that holds it. */
static char *find_obstacle_in_prefix(void)
{
    const char *variable = getenv("WINEPREFIX") ? "WINEPREFIX" : "HOME or WINEPREFIX", *fault;
    char path[PREFIX_PATH], *slash;
    struct stat found;
    size_t length;

    if (!prefix_path(path)) return format_text("the path of the prefix is too long; set %s to a shorter one", variable);
    for (length = strlen(path); length > 1 && path[length - 1] == '/'; length--) path[length - 1] = '\0';
    if (stat(path, &found) && errno == ENOENT && (slash = strrchr(path, '/'))) slash[slash == path] = '\0';
    fault = find_fault(path, true);
    return fault ? format_text("%s: %s; set %s to a folder of yours", path, fault, variable) : NULL;
}

static char *find_obstacle_in_temporary(void)
{
    const char *place = getenv("TMPDIR"), *fault;
    char *own;

    if (place && (fault = find_fault(place, false)))
        return format_text("TMPDIR: %s: %s; set it to a folder that you can write", place, fault);
    if ((fault = find_fault("/tmp", false))) return format_text("/tmp: %s; Wine keeps its server's files there", fault);
    own = format_text("/tmp/.wine-%u", (unsigned)getuid());
    fault = can_access(own, F_OK) ? find_fault(own, true) : NULL;
    if (!fault) return NULL;
    return format_text("%s: %s; Wine keeps its server's files there", own, fault);
}

char *wine_find_obstacle(void)
{
    char *obstacle = find_obstacle_in_home();

    if (!obstacle) obstacle = find_obstacle_in_prefix();
    return obstacle ? obstacle : find_obstacle_in_temporary();
}
