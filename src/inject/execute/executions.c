/* SPDX-License-Identifier: MIT */
/*
 * Replacements of the C library's functions that execute a file. Linux refuses Windows programs (ENOEXEC); with these
 * functions a process below `cycletime run` executes them (refused_file.c). Each function calls the next definition first,
 * so an execution that succeeds costs nothing more. There are several, as the C library's functions do not call each other
 * by these names: execvp searches PATH, and lets /bin/sh read a file that Linux refuses. system and popen start /bin/sh,
 * which then calls one of these functions. posix_spawn is in spawns.c.
 *
 * Wine's own processes execute files as without this library.
 */
#include "inject/execute/refused_file.h"
#include "inject/preload/background.h"
#include "inject/preload/next_functions.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/syscall.h>

static int execute_file(const char *path, char *const *words, char *const *environment)
{
    if (!next_functions.execve) find_next_functions();
    if (next_functions.execve) return next_functions.execve(path, words, environment);
    return (int)syscall(SYS_execve, path, words, environment);
}

static int execute_refused(const char *path, char *const *words, char *const *environment);

/* Called if there is no file PATH. */
static __attribute__((noinline)) void execute_whole_name(const char *path, char *const *words, char *const *environment)
{
    char whole[strlen(path) + FILE_ENDING];

    if (!refused_file_complete_name(whole, AT_FDCWD, path, words, environment, next_functions.own_library)) return;
    execute_file(whole, words, environment);
    execute_refused(whole, words, environment);
}

/* Called after an execution of PATH has failed. If Wine can run that file, or one whose name has .exe behind it, this
   function returns only if that fails too. */
static __attribute__((noinline)) int execute_refused(const char *path, char *const *words, char *const *environment)
{
    struct refused_file file;
    const int error = errno;

    if (error == ENOEXEC && refused_file_find(&file, AT_FDCWD, path, environment, next_functions.own_library)) {
        char *all[refused_file_count_words(words)];

        refused_file_put_words(&file, words, all);
        execute_file(file.command, all, environment);
    }
    if (error == ENOENT) execute_whole_name(path, words, environment);
    errno = error;
    return -1;
}

static int execute_path(const char *path, char *const *words, char *const *environment)
{
    execute_file(path, words, environment);
    return execute_refused(path, words, environment);
}

EXPORTED int execve(const char *path, char *const *words, char *const *environment) __attribute__((alias("execute_path")));

/* Wine's ntdll.so starts the server by this function in a forked process (exec_wineserver in Wine 8), or by posix_spawn
   (Wine 10). Wine: server-start. */
EXPORTED int execv(const char *path, char *const *words)
{
    char *with_option[3];

    if (background_starts_server(path, words, __builtin_return_address(0))) {
        background_leave_inherited(NULL, -1);
        words = background_server_words(words, with_option);
    }
    return execute_path(path, words, environ);
}

/* The next execvpe does everything again after a failure, since it also finds the error to return, and the shell. */
static int execute_name(const char *name, char *const *words, char *const *environment)
{
    const char *folders = search_folders();
    char path[strlen(folders) + strlen(name) + 2];

    if (strrchr(name, '/')) {
        execute_path(name, words, environment);
        folders = NULL;
    }
    while (folders && *name) {
        folders = search_put_candidate(path, folders, name);
        execute_path(path, words, environment);
        /* execvp goes on with the next folder after these errors (glibc's posix/execvpe.c). */
        if (errno != EACCES && errno != ENOENT && errno != ESTALE && errno != ENOTDIR && errno != ENODEV
            && errno != ETIMEDOUT)
            break;
    }
    if (next_functions.execvpe) return next_functions.execvpe(name, words, environment);
    return -1;
}

EXPORTED int execvpe(const char *name, char *const *words, char *const *environment) __attribute__((alias("execute_name")));

EXPORTED int execvp(const char *name, char *const *words)
{
    return execute_name(name, words, environ);
}

/* Puts WORD and those of LIST into WORDS; NULL: only counts them. Returns how many they are, with the NULL at their end. */
static size_t put_listed_words(char **words, const char *word, va_list *list)
{
    size_t count = 0;

    for (;; word = va_arg(*list, char *)) {
        if (words) words[count] = (char *)word;
        count++;
        if (!word) return count;
    }
}

/* Puts the words that are a function's arguments from WORD on into the array WORDS; LIST is then behind them. */
#define TAKE_LISTED(words, word, list) \
    va_list list, again; \
    va_start(list, word); \
    va_copy(again, list); \
    char *words[put_listed_words(NULL, word, &again)]; \
    va_end(again); \
    put_listed_words(words, word, &list)

EXPORTED int execl(const char *path, const char *word, ...)
{
    TAKE_LISTED(words, word, list);
    va_end(list);
    return execute_path(path, words, environ);
}

EXPORTED int execlp(const char *name, const char *word, ...)
{
    TAKE_LISTED(words, word, list);
    va_end(list);
    return execute_name(name, words, environ);
}

EXPORTED int execle(const char *path, const char *word, ...)
{
    char *const *environment;

    TAKE_LISTED(words, word, list);
    environment = va_arg(list, char *const *);
    va_end(list);
    return execute_path(path, words, environment);
}

enum { DESCRIPTOR_PATH = 32 };

/* Makes a path that leads to the descriptor FILE of this process. */
static void put_descriptor_path(char path[DESCRIPTOR_PATH], int file)
{
    static const char folder[] = "/proc/self/fd/";
    char *at = path + sizeof folder - 1;
    int power = 1;

    memcpy(path, folder, sizeof folder);
    while (file / power >= 10) power *= 10;
    for (; power; power /= 10) *at++ = (char)('0' + file / power % 10);
    *at = '\0';
}

/* Called after an execution of NAME in the open folder FILE has failed, or with "" of FILE. */
static __attribute__((noinline)) int execute_opened(int file, const char *name, char *const *words,
                                                    char *const *environment)
{
    char path[REFUSED_PATH], link[DESCRIPTOR_PATH];
    const int error = errno;
    long length;

    if (error != ENOEXEC || file < 0) return -1;
    put_descriptor_path(link, file);
    length = syscall(SYS_readlinkat, (long)AT_FDCWD, link, path, (long)REFUSED_PATH - 1);
    errno = error;
    if (length <= 0 || (size_t)length + strlen(name) + 2 > REFUSED_PATH) return -1;
    if (*name) path[length++] = '/';
    memcpy(path + length, name, strlen(name) + 1);
    return execute_refused(path, words, environment);
}

EXPORTED int fexecve(int file, char *const *words, char *const *environment)
{
    if (next_functions.fexecve) next_functions.fexecve(file, words, environment);
    else errno = ENOSYS;
    return execute_opened(file, "", words, environment);
}

EXPORTED int execveat(int folder, const char *path, char *const *words, char *const *environment, int flags)
{
    if (next_functions.execveat) next_functions.execveat(folder, path, words, environment, flags);
    else syscall(SYS_execveat, (long)folder, path, words, environment, (long)flags);
    if (errno != ENOEXEC) return -1;
    if (*path == '/' || folder == AT_FDCWD) return execute_refused(path, words, environment);
    return execute_opened(folder, path, words, environment);
}
