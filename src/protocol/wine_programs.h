/* SPDX-License-Identifier: MIT */
/* Wine's own programs that start others; the command and the preload library both distinguish them from the user's.
   Wine: own-programs, system-folder. */
#ifndef CYCLETIME_PROTOCOL_WINE_PROGRAMS_H
#define CYCLETIME_PROTOCOL_WINE_PROGRAMS_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* The programs that these start are the user's. steam.exe is Proton's. */
static const char *const wine_launchers[] = { "conhost", "explorer", "start", "steam", "wineconsole", NULL };

/* The builtin programs that these start are Wine's own too. The preload library recognizes the descendants of wineboot
   without their names (program_of), so it needs only three names: wineboot, and tabtip and winemenubuilder, which other
   programs start. The command needs all names: it sees only the name of a process that runs without cycletime. */
static const char *const wine_services[] = { "lsass",  "plugplay", "rpcss",      "services",        "svchost",
                                             "tabtip", "wineboot", "winedevice", "winemenubuilder", NULL };

/* Linux cuts off the name of a process after so many bytes: it has winemenubuilder.exe without its dot. */
enum { LINUX_NAME = 15 };

/* Returns whether `name`, whose end may be cut off, is one of `names`, which are in small letters. */
static inline bool wine_programs_have(const char *const *names, const char *name)
{
    size_t i;

    for (; *names; names++) {
        for (i = 0; (*names)[i] && (name[i] | 0x20) == (*names)[i]; i++) continue;
        if (!(*names)[i] && (name[i] == '.' || (!name[i] && i == LINUX_NAME))) return true;
    }
    return false;
}

/* Returns the name in PATH if its folder is one of those that have Wine's own programs, otherwise NULL. Wine's folder of
   Windows is always this one (windows_dir in Wine's dlls/ntdll/loader.c). */
static inline const char *wine_programs_name(const char *path)
{
    static const char *const folders[] = { "C:\\windows\\system32\\", "C:\\windows\\syswow64\\", "C:\\windows\\sysnative\\",
                                           NULL };
    const char *const last = strrchr(path, '\\');
    size_t i, at;

    for (i = 0; last && folders[i]; i++) {
        for (at = 0; folders[i][at] && (path[at] | 0x20) == (folders[i][at] | 0x20);) at++;
        if (!folders[i][at] && path + at == last + 1) return last + 1;
    }
    return NULL;
}

#endif
