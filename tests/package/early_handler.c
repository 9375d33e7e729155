/* SPDX-License-Identifier: MIT */
/* A library for LD_PRELOAD. It gives the C library's first key a value that is no TEB. It sets a handler of SIGSEGV before
   Wine's ntdll.so has a TEB, and before each handler that ntdll.so sets, until ntdll.so sets that of SIGSEGV itself. With
   IS_HIDDEN=1, libraries after this one see no handler at all. */
#include <dlfcn.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <unistd.h>

#pragma weak __sigaction

typedef int set_handler(int, const struct sigaction *, struct sigaction *);

set_handler __sigaction; /* the C library's own name of it */
static bool has_handler;

static void end(int number)
{
    static const char text[] = "a fault before the process is ready\n";

    (void)number;
    _exit(write(STDERR_FILENO, text, sizeof text - 1) < 0 ? 2 : 1);
}

static set_handler *find_next(void)
{
    return IS_HIDDEN ? __sigaction : (set_handler *)dlsym(RTLD_NEXT, "sigaction");
}

static void set_early_handler(void)
{
    const struct sigaction action = { .sa_handler = end };

    if (!has_handler) find_next()(SIGSEGV, &action, NULL);
}

int sigaction(int number, const struct sigaction *action, struct sigaction *before)
{
    if (number == SIGSEGV) has_handler = true;
    else if (action) set_early_handler();
    return find_next()(number, action, before);
}

/* ntdll.so calls it before there is a TEB. */
char *setlocale(int category, const char *name)
{
    set_early_handler();
    return ((char *(*)(int, const char *))dlsym(RTLD_NEXT, "setlocale"))(category, name);
}

__attribute__((constructor)) static void take_first_key(void)
{
    const uintptr_t no_pointer = 0x10000;
    pthread_key_t key;

    if (!pthread_key_create(&key, NULL)) pthread_setspecific(key, (void *)no_pointer);
}
