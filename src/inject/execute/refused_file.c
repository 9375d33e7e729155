/* SPDX-License-Identifier: MIT */
/*
 * Finds the command that is executed in place of a file that Linux refuses and Wine runs (launch/file_facts.h). It is
 * `cycletime` by its name `wine`: by that name it takes all words as Wine does (run_as_wine in tools/command/run.c).
 *
 * A caller may be the child of vfork, or of fork in a process with several threads. So this code allocates no memory, takes
 * no lock, and changes no variable but its caller's.
 */
#include "inject/execute/refused_file.h"
#include "launch/preload_list.h"
#include "launch/run_words.h"
#include "launch/tree_layout.h"

static const char *variable_of(char *const *environment, const char *name)
{
    const size_t length = strlen(name);

    for (; environment && *environment; environment++)
        if (!strncmp(*environment, name, length) && (*environment)[length] == '=') return *environment + length + 1;
    return NULL;
}

static bool wine_may_run_files(char *const *environment, const char *library)
{
    const char *libraries = variable_of(environment, "LD_PRELOAD"), *options = variable_of(environment, "CYCLETIME_RUN");

    if (!library || !preload_list_has_library(libraries)) return false;
    return !(run_words_parse(options).flags & RUN_NO_EXECUTE);
}

bool refused_file_complete_name(char *whole, long folder, const char *path, char *const *words, char *const *environment,
                                const char *library)
{
    if (!words || !*words || !strrchr(path, '/') || strcmp(path, *words) != 0) return false;
    return wine_may_run_files(environment, library) && file_complete_name(whole, folder, path);
}

bool refused_file_find(struct refused_file *file, long folder, const char *path, char *const *environment,
                       const char *library)
{
    size_t i;

    if (!path || !wine_may_run_files(environment, library)) return false;
    if (!refused_program_read(&file->program, folder, path)) return false;
    if (!tree_find_part(file->command, sizeof file->command, library, "/" CYCLETIME_COMMAND_FROM_LIBRARY)) return false;
    file->words[0] = "wine";
    file->count = 1;
    for (i = 0; i < file->program.count; i++) file->words[file->count++] = file->program.words[i];
    /* Wine would look for a name without a slash elsewhere first. */
    if (!strrchr(path, '/')) {
        if (strlen(path) + sizeof "./" > REFUSED_NAME) return false;
        memcpy(file->name, "./", 2);
        memcpy(file->name + 2, path, strlen(path) + 1);
        path = file->name;
    }
    file->words[file->count++] = path;
    return true;
}

void refused_file_put_words(const struct refused_file *file, char *const *words, char **all)
{
    size_t i;

    for (i = 0; i < file->count; i++) *all++ = (char *)file->words[i];
    if (words && *words)
        while (*++words) *all++ = *words;
    *all = NULL;
}

size_t refused_file_count_words(char *const *words)
{
    size_t count = 0;

    while (words && words[count]) count++;
    return count + REFUSED_WORDS;
}

const char *search_folders(void)
{
    const char *folders = getenv ? getenv("PATH") : NULL;

    return folders ? folders : "/bin:/usr/bin";
}

const char *search_put_candidate(char *path, const char *folders, const char *name)
{
    const char *begin = path;

    while (*folders && *folders != ':') *path++ = *folders++;
    if (path != begin) *path++ = '/'; /* an empty folder's name stands for the current one */
    memcpy(path, name, strlen(name) + 1);
    return *folders ? folders + 1 : NULL;
}
