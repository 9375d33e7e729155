/* SPDX-License-Identifier: MIT */
/* Wine's own programs that start others; the command and the preload library both distinguish them from the user's. */
#ifndef CYCLETIME_PROTOCOL_WINE_PROGRAMS_H
#define CYCLETIME_PROTOCOL_WINE_PROGRAMS_H

#include <stdbool.h>
#include <stddef.h>

/* The programs that these start are the user's. steam.exe is Proton's. */
static const char *const wine_between[] = { "conhost", "explorer", "start", "steam", "wineconsole", NULL };

/* The programs that these start are Wine's own too. */
static const char *const wine_services[] = { "plugplay", "rpcss",      "services",        "svchost", "tabtip",
                                             "wineboot", "winedevice", "winemenubuilder", NULL };

/* Whether NAME, whose end may be cut off behind its dot, is one of NAMES, which are in small letters. */
static inline bool wine_programs_have(const char *const *names, const char *name)
{
    size_t i;

    for (; *names; names++) {
        for (i = 0; (*names)[i] && (name[i] | 0x20) == (*names)[i]; i++) continue;
        if (!(*names)[i] && name[i] == '.') return true;
    }
    return false;
}

#endif
