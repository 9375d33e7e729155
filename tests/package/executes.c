/* SPDX-License-Identifier: MIT */
/* A program for Linux: executes FILE with these words by the function FUNCTION, in the child of vfork, and ends as the
   child did. If the function fails, prints its error and ends with 99. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FAILED = 99 };

static const char *function;

static bool is_function(const char *name)
{
    return !strcmp(function, name);
}

static int open_folder_of(const char *file)
{
    char *path = strdup(file);
    int folder;

    *strrchr(path, '/') = '\0';
    folder = open(path, O_PATH | O_CLOEXEC);
    free(path);
    return folder;
}

/* There are four words. Returns only if the execution fails. */
static void execute(const char *file, char **words)
{
    if (is_function("execv")) execv(file, words);
    else if (is_function("execve")) execve(file, words, environ);
    else if (is_function("execvp")) execvp(file, words);
    else if (is_function("execvpe")) execvpe(file, words, environ);
    else if (is_function("execl")) execl(file, words[0], words[1], words[2], words[3], NULL);
    else if (is_function("execlp")) execlp(file, words[0], words[1], words[2], words[3], NULL);
    else if (is_function("execle")) execle(file, words[0], words[1], words[2], words[3], NULL, environ);
    else if (is_function("fexecve")) fexecve(open(file, O_RDONLY | O_CLOEXEC), words, environ);
    else if (is_function("execveat")) execveat(AT_FDCWD, file, words, environ, 0);
    else if (is_function("execveat.file"))
        execveat(open(file, O_PATH | O_CLOEXEC), "", words, environ, AT_EMPTY_PATH);
    else if (is_function("execveat.folder"))
        execveat(open_folder_of(file), strrchr(file, '/') + 1, words, environ, 0);
    else errno = ENOSYS;
}

static int execute_in_child(pid_t *child, const char *file, char **words)
{
    volatile int error = 0;

    *child = vfork();
    if (!*child) {
        execute(file, words);
        error = errno;
        _exit(FAILED);
    }
    return error;
}

static int read_pipe(const char *line)
{
    FILE *pipe = popen(line, "r");
    int letter;

    while ((letter = getc(pipe)) != EOF) putchar(letter);
    return pclose(pipe);
}

int main(int count, char **arguments)
{
    char **words = arguments + 2;
    const char *file = *words;
    int status, error = 0;
    pid_t child = 0;

    if (count < 3) return FAILED;
    function = arguments[1];
    if (is_function("system")) status = system(file);
    else if (is_function("popen")) status = read_pipe(file);
    else if (is_function("posix_spawn")) error = posix_spawn(&child, file, NULL, NULL, words, environ);
    else if (is_function("posix_spawnp")) error = posix_spawnp(&child, file, NULL, NULL, words, environ);
    else error = execute_in_child(&child, file, words);
    if (child) waitpid(child, &status, 0);
    if (!error) return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    printf("%s\n", strerrorname_np(error));
    return FAILED;
}
