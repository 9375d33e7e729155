/* SPDX-License-Identifier: MIT */
/* The preload library's request to the cycletime.dll of its process, and the answer: the same for both word sizes. */
#ifndef CYCLETIME_HOOK_REQUEST_H
#define CYCLETIME_HOOK_REQUEST_H

#include <stdint.h>

/* The flags of a request: CYCLETIME_HOOK_... of cycletime.h, which needs windows.h, and options of `cycletime run`. */
enum { RUN_VERBOSE = 2, RUN_NO_NT = 4, RUN_FAST_CLOCK = 16, RUN_HOOK = RUN_VERBOSE | RUN_NO_NT | RUN_FAST_CLOCK };

/* Size 0: there is none. */
struct hook_room {
    uint64_t at, size;
};

/* A DLL of another version reads `version` and writes `error`, so all members up to `error` stay as they are for good. */
struct hook_request {
    uint64_t unixlib; /* the unixlib's functions for code of the DLL's word size; 0: the DLL finds them itself */
    uint32_t version; /* the preload library's CYCLETIME_VERSION */
    uint32_t flags;   /* those of RUN_HOOK */
    /* Whole pages, readable and writable: below 2 GB for the copies of stubs, and behind ntdll.dll for the export tables.
       They are allocated before the program's DLLs are loaded, which may leave no memory that hooking can reach. */
    struct hook_room stubs, tables;
    /* The answer. */
    uint32_t error;       /* Windows' last error; 0: the process is hooked */
    uint32_t distrusted;  /* VERBOSE was among the flags, and the processor's TSC is not trusted */
    uint64_t report;      /* the functions of enum hook_report, for Wine's dispatcher */
    char difference[16];  /* the fact about Wine that does not hold, so that the process is not hooked; "": there is none */
    uint64_t missing_dll; /* the path of cycletime's bcryptprimitives.dll, in UTF-16; 0: Wine has its own */
};

/* The preload library's functions that print, and the argument of each. */
enum hook_report {
    HOOK_REPORT_OUTCOME, /* the request by which the process was to be hooked */
    HOOK_REPORT_COPY,    /* struct hook_copy */
    HOOK_REPORTS
};

/* A copy of cycletime in this process, of the static library, that cannot use the unixlib of the DLL. */
struct hook_copy {
    uint32_t version; /* the copy's CYCLETIME_VERSION */
    uint32_t padding;
};

#endif
