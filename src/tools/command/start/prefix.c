/* SPDX-License-Identifier: MIT */
/* Makes the Wine prefix, once, also if many commands begin at the same time. Wine 8 fails then now and then.
   wine_find_obstacle finds out why Wine cannot start, by the conditions in its setup_config_dir and set_home_dir
   (dlls/ntdll/unix) and in its server's create_server_dir. Debian's Wine has its server's folder in TMPDIR, others have it
   in /tmp. Wine: folders. */
#include "tools/command/start/start.h"
#include "tools/command/system/system.h"
#include "protocol/can_access.h"
#include "launch/prefix.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>

static bool has_file(const char *folder, const char *name)
{
    char *path = format_text("%s/%s", folder, name);
    const bool has = can_access(path, F_OK);

    free(path);
    return has;
}

/* The registry's file begins with "WINE REGISTRY Version 2", a line of text and "#arch=win32". Wine: loader-of-machine. */
bool prefix_is_32_bit(void)
{
    enum { LONGEST_BEGIN = 200 };
    const char *chosen = getenv("WINEARCH");
    char prefix[PREFIX_PATH], *path, begin[LONGEST_BEGIN + 1];
    ssize_t length;
    int file;

    if (chosen && !strcmp(chosen, "win32")) return true;
    if (!prefix_path(prefix)) return false;
    path = format_text("%s/system.reg", prefix);
    file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    free(path);
    if (file < 0) return false;
    length = read(file, begin, LONGEST_BEGIN);
    close(file);
    begin[length > 0 ? length : 0] = '\0';
    return strstr(begin, "\n#arch=win32\n");
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
    const char *folders[] = { "/usr/share/wine", "/opt/wine", NULL };
    bool has_installer = false;
    char *own;
    size_t i;

    if (isatty(STDERR_FILENO) || environment_text("WINEDLLOVERRIDES")) return false;
    if (!environment_text("DISPLAY") && !environment_text("WAYLAND_DISPLAY")) return false;
    folders[2] = own = format_text("%.*s/../share/wine", (int)(strrchr(wine, '/') - wine), wine);
    for (i = 0; i < sizeof folders / sizeof *folders && !has_installer; i++)
        has_installer = has_file(folders[i], "mono") || has_file(folders[i], "gecko");
    free(own);
    return !has_installer;
}

/* For any_process: whether the process is the server of the Wine prefix. */
static bool is_server(pid_t pid, const char *name, const struct stat *prefix)
{
    return !strncmp(name, "wineserver", strlen("wineserver")) && process_has_prefix(pid, prefix);
}

/* Returns when Wine's server last wrote the registry; 0: never. Of its three files, user.reg is the last. */
static uint64_t registry_date(const char *prefix)
{
    char *path = format_text("%s/user.reg", prefix);
    struct stat file;
    const bool has = !stat(path, &file);

    free(path);
    return has ? (uint64_t)file.st_mtim.tv_sec * 1000000000 + (uint64_t)file.st_mtim.tv_nsec : 0;
}

static bool awaits_registry;       /* this command has made the prefix */
static uint64_t date_of_beginning; /* of a part of the registry, which the server wrote before the prefix was made */

/* A server that other programs use meanwhile goes on, and writes the registry half a minute after it began. */
void prefix_await_registry(void)
{
    enum { POLLS = 1000 };
    const struct timespec interval = { 0, 40000000 };
    char prefix[PREFIX_PATH];
    int polls;

    if (!awaits_registry || !prefix_path(prefix)) return;
    for (polls = 0; polls < POLLS && registry_date(prefix) == date_of_beginning && any_process(is_server); polls++) {
        if (signals_asked_to_end()) return;
        nanosleep(&interval, NULL);
    }
}

/* Wine makes a missing prefix before the first program begins, which here is wineboot with an option that alone has no
   effect. With --init, wineboot would do again what Wine has just done, and start Wine's services twice. Wine's messages
   are about a prefix that is just being made; if the program cannot run then, its start reports why. */
static void run_boot(char *wine)
{
    char *const words[] = { wine, "wineboot", "--shutdown", NULL };
    const char *channels = getenv("WINEDEBUG");
    const bool is_without = avoids_dialogs(wine);

    if (is_without) environment_set("WINEDLLOVERRIDES", "mscoree,mshtml=");
    wine_succeeds(words, !channels || !strchr(channels, '+'));
    if (is_without) unsetenv("WINEDLLOVERRIDES");
}

/* Wine's server writes the registry when it ends, or after half a minute. If it is killed before, as at the end of a
   container, the prefix has no registry and never gets a whole one, since wineboot wrote .update-timestamp, and updates no
   prefix that has it. So this command waits for the registry, but at its end: if the server ended before the program began,
   Wine would start once more, and then fills the desktop's menus. A prefix without registry, where no server runs, loses
   .update-timestamp: wineboot then makes what is missing, and the registry is the same as in a new prefix.
   Wine: prefix-files. */
void prefix_make(char *wine, bool is_reported, bool is_quiet)
{
    char prefix[PREFIX_PATH];
    bool is_missing, has_registry;
    int folder;

    if (!prefix_path(prefix) || *prefix != '/') return;
    folder = open_prefix(prefix);
    if (folder < 0) return;
    /* Waits while another command makes the prefix, also if the server has written a part of the registry by then. A file
       system without locks serves too, as without this command. */
    while (flock(folder, LOCK_EX) && errno == EINTR) continue;
    has_registry = has_file(prefix, "system.reg");
    is_missing = !has_registry && !has_file(prefix, ".update-timestamp");
    if (!is_missing && !has_registry && !any_process(is_server)) {
        if (!is_quiet)
            report_warning("the Wine prefix %s has no registry, since Wine was killed while it was new; making it again",
                           prefix);
        is_missing = !unlinkat(folder, ".update-timestamp", 0);
    } else if (is_missing && is_reported) {
        report_warning("making the Wine prefix %s, which takes some seconds", prefix);
    }
    if (is_missing) {
        awaits_registry = !any_process(is_server); /* a server that somebody keeps does not end then */
        run_boot(wine);
        date_of_beginning = registry_date(prefix);
    }
    close(folder);
}

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

    home = prefix_home(getenv("HOME"), path);
    if (!*home && !getenv("HOME"))
        return format_text("HOME is not set, and /etc/passwd has no home for user %u; set HOME to a folder of yours",
                           (unsigned)getuid());
    if (prefix && *prefix != '/')
        return format_text("WINEPREFIX is \"%s\", which is no absolute path; set it to a folder of yours, or unset it",
                           prefix);
    if (!prefix && *home != '/')
        return format_text("HOME is \"%s\", which is no absolute path; set it to a folder of yours", home);
    if (!prefix_path(path)) return format_text("the path of the prefix is too long; set %s to a shorter one", variable);
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
