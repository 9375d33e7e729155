/* SPDX-License-Identifier: MIT */
/* A library for LD_PRELOAD: dlsym finds another function in place of the one that REFUSED names, which refuses each call by
   STATUS_NOT_IMPLEMENTED, and of the one that IGNORED names, which does nothing and returns STATUS_SUCCESS. */
#define _GNU_SOURCE /* dlvsym */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static unsigned refuse(void)
{
    return 0xc0000002;
}

static unsigned ignore(void)
{
    return 0;
}

static int is_named(const char *variable, const char *name)
{
    const char *const value = getenv(variable);

    return value && !strcmp(value, name);
}

void *dlsym(void *library, const char *name)
{
    static void *(*find)(void *, const char *);

    if (!find) find = (__typeof__(find))dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
    if (is_named("REFUSED", name)) return (void *)refuse;
    if (is_named("IGNORED", name)) return (void *)ignore;
    /* The C library, since its search would begin behind this library. */
    return find(library == RTLD_NEXT ? dlopen("libc.so.6", RTLD_LAZY) : library, name);
}
