/* SPDX-License-Identifier: MIT */
/* Finds the program that a command line names, by a path of Linux or Windows, in PATH, or where Wine looks for it, without
   starting Wine; and checks whether it can run. Wine: prefix, prefix-files. */
#include "tools/command/start/start.h"
#include "launch/prefix.h"
#include "launch/wine_programs.h"
#include "protocol/can_access.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <paths.h>
#include <strings.h>
#include <sys/stat.h>

static bool is_regular(const char *path)
{
    struct stat found;

    return !stat(path, &found) && S_ISREG(found.st_mode);
}

char *search_path(const char *name, bool (*is_refused)(const char *path))
{
    const char *folders = getenv("PATH"), *end;
    const bool is_path = strchr(name, '/');
    char *path;

    if (!folders) folders = _PATH_DEFPATH;
    for (; *name; folders = end + 1) {
        end = strchrnul(folders, ':');
        if (is_path) path = format_text("%s", name);
        else if (end == folders) path = format_text("./%s", name); /* an empty name stands for the current folder */
        else path = format_text("%.*s/%s", (int)(end - folders), folders, name);
        if (is_regular(path) && can_access(path, X_OK) && !(is_refused && is_refused(path))) return path;
        free(path);
        if (is_path || !*end) break;
    }
    return NULL;
}

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

/* Finds NAMES, a path, below FOLDER, which is in malloc's memory, as windows_path_in does, and frees FOLDER. */
static char *windows_path_below(char *folder, const char *names)
{
    char *const all = format_text("%s", names), *path = folder, *rest = NULL, *name, *next;

    for (name = strtok_r(all, "\\/", &rest); name && path; name = strtok_r(NULL, "\\/", &rest)) {
        next = windows_path_in(path, name);
        free(path);
        path = next;
    }
    free(all);
    return path;
}

/* Returns the Linux path of the full path WORD by Wine's drives, in malloc's memory. NULL: no such file (yet), or WORD is
   not a full path. */
static char *windows_path_on_linux(const char *word)
{
    char prefix[PREFIX_PATH];

    if (!has_drive(word) || !word[2] || !strchr("\\/", word[2]) || !prefix_path(prefix)) return NULL;
    return windows_path_below(format_text("%s/dosdevices/%c:", prefix, tolower(word[0])), word + 2);
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

/* Wine runs files with these endings whatever they contain. Wine: file-endings. */
static bool runs_by_name(const char *path)
{
    static const char *const endings[] = { ".bat", ".cmd", ".msi", ".lnk" };
    const char *dot = strrchr(path, '.');
    unsigned i;

    for (i = 0; dot && i < sizeof endings / sizeof *endings; i++)
        if (!strcasecmp(dot, endings[i])) return true;
    return false;
}

static struct refused_program facts; /* about the file that was looked at last */

/* Returns whether Wine runs the file, and not Linux:
   - A file that Linux executes, or a shell, as Cosmopolitan's programs, is Linux's whatever its name is, if this user may
     execute it; but not a script whose interpreter is a Windows program.
   - Other files of Windows are Wine's, and so are those that Wine, or a message, is to refuse for their ending. */
static bool is_for_wine(const char *path)
{
    const bool is_refused = refused_program_read(&facts, AT_FDCWD, path), may_execute = can_access(path, X_OK);
    const struct file_facts *file = &facts.file;
    const char *dot = strrchr(path, '.');

    if (may_execute && (file->is_linux || (file->kind == FILE_PE && file->is_text))) return is_refused;
    if (runs_by_name(path)) return true;
    facts.count = 0;
    return file->kind > FILE_FOREIGN || (dot && !strcasecmp(dot, ".exe"));
}

/* Returns the path of the file that Wine finds by the path WORD, and Linux does not, since Wine ignores case; in malloc's
   memory. NULL: there is none that is for Windows. Wine: path-case. */
static char *path_ignoring_case(const char *word)
{
    char *path = windows_path_below(format_text(*word == '/' ? "/" : "."), word);

    if (path && is_regular(path) && is_for_wine(path)) return path;
    free(path);
    return NULL;
}

/* Returns WORD with the ending .exe, in malloc's memory, where the preload library would execute that file too; otherwise
   NULL. */
static char *path_with_ending(const char *word)
{
    char *path = format_text("%s.exe", word);

    if (file_complete_name(path, AT_FDCWD, word)) return path;
    free(path);
    return NULL;
}

/* Reports why this user does not see the file PATH, and names a folder above it that the user may not enter. Returns the
   exit code. */
static int report_missing(const char *word, const char *path, int error)
{
    char *folder, *slash;

    if (error == ENOENT || error == ENOTDIR) return report_error(EXIT_NOT_FOUND, "%s: not found", word);
    if (error == EACCES) {
        folder = format_text("%s", path);
        do {
            slash = strrchr(folder, '/');
            if (!slash || slash == folder) strcpy(folder, "/");
            else *slash = '\0';
        } while (slash && slash != folder && !can_access(folder, F_OK));
        if (!can_access(folder, X_OK))
            return report_error(EXIT_CANNOT_RUN, "%s: no permission to enter the folder %s", word, folder);
        free(folder);
    }
    return report_error(EXIT_CANNOT_RUN, "%s: %s", word, strerror(error));
}

/* Returns 0 if the file can be run, otherwise the exit code, after a message on stderr. If `has_facts`, the file is for
   Wine, and `facts` are known. */
static int check_file(struct program *program, bool has_facts)
{
    static const char *const faults[] = { [FILE_UNREADABLE] = "cannot be read",
                                          [FILE_EMPTY] = "is empty",
                                          [FILE_FOREIGN] = "is not a Windows program",
                                          [FILE_CUT_OFF] = "is incomplete or damaged",
                                          [FILE_PE] = NULL };
    struct stat found;

    if (stat(program->path, &found)) return report_missing(program->word, program->path, errno);
    if (S_ISDIR(found.st_mode)) return report_error(EXIT_CANNOT_RUN, "%s: is a directory", program->word);
    if (!S_ISREG(found.st_mode)) return report_error(EXIT_CANNOT_RUN, "%s: is not a regular file", program->word);
    if (program->is_for_wine) file_facts_read(&program->image, AT_FDCWD, program->path);
    else if (!has_facts && !is_for_wine(program->path)) return 0;
    else {
        program->is_for_wine = true;
        program->image = facts.count ? facts.interpreter : facts.file;
        program->interpreter_words = facts.words;
        program->interpreter_count = facts.count;
    }
    if (runs_by_name(program->path) || !faults[program->image.kind]) return 0;
    return report_error(EXIT_CANNOT_RUN, "%s: %s", program->word, faults[program->image.kind]);
}

/* As on Windows, a Windows program in the current folder takes precedence over PATH. PATH takes precedence over another
   executable file in the current folder, which is passed over if Wine finds a Windows program by its name. If none of them
   is found, Wine looks for the name, as for a Windows path that names no file of the prefix. */
int program_find(const char *word, struct program *program)
{
    const bool is_windows_path = windows_path_is(word), is_path = strchr(word, '/');
    bool has_facts = false;
    char *here;

    *program = (struct program){ .word = word, .for_wine = word };
    if (is_windows_path) program->path = windows_path_on_linux(word);
    else if (is_path && !can_access(word, F_OK)) {
        program->path = path_with_ending(word);
        if (program->path) program->for_wine = program->path;
        else program->path = path_ignoring_case(word);
    } else has_facts = !is_path && is_regular(word) && is_for_wine(word);
    if (!program->path && !is_windows_path) {
        if (is_path || has_facts) program->path = format_text("%s", word);
        else program->path = search_path(word, NULL);
        if (program->path) program->for_wine = program->path;
    }
    if (!program->path && !is_windows_path && !folder_has(".", word, exe_only) && !any_windows_folder_has(word, exe_only)) {
        here = format_text("./%s", word);
        program->path = search_path(here, NULL);
        free(here);
    }
    program->is_for_wine = is_windows_path || !program->path;
    return program->path ? check_file(program, has_facts) : 0;
}

struct program program_of_wine(const char *word)
{
    struct program program = { .word = word, .is_for_wine = true, .for_wine = word };

    if (windows_path_is(word)) program.path = windows_path_on_linux(word);
    else if (can_access(word, F_OK)) program.path = format_text("%s", word);
    if (program.path && is_regular(program.path)) file_facts_read(&program.image, AT_FDCWD, program.path);
    return program;
}

bool program_is_wines(const struct program *program)
{
    if (program->path) return wine_program_by_path(program->path) != PROGRAM_OF_USER;
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
