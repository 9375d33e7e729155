/* SPDX-License-Identifier: MIT */
/* Finds the program that a command line names, by a path of Linux or Windows or in PATH, and checks whether it can run. */
#include "tools/command/command.h"
#include "protocol/can_access.h"

#include <ctype.h>
#include <errno.h>
#include <paths.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

static bool can_be_run(const char *path)
{
    struct stat found;

    return !stat(path, &found) && S_ISREG(found.st_mode) && can_access(path, X_OK);
}

char *search_path(const char *name, bool (*is_refused)(const char *path))
{
    const char *folders = getenv("PATH"), *end;
    char *path = NULL;

    if (strchr(name, '/')) return can_be_run(name) && !(is_refused && is_refused(name)) ? format_text("%s", name) : NULL;
    if (!folders) folders = _PATH_DEFPATH;
    for (; *name && !path; folders = end + 1) {
        end = strchrnul(folders, ':');
        /* An empty folder's name stands for the current one. */
        path = end == folders ? format_text("./%s", name) : format_text("%.*s/%s", (int)(end - folders), folders, name);
        if (!can_be_run(path) || (is_refused && is_refused(path))) {
            free(path);
            path = NULL;
        }
        if (!*end) break;
    }
    return path;
}

static bool ends_in_one_of(const char *path, const char *const *endings)
{
    const char *dot = strrchr(path, '.');

    while (dot && *endings && strcasecmp(dot, *endings) != 0) endings++;
    return dot && *endings;
}

/* Wine runs files with these endings whatever they contain. Wine: file-endings. */
static bool runs_by_name(const char *path)
{
    static const char *const endings[] = { ".bat", ".cmd", ".msi", ".lnk", NULL };

    return ends_in_one_of(path, endings);
}

static bool is_named_as_program(const char *path)
{
    static const char *const endings[] = { ".exe", NULL };

    return ends_in_one_of(path, endings) || runs_by_name(path);
}

/* Returns whether Wine is to run the regular file `path`. */
static bool is_for_wine(const char *path)
{
    return is_named_as_program(path) || image_is_windows(image_of(path));
}

/* Returns the nearest folder above `path` that exists, if this user may not enter it, otherwise NULL. Cuts `path`, to which
   the result points. */
static const char *locked_folder(char *path)
{
    char *slash;

    while ((slash = strrchr(path, '/')) != NULL && slash != path) {
        *slash = 0;
        if (can_access(path, F_OK)) return can_access(path, X_OK) ? NULL : path;
    }
    return can_access("/", X_OK) ? NULL : "/";
}

static int report_missing(const char *word, const char *path, int error)
{
    char *way = format_text("%s", path);
    const char *locked = error == EACCES ? locked_folder(way) : NULL;

    if (locked) report_warning("%s: no permission to enter the folder %s", word, locked);
    else if (error == ENOENT || error == ENOTDIR) report_warning("%s: not found", word);
    else report_warning("%s: %s", word, strerror(error));
    free(way);
    return error == ENOENT || error == ENOTDIR ? EXIT_NOT_FOUND : EXIT_CANNOT_RUN;
}

static const char *fault_of(const struct program *program)
{
    if (runs_by_name(program->path)) return NULL;
    switch (program->image.kind) {
    case IMAGE_UNREADABLE: return "cannot be read";
    case IMAGE_EMPTY: return "is empty";
    case IMAGE_FOREIGN: return "is not a Windows program";
    case IMAGE_CUT_OFF: return "is incomplete or damaged";
    default: return NULL;
    }
}

static int judge_for_wine(struct program *program)
{
    const char *fault;

    program->is_for_wine = true;
    program->image = image_of(program->path);
    fault = fault_of(program);
    return fault ? report_error(EXIT_CANNOT_RUN, "%s: %s", program->word, fault) : 0;
}

/* Returns 0 if the file can be run, otherwise the exit code, after a message on stderr. */
static int judge_file(struct program *program)
{
    struct stat found;

    if (stat(program->path, &found)) return report_missing(program->word, program->path, errno);
    if (S_ISDIR(found.st_mode)) return report_error(EXIT_CANNOT_RUN, "%s: is a directory", program->word);
    if (!S_ISREG(found.st_mode)) return report_error(EXIT_CANNOT_RUN, "%s: is not a regular file", program->word);
    if (program->is_for_wine || is_for_wine(program->path)) return judge_for_wine(program);
    return 0;
}

/* Wine looks for a Windows path that names no file of the prefix. */
static int find_windows_path(struct program *program)
{
    program->is_for_wine = true;
    program->path = windows_path_on_linux(program->word);
    return program->path ? judge_file(program) : 0;
}

/* Returns the path of the executable file of this name in the current folder, or NULL if there is none, or if Wine finds a
   Windows program by the same name. */
static char *search_current_folder(const char *name)
{
    char *with_folder, *path;

    if (windows_has_exe(name)) return NULL;
    with_folder = format_text("./%s", name);
    path = search_path(with_folder, NULL);
    free(with_folder);
    return path;
}

/* As on Windows, a Windows program in the current folder takes precedence over PATH. PATH takes precedence over another
   executable file in the current folder. If none of them is found, Wine looks for the name. */
static int find_name(struct program *program)
{
    if (is_regular(program->word) && is_for_wine(program->word)) program->path = format_text("%s", program->word);
    else program->path = search_path(program->word, NULL);
    if (!program->path) program->path = search_current_folder(program->word);
    program->is_for_wine = !program->path;
    return program->path ? judge_file(program) : 0;
}

int program_find(const char *word, struct program *program)
{
    *program = (struct program){ .word = word };
    if (windows_path_is(word)) return find_windows_path(program);
    if (!strchr(word, '/')) return find_name(program);
    program->path = format_text("%s", word);
    return judge_file(program);
}

struct program program_of_wine(const char *word)
{
    struct program program = { .word = word, .is_for_wine = true };

    if (windows_path_is(word)) program.path = windows_path_on_linux(word);
    else if (can_access(word, F_OK)) program.path = format_text("%s", word);
    if (program.path && is_regular(program.path)) program.image = image_of(program.path);
    return program;
}

const char *program_refusal(const struct program *program)
{
    static char text[64];
    const struct image image = program->image;

    if (image.kind == IMAGE_OLD) return "is a program for DOS or 16-bit Windows, which cannot run here";
    if (image.kind != IMAGE_PE || image.machine == IMAGE_AMD64) return "Wine could not start it";
    if (image.machine == IMAGE_I386)
        return "is a 32-bit program, and this Wine has no 32-bit support (on Debian: apt install wine32), or Linux has "
               "none";
    snprintf(text, sizeof text, "is built for another kind of processor (machine 0x%04x)", image.machine);
    return text;
}
