/* SPDX-License-Identifier: MIT */
#include "launch/wine_programs.h"

#include <stddef.h>
#include <string.h>

/* The preload library recognizes the descendants of wineboot without their names (program_owner), so of the services it
   needs only three: wineboot, and tabtip and winemenubuilder, which other programs start. The command needs all names: it
   sees only the name of a process that runs without cycletime. steam.exe is Proton's. */
static const struct {
    const char *name; /* in small letters */
    enum program_owner owner;
} programs[] = {
    { "conhost", PROGRAM_STARTER },    { "explorer", PROGRAM_STARTER },        { "start", PROGRAM_STARTER },
    { "steam", PROGRAM_STARTER },      { "wineconsole", PROGRAM_STARTER },     { "lsass", PROGRAM_SERVICE },
    { "plugplay", PROGRAM_SERVICE },   { "rpcss", PROGRAM_SERVICE },           { "services", PROGRAM_SERVICE },
    { "svchost", PROGRAM_SERVICE },    { "tabtip", PROGRAM_SERVICE },          { "wineboot", PROGRAM_SERVICE },
    { "winedevice", PROGRAM_SERVICE }, { "winemenubuilder", PROGRAM_SERVICE },
};

/* Returns whether NAME, whose end may be cut off, is PROGRAM with an ending. */
static bool is_name_of(const char *program, const char *name)
{
    const size_t length = strlen(program);
    size_t i;

    for (i = 0; i < length; i++)
        if ((name[i] | 0x20) != program[i]) return false;
    return name[i] == '.' || (!name[i] && i == LINUX_NAME);
}

enum program_owner wine_program_by_name(const char *name)
{
    size_t i;

    for (i = 0; i < sizeof programs / sizeof *programs; i++)
        if (is_name_of(programs[i].name, name)) return programs[i].owner;
    return PROGRAM_OF_USER;
}

/* Returns whether PATH, up to END, is the folder FOLDER, in small letters and with slashes, or has it at its end. */
static bool ends_with_folder(const char *path, const char *end, const char *folder)
{
    const size_t length = strlen(folder);
    const char *at;
    size_t i;

    if ((size_t)(end - path) < length) return false;
    at = end - length;
    if (at != path && at[-1] != '/' && at[-1] != '\\') return false;
    for (i = 0; i < length; i++)
        if (folder[i] == '/' ? at[i] != '/' && at[i] != '\\' : at[i] != folder[i] && (at[i] | 0x20) != folder[i])
            return false;
    return true;
}

/* Returns the name in PATH if its folder is one of those that have Wine's own programs, otherwise NULL. Wine's folder of
   Windows is always this one (windows_dir in Wine's dlls/ntdll/loader.c), which a prefix has in drive_c. */
static const char *find_name_in_system(const char *path)
{
    static const char *const folders[] = { "c:/windows/system32/", "c:/windows/syswow64/", "c:/windows/sysnative/",
                                           "drive_c/windows/system32/", "drive_c/windows/syswow64/" };
    const char *const slash = strrchr(path, '/'), *const backslash = strrchr(path, '\\');
    const char *const last = backslash ? backslash : slash;
    size_t i;

    for (i = 0; i < sizeof folders / sizeof *folders && last; i++)
        if (ends_with_folder(path, last + 1, folders[i])) return last + 1;
    return NULL;
}

enum program_owner wine_program_by_path(const char *path)
{
    const char *const name = find_name_in_system(path);

    return name ? wine_program_by_name(name) : PROGRAM_OF_USER;
}

/* wineboot begins rundll32, which users begin too. */
bool wine_program_is_possible(const char *name)
{
    return wine_program_by_name(name) != PROGRAM_OF_USER || is_name_of("rundll32", name);
}

bool wine_program_by_words(const char *name, const char *words)
{
    const char *const backslash = strrchr(words, '\\'), *const last = backslash ? backslash : strrchr(words, '/');
    size_t i;

    if (!last || find_name_in_system(words)) return true;
    for (i = 0; name[i] && (last[i + 1] | 0x20) == (name[i] | 0x20); i++) continue;
    return name[i];
}
