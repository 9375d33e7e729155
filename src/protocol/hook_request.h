/* SPDX-License-Identifier: MIT */
/* The preload library's request to the cycletime.dll of its process, and the answer: the same for both word sizes. */
#ifndef CYCLETIME_PROTOCOL_HOOK_REQUEST_H
#define CYCLETIME_PROTOCOL_HOOK_REQUEST_H

#include <stdint.h>

/* Size 0: there is none. */
struct hook_room {
    uint64_t at, size;
};

struct hook_request {
    uint64_t unixlib; /* the unixlib's functions for code of the DLL's word size; 0: the DLL finds them itself */
    uint32_t version; /* the preload library's CYCLETIME_VERSION */
    uint32_t flags;   /* CYCLETIME_HOOK_... */
    /* Whole pages, readable and writable: below 2 GB for the copies of stubs, and behind ntdll.dll for the export tables.
       They are allocated before the program's DLLs are loaded, which may leave no memory that hooking can reach. */
    struct hook_room stubs, tables;
    /* The answer. */
    uint32_t error;      /* Windows' last error; 0: the process is hooked */
    uint32_t distrusted; /* VERBOSE was among the flags, and the processor's TSC is not trusted */
};

#endif
