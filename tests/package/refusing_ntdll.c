/* SPDX-License-Identifier: MIT */
/* A library for LD_PRELOAD: dlsym finds another function in place of the one that REFUSED names, which refuses each call by
   STATUS_NOT_IMPLEMENTED. */
#define _GNU_SOURCE /* dlvsym */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static unsigned refuse(void)
{
    return 0xc0000002;
}

void *dlsym(void *library, const char *name)
{
    static void *(*find)(void *, const char *);
    const char *const refused = getenv("REFUSED");

    if (!find) find = (__typeof__(find))dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
    if (refused && !strcmp(refused, name)) return (void *)refuse;
    /* The C library, since its search would begin behind this library. */
    return find(library == RTLD_NEXT ? dlopen("libc.so.6", RTLD_LAZY) : library, name);
}
