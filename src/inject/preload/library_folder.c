/* SPDX-License-Identifier: MIT */
/* Finds the files of the tree that this library is in. */
#include "inject/preload/preload.h"
#include "protocol/can_access.h"

const char own_directory[] = CYCLETIME_MACHINE "-windows", own_unix_directory[] = CYCLETIME_MACHINE "-unix";

/* Cuts PATH, lib/preload/MACHINE/NAME, to its lib. False: it is not such a path. */
static bool cut_last_part(char path[PLACE])
{
    char dll[PLACE], *slash;
    int parts;

    for (parts = 3; parts; parts--) {
        if (!(slash = strrchr(path, '/'))) return false;
        *slash = '\0';
    }
    return snprintf(dll, sizeof dll, "%s/wine/%s/cycletime.dll", path, own_directory) < (int)sizeof dll
           && can_access(dll, F_OK);
}

/* Finds the tree's lib from this library's path as LD_PRELOAD gave it, with links unresolved; or, if a container has put a
   link to the library elsewhere, from the link's target. */
static bool look_for_libraries(char path[PLACE])
{
    Dl_info self;
    long length;

    if (!dladdr((void *)look_for_libraries, &self) || strlen(self.dli_fname) >= PLACE) return false;
    memcpy(path, self.dli_fname, strlen(self.dli_fname) + 1);
    if (cut_last_part(path)) return true;
    length = readlink(self.dli_fname, path, PLACE - 1);
    if (length <= 0) return false;
    path[length] = '\0';
    return cut_last_part(path);
}

/* Empty: they were not found. The main thread asks for them, and no other one. */
static const char *name_library_folder(void)
{
    static char path[PLACE];
    static bool is_known;

    if (!is_known && !look_for_libraries(path)) *path = '\0';
    is_known = true;
    return path;
}

bool place_of(char path[PLACE], const char *directory, const char *name)
{
    const char *lib = name_library_folder();

    return *lib && snprintf(path, PLACE, "%s/wine/%s/%s", lib, directory, name) < PLACE;
}
