/* SPDX-License-Identifier: MIT */
/*
 * Preloaded as ntdll.so into a plain Wine, this makes it what a Proton is under WINE_CPU_TOPOLOGY, as far as programs and
 * cycletime see it: as many processors as the list says, and an ntdll.so with the variable's name among its strings.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int listed(void)
{
    const char *list = getenv("WINE_CPU_TOPOLOGY");

    return list ? atoi(list) : 0;
}

long sysconf(int name)
{
    long (*system)(int) = (long (*)(int))dlsym(RTLD_NEXT, "sysconf");

    return name == _SC_NPROCESSORS_ONLN && listed() ? listed() : system(name);
}

/* Wine reads the list of CPUs for its group so, cycletime by its descriptor. */
FILE *fopen(const char *path, const char *mode)
{
    FILE *(*system)(const char *, const char *) = (FILE *(*)(const char *, const char *))dlsym(RTLD_NEXT, "fopen");
    static char text[16];

    if (!listed() || strcmp(path, "/sys/devices/system/cpu/online") != 0) return system(path, mode);
    snprintf(text, sizeof text, "0-%d\n", listed() - 1);
    return fmemopen(text, strlen(text), "r");
}
