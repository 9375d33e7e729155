/* SPDX-License-Identifier: MIT */
#include "call.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH = 1024, LIST = 4096 };

static const char name[] = "/cycletime_preload.so";

/* lib, for lib/wine/MACHINE-unix/cycletime_host.so, by the name under which it was loaded, links and all; and MACHINE. */
static bool find_tree(char libraries[PATH], char machine[PATH])
{
    static const char unix_side[] = "-unix";
    char *slash[3];
    size_t length;
    Dl_info self;
    int i;

    if (!dladdr(name, &self) || self.dli_fname[0] != '/' || strlen(self.dli_fname) >= PATH) return false;
    memcpy(libraries, self.dli_fname, strlen(self.dli_fname) + 1);
    for (i = 0; i < 3; i++) {
        if (!(slash[i] = strrchr(libraries, '/'))) return false;
        *slash[i] = '\0';
    }
    length = strlen(slash[1] + 1);
    if (length < sizeof unix_side) return false;
    length -= strlen(unix_side);
    memcpy(machine, slash[1] + 1, length);
    machine[length] = '\0';
    return true;
}

/* ld.so separates by both, and takes $ for the begin of a word of its own. */
static bool may_stand_in_list(const char *path)
{
    return !strpbrk(path, " :$");
}

static bool is_there(const char *libraries, const char *machine)
{
    char path[2 * PATH];

    snprintf(path, sizeof path, "%s/preload/%s%s", libraries, machine, name);
    return access(path, R_OK) == 0;
}

/* Behind what is there already. */
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
    char words[64];

    snprintf(words, sizeof words, "%s%s%s", flags & HOST_CHILDREN_VERBOSE ? "verbose " : "",
             flags & HOST_CHILDREN_NO_NT ? "no-nt " : "", flags & HOST_CHILDREN_FAST_CLOCK ? "fast-clock " : "");
    return setenv("CYCLETIME_RUN", words, 1) == 0;
}

int32_t call_children_follow(void *arguments)
{
    const struct host_children *children = arguments;
    char libraries[PATH], machine[PATH];

    if (!find_tree(libraries, machine) || !may_stand_in_list(libraries) || !is_there(libraries, machine))
        return HOST_UNKNOWN;
    return name_words(children->flags) && name_library(libraries) ? HOST_DONE : HOST_UNKNOWN;
}
