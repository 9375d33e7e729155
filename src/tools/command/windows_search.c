/* SPDX-License-Identifier: MIT */
/* Finds the files of Windows paths, and searches the places where Wine looks for a program by its name, without starting
   Wine. Wine: prefix, prefix-files. */
#include "tools/command/command.h"
#include "protocol/can_access.h"
#include "protocol/wine_programs.h"
#include "unixlib/shared_file/shared_folders.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool has_drive(const char *word)
{
    return isascii(word[0]) && isalpha(word[0]) && word[1] == ':';
}

bool windows_path_is(const char *word)
{
    return strchr(word, '\\') || has_drive(word);
}

/* Finds NAME in FOLDER, ignoring case; in malloc's memory. NULL: there is none. */
static char *windows_path_in(const char *folder, const char *name)
{
    char *path = format_text("%s/%s", folder, name);
    const struct dirent *entry;
    DIR *names;

    if (can_access(path, F_OK)) return path;
    free(path);
    names = opendir(folder);
    if (!names) return NULL;
    do entry = readdir(names); /* NOLINT(concurrency-mt-unsafe): there is one thread */
    while (entry && strcasecmp(entry->d_name, name) != 0);
    path = entry ? format_text("%s/%s", folder, entry->d_name) : NULL;
    closedir(names);
    return path;
}

char *windows_path_on_linux(const char *word)
{
    char prefix[PREFIX_PATH], *names, *name, *path, *next, *rest = NULL;

    if (!has_drive(word) || !word[2] || !strchr("\\/", word[2]) || !prefix_path(prefix)) return NULL;
    names = format_text("%s", word + 2);
    path = format_text("%s/dosdevices/%c:", prefix, tolower(word[0]));
    for (name = strtok_r(names, "\\/", &rest); name && path; name = strtok_r(NULL, "\\/", &rest)) {
        next = windows_path_in(path, name);
        free(path);
        path = next;
    }
    free(names);
    return path;
}

/* The endings that a name may lack: ".exe", which Wine adds, and all of Windows' variable PATHEXT. */
static const char *const exe_only[] = { ".exe", NULL }, *const none_or_exe[] = { "", ".exe", NULL },
                         *const none_or_any[] = { "",     ".exe", ".com", ".bat", ".cmd", ".lnk", ".msi", ".vbs",
                                                  ".vbe", ".js",  ".jse", ".wsf", ".wsh", ".msc", NULL };

/* Returns whether the folder has a regular file of this name with one of the endings. */
static bool folder_has(const char *folder, const char *name, const char *const *endings)
{
    bool has = false;
    char *file, *path;

    for (; *endings && !has; endings++) {
        file = format_text("%s%s", name, *endings);
        path = windows_path_in(folder, file);
        has = path && is_regular(path);
        free(path);
        free(file);
    }
    return has;
}

/* Returns whether one of the Windows folders of the prefix has such a file. Wine: system-folder. */
static bool any_windows_folder_has(const char *name, const char *const *endings)
{
    static const char *const folders[] = { "drive_c/windows/system32", "drive_c/windows" };
    char prefix[PREFIX_PATH], *folder;
    bool has = false;
    unsigned i;

    if (!prefix_path(prefix)) return false;
    for (i = 0; i < sizeof folders / sizeof *folders && !has; i++) {
        folder = format_text("%s/%s", prefix, folders[i]);
        has = folder_has(folder, name, endings);
        free(folder);
    }
    return has;
}

bool windows_has_exe(const char *name)
{
    return folder_has(".", name, exe_only) || any_windows_folder_has(name, exe_only);
}

bool program_is_wines(const struct program *program)
{
    const char *name = program->path ? strrchr(program->path, '/') : NULL;

    if (name) return wine_programs_have(wine_between, name + 1) || wine_programs_have(wine_services, name + 1);
    return !windows_path_is(program->word) && any_windows_folder_has(program->word, none_or_exe);
}

/* Returns whether WORD, whose folder was not found, may name one for Wine: by a variable, by letters as the registry's file
   writes them, without a drive, or in a prefix that does not exist yet. */
static bool may_be_folder(const char *word)
{
    char *drive;
    bool is_known;

    if (!*word) return false;
    if (!has_drive(word) || strchr(word, '%') || strstr(word, "\\x")) return true;
    drive = windows_path_on_linux((char[]){ word[0], ':', '/', 0 });
    is_known = drive && can_access(drive, F_OK);
    free(drive);
    return !is_known;
}

/* Returns whether ITEM, so many bytes of Windows' variable PATH, may lead to the program. */
static bool folder_may_have(const char *item, int length, const char *name)
{
    static const char root[] = "%SystemRoot%";
    const int skipped = strncasecmp(item, root, sizeof root - 1) ? 0 : (int)sizeof root - 1;
    char *word = format_text("%s%.*s", skipped ? "C:\\windows" : "", length - skipped, item + skipped);
    char *folder = windows_path_on_linux(word);
    const bool may = folder ? folder_has(folder, name, none_or_any) : may_be_folder(word);

    free(folder);
    free(word);
    return may;
}

/* Returns whether one of the folders in LIST, up to a quote or the end, may have the program. Wine: path-variable. */
static bool list_may_have(const char *list, const char *name)
{
    size_t length = 0;

    for (; *list && *list != '"'; list += length + (list[length] == ';')) {
        length = strcspn(list, ";\"");
        if (folder_may_have(list, (int)length, name)) return true;
    }
    return false;
}

/* Returns whether Windows' variable PATH in the file of the registry, or its App Paths, may lead to the program. Wine:
   prefix-files. */
static bool registry_may_name(FILE *registry, const char *name)
{
    static const char variable[] = "\"PATH\"=", app_paths[] = "\\App Paths\\\\";
    const size_t length = strlen(name);
    bool is_environment = false, may = false;
    char *line = NULL;
    const char *at;
    size_t room = 0;

    while (!may && getline(&line, &room, registry) >= 0) {
        if (*line == '[') {
            is_environment = strstr(line, "Environment]");
            at = strcasestr(line, app_paths);
            if (at) at += sizeof app_paths - 1;
            may = at && !strncasecmp(at, name, length) && (at[length] == ']' || at[length] == '.');
        } else if (is_environment && !strncasecmp(line, variable, sizeof variable - 1)) {
            at = strchr(line + sizeof variable - 1, '"');
            may = at && list_may_have(at + 1, name);
        }
    }
    free(line);
    return may;
}

bool wine_may_find(const char *name)
{
    static const char *const files[] = { "system.reg", "user.reg" };
    const char *more = getenv("WINEPATH");
    char prefix[PREFIX_PATH], *path;
    bool may = false;
    FILE *registry;
    unsigned i;

    if (windows_path_is(name) || (more && list_may_have(more, name))) return true;
    if (folder_has(".", name, none_or_any) || any_windows_folder_has(name, none_or_any)) return true;
    if (!prefix_path(prefix)) return false;
    for (i = 0; i < sizeof files / sizeof *files && !may; i++) {
        path = format_text("%s/%s", prefix, files[i]);
        registry = fopen(path, "re");
        may = registry && registry_may_name(registry, name);
        if (registry) fclose(registry);
        free(path);
    }
    return may;
}
