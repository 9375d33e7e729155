/* SPDX-License-Identifier: MIT */
/*
 * Replacements of the C library's functions that execute a file. Linux refuses Windows programs (ENOEXEC); with these
 * functions a process below `cycletime run` executes them (refused_file.c). Each function calls the next definition first,
 * so an execution that succeeds costs nothing more. There are several, as the C library's functions do not call each other
 * by these names: execvp and posix_spawnp search PATH, and execvp lets /bin/sh read a file that Linux refuses. system and
 * popen start /bin/sh, which then calls one of these functions.
 *
 * Wine's own processes execute files as without this library.
 */
#include "inject/preload/preload.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/syscall.h>

#pragma weak __errno_location

static size_t count_words(char *const *words)
{
    size_t count = 0;

    while (words && words[count]) count++;
    return count;
}

static int execute_file(const char *path, char *const *words, char *const *environment)
{
    if (!next_functions.execve) find_next_functions();
    if (next_functions.execve) return next_functions.execve(path, words, environment);
    return (int)syscall(SYS_execve, path, words, environment);
}

/* Called after an execution of PATH has failed. If Wine can run the file, this function returns only if that fails too. */
static __attribute__((noinline)) int execute_refused(const char *path, char *const *words, char *const *environment)
{
    struct refused_file file;
    const int error = errno;

    if (error == ENOEXEC && refused_file_find(&file, AT_FDCWD, path, environment, next_functions.own_library)) {
        char *all[count_words(words) + REFUSED_WORDS];

        refused_file_put_words(&file, words, all);
        execute_file(file.command, all, environment);
    }
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

    if (starts_server(path, words, __builtin_return_address(0))) {
        descriptors_leave();
        words = server_words(words, with_option);
    }
    return execute_path(path, words, environ);
}

static const char *search_folders(void)
{
    const char *folders = getenv ? getenv("PATH") : NULL;

    return folders ? folders : "/bin:/usr/bin";
}

/* Makes the path of NAME in the first of FOLDERS, for which there is room. Returns the other folders, or NULL. */
static const char *put_candidate(char *path, const char *folders, const char *name)
{
    const char *begin = path;

    while (*folders && *folders != ':') *path++ = *folders++;
    if (path != begin) *path++ = '/'; /* an empty folder's name stands for the current one */
    memcpy(path, name, strlen(name) + 1);
    return *folders ? folders + 1 : NULL;
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
        folders = put_candidate(path, folders, name);
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

/* Called after an execution of NAME in the open folder FILE has failed, or with "" of FILE. */
static __attribute__((noinline)) int execute_opened(int file, const char *name, char *const *words,
                                                    char *const *environment)
{
    static const char folder[] = "/proc/self/fd/";
    char path[REFUSED_PATH], link[sizeof folder + 10], *at = link + sizeof folder - 1;
    const int error = errno;
    int power;
    long length;

    if (error != ENOEXEC || file < 0) return -1;
    memcpy(link, folder, sizeof folder);
    for (power = 1; file / power >= 10;) power *= 10;
    for (; power; power /= 10) *at++ = (char)('0' + file / power % 10);
    *at = '\0';
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

/* Called after the execution of PATH has failed with ENOEXEC. Returns as posix_spawn. */
static __attribute__((noinline)) int spawn_refused(pid_t *child, const char *path,
                                                   const posix_spawn_file_actions_t *actions,
                                                   const posix_spawnattr_t *attributes, char *const *words,
                                                   char *const *environment)
{
    struct refused_file file;

    if (!refused_file_find(&file, AT_FDCWD, path, environment, next_functions.own_library)) return ENOEXEC;
    char *all[count_words(words) + REFUSED_WORDS];
    refused_file_put_words(&file, words, all);
    return next_functions.posix_spawn(child, file.command, actions, attributes, all, environment) ? ENOEXEC : 0;
}

static int spawn_server(pid_t *child, const char *path, const posix_spawnattr_t *attributes, char *const *words,
                        char *const *environment)
{
    posix_spawn_file_actions_t actions;
    char *with_option[3];
    int error = posix_spawn_file_actions_init(&actions);

    if (error) return error;
    descriptors_leave_in_child(&actions);
    words = server_words(words, with_option);
    error = next_functions.posix_spawn(child, path, &actions, attributes, words, environment);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

EXPORTED int posix_spawn(pid_t *child, const char *path, const posix_spawn_file_actions_t *actions,
                         const posix_spawnattr_t *attributes, char *const *words, char *const *environment)
{
    int error;

    if (!next_functions.posix_spawn) find_next_functions();
    if (!next_functions.posix_spawn) return ENOSYS;
    if (!actions && starts_server(path, words, __builtin_return_address(0)))
        return spawn_server(child, path, attributes, words, environment);
    error = next_functions.posix_spawn(child, path, actions, attributes, words, environment);
    return error == ENOEXEC ? spawn_refused(child, path, actions, attributes, words, environment) : error;
}

/* Returns whether PATH is no folder, and this user may execute it. Behind PATH there is room for a slash. */
static bool may_execute(char *path)
{
    char *const end = path + strlen(path);
    bool is_folder;

    if (syscall(SYS_faccessat, (long)AT_FDCWD, path, (long)X_OK)) return false;
    memcpy(end, "/", 2);
    is_folder = !syscall(SYS_faccessat, (long)AT_FDCWD, path, (long)F_OK);
    *end = '\0';
    return !is_folder;
}

/* The file that Linux has refused is the first that may be executed. */
EXPORTED int posix_spawnp(pid_t *child, const char *name, const posix_spawn_file_actions_t *actions,
                          const posix_spawnattr_t *attributes, char *const *words, char *const *environment)
{
    const char *folders = search_folders();
    char path[strlen(folders) + strlen(name) + 3];
    int error;

    if (!next_functions.posix_spawnp) find_next_functions();
    if (!next_functions.posix_spawnp) return ENOSYS;
    error = next_functions.posix_spawnp(child, name, actions, attributes, words, environment);
    if (error != ENOEXEC) return error;
    if (strrchr(name, '/')) return spawn_refused(child, name, actions, attributes, words, environment);
    do folders = put_candidate(path, folders, name);
    while (!may_execute(path) && folders);
    return spawn_refused(child, path, actions, attributes, words, environment);
}
