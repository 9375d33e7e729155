/* SPDX-License-Identifier: MIT */
/* Where the files of the installed tree are, as seen from its library folder. The build defines where the command is, since
   the library folder can have several parts: CYCLETIME_COMMAND_FROM_LIBRARY, a relative path. */
#ifndef CYCLETIME_LAUNCH_TREE_LAYOUT_H
#define CYCLETIME_LAUNCH_TREE_LAYOUT_H

#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __x86_64__
#define TREE_MACHINE "x86_64"
#else
#define TREE_MACHINE "i386"
#endif

#define TREE_PRELOAD_NAME "/cycletime_preload.so"
#define TREE_PRELOAD "/preload/" TREE_MACHINE TREE_PRELOAD_NAME
#define TREE_PRELOAD_ITEM "/preload/${PLATFORM}" TREE_PRELOAD_NAME /* for LD_PRELOAD, of each word size */
#define TREE_WINDOWS "/wine/" TREE_MACHINE "-windows"
#define TREE_UNIX "/wine/" TREE_MACHINE "-unix"
#define TREE_DLL TREE_WINDOWS "/cycletime.dll"

/* Cuts the path of a library of the tree down to the library folder. Returns false if PATH has too few parts. */
static inline bool tree_cut_to_folder(char *path)
{
    enum { PARTS = 3 }; /* as in preload/MACHINE/NAME */
    char *slash;
    int i;

    for (i = 0; i < PARTS; i++) {
        slash = strrchr(path, '/');
        if (!slash) return false;
        slash[slash == path] = '\0';
    }
    return true;
}

/* Finds the tree's library folder from the path LIBRARY of a library in it, as it was loaded, with links unresolved: a link
   may stand for the folder, since LD_PRELOAD cannot hold all paths. If a container has put a link to the library elsewhere,
   the folder is found from the link's target. Sets PATH, of SIZE bytes, to the path of PART, which begins with a slash, and
   returns the length of the folder's path. Returns 0 if no such file is found. */
static inline size_t tree_find_part(char *path, size_t size, const char *library, const char *part)
{
    size_t length = strlen(library);
    int i;

    for (i = 0; i < 2; i++) {
        /* A container can refuse access. */
        if (i) length = (size_t)syscall(SYS_readlinkat, (long)AT_FDCWD, library, path, (long)size - 1);
        if (length >= size) return 0;
        if (!i) memcpy(path, library, length);
        path[length] = '\0';
        if (!tree_cut_to_folder(path)) continue;
        length = strlen(path);
        if (length + strlen(part) >= size) return 0;
        memcpy(path + length, part, strlen(part) + 1);
        if (!syscall(SYS_access, path, (long)F_OK) || !syscall(SYS_faccessat, (long)AT_FDCWD, path, (long)F_OK))
            return length;
    }
    return 0;
}

#endif
