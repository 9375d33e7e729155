/* SPDX-License-Identifier: MIT */
/* What the preload library asks of the cycletime.dll of its process, and is told: the same for both word sizes. */
#ifndef CYCLETIME_PROTOCOL_GRAFT_REQUEST_H
#define CYCLETIME_PROTOCOL_GRAFT_REQUEST_H

#include <stdint.h>

struct graft_request {
    uint64_t host;    /* the Linux side's functions for code of the DLL's word size; 0: find it yourself */
    uint32_t version; /* CYCLETIME_VERSION of who asks */
    uint32_t flags;   /* CYCLETIME_GRAFT_... */
    /* The answer. */
    uint32_t error;      /* Windows' last error; 0: it is grafted */
    uint32_t distrusted; /* VERBOSE was among the flags, and the processor's counter is not trusted */
};

#endif
