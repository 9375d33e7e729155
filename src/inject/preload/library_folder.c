/* SPDX-License-Identifier: MIT */
/* Finds the files of the tree that this library is in. */
#include "inject/preload/preload.h"
#include "protocol/can_access.h"
#include "protocol/path.h"

const char own_directory[] = CYCLETIME_MACHINE "-windows", own_unix_directory[] = CYCLETIME_MACHINE "-unix";

/* Finds the tree's lib from this library's path, lib/preload/MACHINE/NAME, as LD_PRELOAD gave it, with links unresolved; or,
   if a container has put a link to the library elsewhere, from the link's target. Returns "" if it cannot be found. Called
   on the main thread, and on no other one. */
static const char *find_library_folder(void)
{
    static char path[PLACE];
    static bool is_known;
    char dll[PLACE];
    Dl_info self;
    long length;
    int i;

    if (is_known || !dladdr((void *)find_library_folder, &self)) return path;
    is_known = true;
    for (i = 0; i < 2; i++) {
        length = i ? readlink(self.dli_fname, path, PLACE - 1) : snprintf(path, PLACE, "%s", self.dli_fname);
        if (length <= 0 || length >= PLACE) break;
        path[length] = '\0';
        if (path_cut_parts(path, 3)
            && snprintf(dll, sizeof dll, "%s/wine/%s/cycletime.dll", path, own_directory) < (int)sizeof dll
            && can_access(dll, F_OK))
            return path;
    }
    *path = '\0';
    return path;
}

bool place_of(char path[PLACE], const char *directory, const char *name)
{
    const char *lib = find_library_folder();

    return *lib && snprintf(path, PLACE, "%s/wine/%s/%s", lib, directory, name) < PLACE;
}
