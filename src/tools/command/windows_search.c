/* SPDX-License-Identifier: MIT */
/* Finds the files of Windows paths, and searches the places where Wine looks for a program by its name, without starting
   Wine. Wine: prefix. */
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
#include <sys/stat.h>

static bool has_drive(const char *word)
{
    return isascii(word[0]) && isalpha(word[0]) && word[1] == ':';
}

bool windows_path_is(const char *word)
{
    return strchr(word, '\\') || has_drive(word);
}

static char *in_any_case(const char *folder, const char *name)
{
    DIR *names = opendir(folder);
    struct dirent *entry = NULL;
    char *path = NULL;

    if (!names) return NULL;
    do entry = readdir(names); /* NOLINT(concurrency-mt-unsafe): there is one thread */
    while (entry && strcasecmp(entry->d_name, name) != 0);
    if (entry) path = format_text("%s/%s", folder, entry->d_name);
    closedir(names);
    return path;
}

/* Finds NAME in FOLDER, ignoring case; in malloc's memory. NULL: there is none. */
static char *windows_path_in(const char *folder, const char *name)
{
    char *path = format_text("%s/%s", folder, name);

    if (can_access(path, F_OK)) return path;
    free(path);
    return in_any_case(folder, name);
}

/* The file that NAMES, separated by slashes or backslashes, lead to from PATH, which is freed. */
static char *follow_names(char *path, char *names)
{
    char *name, *next, *rest = NULL;

    for (name = strtok_r(names, "\\/", &rest); name && path; name = strtok_r(NULL, "\\/", &rest)) {
        next = windows_path_in(path, name);
        free(path);
        path = next;
    }
    return path;
}

char *windows_path_on_linux(const char *word)
{
    char prefix[PREFIX_PATH], *names, *path;

    if (!has_drive(word) || !word[2] || !strchr("\\/", word[2]) || !prefix_path(prefix)) return NULL;
    names = format_text("%s", word + 2);
    path = follow_names(format_text("%s/dosdevices/%c:", prefix, tolower(word[0])), names);
    free(names);
    return path;
}

static bool is_there(const char *folder, const char *name)
{
    char *path = windows_path_in(folder, name);
    const bool is = path && is_regular(path);

    free(path);
    return is;
}

static bool is_there_with_exe(const char *folder, const char *name)
{
    char *with_ending = format_text("%s.exe", name);
    const bool is = is_there(folder, with_ending);

    free(with_ending);
    return is;
}

/* Returns whether the folder has a file with this name and no ending, or one of Windows' variable PATHEXT. */
static bool is_there_with_ending(const char *folder, const char *name)
{
    static const char *const endings[] = { "",     ".exe", ".com", ".bat", ".cmd", ".lnk", ".msi", ".vbs",
                                           ".vbe", ".js",  ".jse", ".wsf", ".wsh", ".msc", NULL };
    bool is = false;
    char *file;
    int i;

    for (i = 0; endings[i] && !is; i++) {
        file = format_text("%s%s", name, endings[i]);
        is = is_there(folder, file);
        free(file);
    }
    return is;
}

/* Returns whether `is` holds for the name in one of the Windows folders of the prefix. Wine: system-folder. */
static bool any_windows_folder(bool (*is)(const char *folder, const char *name), const char *name)
{
    static const char *const folders[] = { "drive_c/windows/system32", "drive_c/windows" };
    char prefix[PREFIX_PATH], *folder;
    bool found = false;
    unsigned i;

    if (!prefix_path(prefix)) return false;
    for (i = 0; i < sizeof folders / sizeof *folders && !found; i++) {
        folder = format_text("%s/%s", prefix, folders[i]);
        found = is(folder, name);
        free(folder);
    }
    return found;
}

bool windows_has_exe(const char *name)
{
    return is_there_with_exe(".", name) || any_windows_folder(is_there_with_exe, name);
}

bool program_is_wines(const struct program *program)
{
    const char *word = program->word, *name = program->path ? strrchr(program->path, '/') : NULL;

    if (name) return wine_programs_have(wine_between, name + 1) || wine_programs_have(wine_services, name + 1);
    if (windows_path_is(word)) return false;
    return any_windows_folder(is_there, word) || any_windows_folder(is_there_with_exe, word);
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
    const bool may = folder ? is_there_with_ending(folder, name) : may_be_folder(word);

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

/* Returns whether KEY, a line of the registry's file, is that of the program NAME in App Paths. Wine: prefix-files. */
static bool is_path_of(const char *key, const char *name)
{
    static const char paths[] = "\\App Paths\\\\";
    const char *at = strcasestr(key, paths);
    const size_t length = strlen(name);

    if (!at || strncasecmp(at += sizeof paths - 1, name, length) != 0) return false;
    return at[length] == ']' || at[length] == '.';
}

static bool file_may_name(FILE *registry, const char *name)
{
    static const char path[] = "\"PATH\"=";
    bool is_environment = false, may = false;
    char *line = NULL;
    const char *value;
    size_t room = 0;

    while (!may && getline(&line, &room, registry) >= 0) {
        if (*line == '[') {
            is_environment = strstr(line, "Environment]");
            may = is_path_of(line, name);
        } else if (is_environment && !strncasecmp(line, path, sizeof path - 1)) {
            may = (value = strchr(line + sizeof path - 1, '"')) && list_may_have(value + 1, name);
        }
    }
    free(line);
    return may;
}

/* Returns whether Windows' variable PATH in the registry, or its App Paths, may lead to the program. */
static bool registry_may_name(const char *name)
{
    static const char *const names[] = { "system.reg", "user.reg" };
    char prefix[PREFIX_PATH], *path;
    bool may = false;
    FILE *registry;
    unsigned i;

    if (!prefix_path(prefix)) return false;
    for (i = 0; i < sizeof names / sizeof *names && !may; i++) {
        path = format_text("%s/%s", prefix, names[i]);
        if ((registry = fopen(path, "re"))) {
            may = file_may_name(registry, name);
            fclose(registry);
        }
        free(path);
    }
    return may;
}

bool wine_may_find(const char *name)
{
    const char *more = getenv("WINEPATH");

    if (windows_path_is(name) || (more && list_may_have(more, name))) return true;
    return is_there_with_ending(".", name) || any_windows_folder(is_there_with_ending, name) || registry_may_name(name);
}

bool program_is_folder(const struct program *program)
{
    struct stat found;

    if (program->path || stat(program->word, &found) || !S_ISDIR(found.st_mode)) return false;
    return !wine_may_find(program->word);
}
