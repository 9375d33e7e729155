/* SPDX-License-Identifier: MIT */
/* Reads the resources of this process, as Linux and Wine see them. */
#ifndef USAGE_H
#define USAGE_H

#include <windows.h>

struct usage {
    ULONG memory_kb;    /* RssAnon: what it has written to */
    ULONG handles;
    ULONG descriptors;  /* of Linux, without the next */
    ULONG cached;       /* descriptors of other threads' files, which the Linux side keeps for a minute */
};

/* Linux's id of this process stands in the environment variable CYCLETIME_STRESS_PID. */
void usage_read(struct usage *usage);

/* Prints both. */
BOOL usage_is_flat(const struct usage *begin, const struct usage *end);

#endif
