/* SPDX-License-Identifier: MIT */
/* The Linux side's calls as Wine makes them: by number, with a pointer. */
#ifndef CYCLETIME_UNIX_CALL_H
#define CYCLETIME_UNIX_CALL_H

#include "protocol/unixlib_calls.h"

extern int32_t (*const __wine_unix_call_funcs[UNIXLIB_CALLS])(void *);

static inline int32_t call(enum unixlib_call number, void *arguments)
{
    return __wine_unix_call_funcs[number](arguments);
}

/* Asks for the times of the first processor, which nobody reads. */
static inline int32_t call_processor(void)
{
    union {
        struct unixlib_processors asked;
        unsigned char room[sizeof(struct unixlib_processors) + sizeof(struct unixlib_processor_times)];
    } processors = { .asked = { .first = 0, .count = 1 } };

    return call(UNIXLIB_CALL_PROCESSORS, &processors);
}

#endif
