/* SPDX-License-Identifier: MIT */
/* A program for Linux: spawns FILE with the word "a" by FUNCTION, posix_spawn or posix_spawnp, with file actions and
   attributes in the order of the other words, and ends as the child did. "lists" makes many lists of actions first, and
   "copy" uses a copy of the list. If the function fails, prints its error and ends with 99. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FAILED = 99, LISTS = 100 };

static posix_spawn_file_actions_t actions, others[LISTS], *list = &actions;
static posix_spawnattr_t attributes;
static short flags;

static void add(const char *word)
{
    const char *value = strchr(word, '=') ? strchr(word, '=') + 1 : "";
    sigset_t mask;
    int i;

    if (!strncmp(word, "create=", 7))
        posix_spawn_file_actions_addopen(&actions, 1, value, O_WRONLY | O_CREAT | O_EXCL, 0600);
    else if (!strncmp(word, "write=", 6)) posix_spawn_file_actions_addopen(&actions, 1, value, O_WRONLY, 0);
    else if (!strncmp(word, "dup2=", 5)) posix_spawn_file_actions_adddup2(&actions, atoi(value), 1);
    else if (!strncmp(word, "close=", 6)) posix_spawn_file_actions_addclose(&actions, atoi(value));
    else if (!strncmp(word, "chdir=", 6)) posix_spawn_file_actions_addchdir_np(&actions, value);
    else if (!strncmp(word, "fchdir=", 7)) posix_spawn_file_actions_addfchdir_np(&actions, open(value, O_PATH | O_CLOEXEC));
    else if (!strcmp(word, "lists"))
        for (i = 0; i < LISTS; i++) {
            posix_spawn_file_actions_init(&others[i]);
            posix_spawn_file_actions_addchdir_np(&others[i], "/");
        }
    else if (!strcmp(word, "copy")) {
        others[0] = actions;
        memset(&actions, 0, sizeof actions);
        list = &others[0];
    } else if (!strcmp(word, "group")) flags |= POSIX_SPAWN_SETPGROUP;
    else if (!strcmp(word, "again")) {
        posix_spawn_file_actions_destroy(&actions);
        posix_spawn_file_actions_init(&actions);
    } else if (!strcmp(word, "mask")) {
        sigemptyset(&mask);
        sigaddset(&mask, SIGUSR1);
        posix_spawnattr_setsigmask(&attributes, &mask);
        flags |= POSIX_SPAWN_SETSIGMASK;
    }
}

int main(int count, char **words)
{
    char *child_words[] = { words[2], "a", NULL };
    int error, status = 0, i;
    pid_t child;

    if (count < 3) return FAILED;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    for (i = 3; i < count; i++) add(words[i]);
    posix_spawnattr_setflags(&attributes, flags);
    if (!strcmp(words[1], "posix_spawn"))
        error = posix_spawn(&child, words[2], list, &attributes, child_words, environ);
    else error = posix_spawnp(&child, words[2], list, &attributes, child_words, environ);
    if (error) {
        printf("%s\n", strerrorname_np(error));
        return FAILED;
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
