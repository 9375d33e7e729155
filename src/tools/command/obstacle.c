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

/* Wine makes the prefix, but not the folder that holds it. */
char *wine_find_obstacle(void)
{
    const char *prefix = getenv("WINEPREFIX"), *temporary = getenv("TMPDIR"), *home, *fault;
    const char *variable = prefix ? "WINEPREFIX" : "HOME or WINEPREFIX";
    char path[PREFIX_PATH], *slash, *servers;
    struct stat found;
    size_t length;

    home = find_home(path);
    if (!*home && !getenv("HOME"))
        return format_text("HOME is not set, and /etc/passwd has no home for user %u; set HOME to a folder of yours",
                           (unsigned)getuid());
    if (prefix && *prefix != '/')
        return format_text("WINEPREFIX is \"%s\", which is no absolute path; set it to a folder of yours, or unset it",
                           prefix);
    if (!prefix && *home != '/')
        return format_text("HOME is \"%s\", which is no absolute path; set it to a folder of yours", home);
    if (!prefix_path(path)) return format_text("the path of the prefix is too long; set %s to a shorter one", variable);
    for (length = strlen(path); length > 1 && path[length - 1] == '/'; length--) path[length - 1] = '\0';
    slash = strrchr(path, '/');
    if (slash && stat(path, &found) && errno == ENOENT) slash[slash == path] = '\0';
    fault = find_fault(path, true);
    if (fault) return format_text("%s: %s; set %s to a folder of yours", path, fault, variable);
    fault = temporary ? find_fault(temporary, false) : NULL;
    if (fault) return format_text("TMPDIR: %s: %s; set it to a folder that you can write", temporary, fault);
    fault = find_fault("/tmp", false);
    if (fault) return format_text("/tmp: %s; Wine keeps its server's files there", fault);
    servers = format_text("/tmp/.wine-%u", (unsigned)getuid());
    fault = can_access(servers, F_OK) ? find_fault(servers, true) : NULL;
    return fault ? format_text("%s: %s; Wine keeps its server's files there", servers, fault) : NULL;
}
