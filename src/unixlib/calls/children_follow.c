/* SPDX-License-Identifier: MIT */
/* Names the preload library in this process's Linux environment, so that the processes that it creates are hooked, too. */
#include "unixlib/calls/functions.h"
#include "protocol/can_access.h"
#include "protocol/run_options.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

enum { PATH = 1024, LIST = 4096 };

static const char name[] = "/cycletime_preload.so";

/* Finds lib of lib/wine/MACHINE-unix/cycletime_unixlib.so, the name under which this library was loaded, links and all.
   Returns false if the preload library is not in that tree, or if the path cannot stand in LD_PRELOAD: ld.so separates the
   list by spaces and colons, and a $ begins one of its variables. */
static bool find_preload_tree(char libraries[PATH])
{
    char path[2 * PATH], *slash;
    Dl_info self;
    int i;

    if (!dladdr(name, &self) || self.dli_fname[0] != '/' || strlen(self.dli_fname) >= PATH) return false;
    memcpy(libraries, self.dli_fname, strlen(self.dli_fname) + 1);
    for (i = 0; i < 3; i++) {
        slash = strrchr(libraries, '/');
        if (!slash) return false;
        *slash = '\0';
    }
    snprintf(path, sizeof path, "%s/preload/%s%s", libraries, sizeof(void *) == 8 ? "x86_64" : "i386", name);
    return !strpbrk(libraries, " :$") && can_access(path, R_OK);
}

/* The library is appended to the list that is there already. */
int32_t call_children_follow(void *arguments)
{
    const struct unixlib_children *children = arguments;
    const char *before = getenv("LD_PRELOAD");
    char libraries[PATH], list[LIST], words[RUN_WORDS];
    int length;

    if (!find_preload_tree(libraries)) return UNIXLIB_UNKNOWN;
    run_options_write(words, children->flags & RUN_HOOK);
    if (setenv("CYCLETIME_RUN", words, 1)) return UNIXLIB_UNKNOWN;
    if (before && strstr(before, name)) return UNIXLIB_DONE;
    length = snprintf(list, sizeof list, "%s%s%s/preload/${PLATFORM}%s", before ? before : "", before && *before ? ":" : "",
                      libraries, name);
    return length < LIST && !setenv("LD_PRELOAD", list, 1) ? UNIXLIB_DONE : UNIXLIB_UNKNOWN;
}
