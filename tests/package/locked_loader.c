/* SPDX-License-Identifier: MIT */
/* Calls what POSIX lets a handler of signals and a forked child call, while other threads hold the locks of the dynamic
   loader for good: one is in a library's constructor, which LIBRARY=1 makes, and one looks at the list of libraries. Prints
   each call that returned, with its result, once from a thread and once from a forked child. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
void hold_lock(void);

#if LIBRARY

__attribute__((constructor)) static void begin(void)
{
    hold_lock();
}

#else

static const char *library, *refused; /* one that holds the lock; a file that Linux refuses to execute, as a script is */
static sem_t held, never;

void hold_lock(void)
{
    sem_post(&held);
    for (;;) sem_wait(&never);
}

static void *load(void *unused)
{
    dlopen(library, RTLD_NOW);
    return unused;
}

static int look_at(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)info, (void)size, (void)unused;
    hold_lock();
    return 0;
}

static void *look(void *unused)
{
    dl_iterate_phdr(look_at, NULL);
    return unused;
}

static void handle(int number)
{
    (void)number;
}

static int set_handler(int number)
{
    const struct sigaction action = { .sa_handler = handle };

    return sigaction(number, &action, NULL);
}

static void print_result(const char *who, const char *what, int result)
{
    char line[128];
    const int length = snprintf(line, sizeof line, "%s: %s: %d, error %d\n", who, what, result, errno);

    if (write(STDOUT_FILENO, line, (size_t)length) != length) _exit(3);
}

#define CALL(call) (errno = 0, print_result(who, #call, call))

static void call_all(const char *who)
{
    char *words[] = { "word", NULL };
    const int file = open("/dev/null", O_RDONLY | O_CLOEXEC);

    CALL(set_handler(SIGSEGV));
    CALL(set_handler(SIGXFSZ));
    CALL(execve("/nowhere", words, environ));
    CALL(execve(refused, words, environ));
    CALL(execl("/nowhere", "word", NULL));
    CALL(execle("/nowhere", "word", NULL, environ));
    CALL(execv(refused, words));
    CALL(fexecve(file, words, environ));
    close(file);
}

int main(int count, char **words)
{
    pthread_t threads[2];
    int status = 1;
    pid_t child;

    if (count != 3) return 2;
    library = words[1];
    refused = words[2];
    if (pthread_create(&threads[0], NULL, load, NULL)) return 2;
    sem_wait(&held);
    if (pthread_create(&threads[1], NULL, look, NULL)) return 2;
    sem_wait(&held);
    call_all("thread");
    child = fork();
    if (!child) {
        call_all("child");
        _exit(0);
    }
    if (waitpid(child, &status, 0) != child || status) return 3;
    _exit(0);
}

#endif
