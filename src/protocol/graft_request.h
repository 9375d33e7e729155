/* SPDX-License-Identifier: MIT */
/* What the preload library asks of the cycletime.dll of its process, and is told: the same for both word sizes. */
#ifndef CYCLETIME_PROTOCOL_GRAFT_REQUEST_H
#define CYCLETIME_PROTOCOL_GRAFT_REQUEST_H

#include <stdint.h>

/* Whole pages, readable and writable; size 0: none. */
struct graft_room {
    uint64_t at, size;
};

enum { GRAFT_ROOMS = 2 };

struct graft_request {
    uint64_t host;    /* the Linux side's functions for code of the DLL's word size; 0: find it yourself */
    uint32_t version; /* CYCLETIME_VERSION of who asks */
    uint32_t flags;   /* CYCLETIME_GRAFT_... */
    /* Kept for the graft from before the program's DLLs, which may leave nothing that it reaches: memory below 2 GB, and
       behind ntdll. */
    struct graft_room rooms[GRAFT_ROOMS];
    /* The answer. */
    uint32_t error;      /* Windows' last error; 0: it is grafted */
    uint32_t distrusted; /* VERBOSE was among the flags, and the processor's counter is not trusted */
};

#endif
