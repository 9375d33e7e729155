/* SPDX-License-Identifier: MIT */
/* Names the preload library in this process's Linux environment, so that the processes that it creates are hooked, too. */
#include "unixlib/calls/functions.h"
#include "protocol/can_access.h"
#include "protocol/run_options.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH = 1024, LIST = 4096 };

static const char name[] = "/cycletime_preload.so";

/* Finds lib of lib/wine/MACHINE-unix/cycletime_unixlib.so, the name under which this library was loaded, links and all. */
static bool find_tree(char libraries[PATH])
{
    char *slash;
    Dl_info self;
    int i;

    if (!dladdr(name, &self) || self.dli_fname[0] != '/' || strlen(self.dli_fname) >= PATH) return false;
    memcpy(libraries, self.dli_fname, strlen(self.dli_fname) + 1);
    for (i = 0; i < 3; i++) {
        if (!(slash = strrchr(libraries, '/'))) return false;
        *slash = '\0';
    }
    return true;
}

/* ld.so separates the list by spaces and colons, and a $ begins one of its variables. */
static bool may_stand_in_list(const char *path)
{
    return !strpbrk(path, " :$");
}

static bool is_there(const char *libraries)
{
    char path[2 * PATH];

    snprintf(path, sizeof path, "%s/preload/%s%s", libraries, sizeof(void *) == 8 ? "x86_64" : "i386", name);
    return can_access(path, R_OK);
}

/* Appends the preload library to the list that is there already. */
static bool name_library(const char *libraries)
{
    const char *before = getenv("LD_PRELOAD");
    char list[LIST];
    int length;

    if (before && strstr(before, name)) return true;
    length = snprintf(list, sizeof list, "%s%s%s/preload/${PLATFORM}%s", before ? before : "", before && *before ? ":" : "",
                      libraries, name);
    return length < LIST && setenv("LD_PRELOAD", list, 1) == 0;
}

static bool name_words(uint32_t flags)
{
    char words[RUN_WORDS];

    run_options_write(words, flags & RUN_HOOK);
    return setenv("CYCLETIME_RUN", words, 1) == 0;
}

int32_t call_children_follow(void *arguments)
{
    const struct unixlib_children *children = arguments;
    char libraries[PATH];

    if (!find_tree(libraries) || !may_stand_in_list(libraries) || !is_there(libraries)) return UNIXLIB_UNKNOWN;
    return name_words(children->flags) && name_library(libraries) ? UNIXLIB_DONE : UNIXLIB_UNKNOWN;
}
