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

bool is_regular(const char *path)
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

/* Returns whether Wine is to run the regular file `path`. */
static bool is_for_wine(const char *path)
{
    const char *dot = strrchr(path, '.');

    return runs_by_name(path) || (dot && !strcasecmp(dot, ".exe")) || image_is_windows(image_of(path));
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

/* Returns 0 if the file can be run, otherwise the exit code, after a message on stderr. */
static int check_file(struct program *program)
{
    static const char *const faults[] = { [IMAGE_UNREADABLE] = "cannot be read",
                                          [IMAGE_EMPTY] = "is empty",
                                          [IMAGE_FOREIGN] = "is not a Windows program",
                                          [IMAGE_CUT_OFF] = "is incomplete or damaged",
                                          [IMAGE_PE] = NULL };
    struct stat found;

    if (stat(program->path, &found)) return report_missing(program->word, program->path, errno);
    if (S_ISDIR(found.st_mode)) return report_error(EXIT_CANNOT_RUN, "%s: is a directory", program->word);
    if (!S_ISREG(found.st_mode)) return report_error(EXIT_CANNOT_RUN, "%s: is not a regular file", program->word);
    if (!program->is_for_wine && !is_for_wine(program->path)) return 0;
    program->is_for_wine = true;
    program->image = image_of(program->path);
    if (runs_by_name(program->path) || !faults[program->image.kind]) return 0;
    return report_error(EXIT_CANNOT_RUN, "%s: %s", program->word, faults[program->image.kind]);
}

/* As on Windows, a Windows program in the current folder takes precedence over PATH. PATH takes precedence over another
   executable file in the current folder, which is passed over if Wine finds a Windows program by its name. If none of them
   is found, Wine looks for the name, as for a Windows path that names no file of the prefix. */
int program_find(const char *word, struct program *program)
{
    const bool is_windows_path = windows_path_is(word);
    char *here;

    *program = (struct program){ .word = word };
    if (is_windows_path) program->path = windows_path_on_linux(word);
    else if (strchr(word, '/') || (is_regular(word) && is_for_wine(word))) program->path = format_text("%s", word);
    else program->path = search_path(word, NULL);
    if (!program->path && !is_windows_path && !windows_has_exe(word)) {
        here = format_text("./%s", word);
        program->path = search_path(here, NULL);
        free(here);
    }
    program->is_for_wine = is_windows_path || !program->path;
    return program->path ? check_file(program) : 0;
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
