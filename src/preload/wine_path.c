/* SPDX-License-Identifier: MIT */
/*
 * For `cycletime wrap`: named in LD_PRELOAD, it enters the programs between there and Wine, and does nothing but in Wine:
 * there WINEDLLPATH gets the directory of the Linux side, after a script like Proton's, up to its version 10, has
 * overwritten the variable. In a container the directory may have another name than outside; so it is found by where this
 * file is, and the launcher's name among the arguments follows. What Wine starts inherits WINEDLLPATH, and needs none of
 * this: LD_PRELOAD is what it was without cycletime again.
 *
 * It comes before the C library, or where there is none, and uses none.
 */
#include "environment.h"
#include "own_place.h"
#include "raw_call.h"

#include <fcntl.h>
#include <linux/limits.h>
#include <sys/syscall.h>

static const char own_name[] = "cycletime_preload.so";
static char memory[4 * PATH_MAX];
static struct text_room room = { memory, sizeof memory };

/* Its programs that become Windows programs: wine, wine64, wine64-preloader; and not its server. */
static bool is_wine(void)
{
    static char path[PATH_MAX];
    long length = raw_call(SYS_readlink, (long)"/proc/self/exe", (long)path, sizeof path - 1);
    const char *name;

    if (length <= 0) return false;
    path[length] = '\0';
    name = text_base_name(path);
    return text_begins(name, "wine") && !text_begins(name, "wineserver");
}

/* lib/wine, for lib/preload/MACHINE/cycletime_preload.so; NULL where that cannot be told. */
static char *find_libraries(void)
{
    long descriptor = raw_call(SYS_open, (long)"/proc/self/maps", O_RDONLY | O_CLOEXEC, 0);
    char *path;

    if (descriptor < 0) return NULL;
    path = mapped_file((int)descriptor, own_name, &room);
    raw_call(SYS_close, descriptor, 0, 0);
    for (int parts = 3; path && parts; parts--) {
        char *name = (char *)text_base_name(path);

        if (name == path) return NULL;
        name[-1] = '\0';
    }
    return path ? text_join(&room, path, "/wine", "") : NULL;
}

/* Where there is no WINEDLLPATH, in the place of the variable that is about to go. */
static void append_libraries(char **environment, char **free_place, const char *libraries)
{
    char **path = environment_find(environment, "WINEDLLPATH=");
    char *longer;

    if (path && list_has_directory(*path + sizeof "WINEDLLPATH=" - 1, libraries)) return;
    longer = path ? text_join(&room, *path, ":", libraries) : text_join(&room, "WINEDLLPATH=", libraries, "");
    if (longer && path) *path = longer;
    else if (longer && free_place) *free_place = longer;
}

/* Arguments that begin with the name of a directory outside get its name in here. */
static void rename_directory(char **arguments, const char *outside, const char *inside)
{
    size_t length = text_length(outside);

    for (; *arguments; arguments++) {
        char *renamed;

        if (!text_begins(*arguments, outside) || (*arguments)[length] != '/') continue;
        renamed = text_join(&room, inside, *arguments + length, "");
        if (renamed) *arguments = renamed;
    }
}

static void leave_preload(char **environment)
{
    char **preload = environment_find(environment, "LD_PRELOAD=");
    char *list = preload ? *preload + sizeof "LD_PRELOAD=" - 1 : NULL;

    if (!list) return;
    list_remove_file(list, own_name);
    if (!*list) environment_remove(preload);
}

/* ld.so gives these to every constructor. */
__attribute__((constructor)) static void enter(int count, char **arguments, char **environment)
{
    char **outside, **chosen;
    const char *libraries;

    (void)count;
    if (environment_find(environment, "CYCLETIME_RUN=") || !is_wine()) return;
    libraries = find_libraries();
    outside = environment_find(environment, "CYCLETIME_WRAP=");
    if (libraries && outside) rename_directory(arguments, *outside + sizeof "CYCLETIME_WRAP=" - 1, libraries);
    chosen = environment_find(environment, "CYCLETIME_HOST=/");
    if (chosen) libraries = *chosen + sizeof "CYCLETIME_HOST=" - 1;
    if (libraries) append_libraries(environment, outside, libraries);
    outside = environment_find(environment, "CYCLETIME_WRAP=");
    if (outside) environment_remove(outside);
    leave_preload(environment);
}
