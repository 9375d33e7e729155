/* SPDX-License-Identifier: MIT */
/*
 * The APC by which a process grafts itself: code for Windows' side of the process, of either word size, that is copied into
 * memory of Windows' and runs there once, on the main thread, when the program's DLLs are initialised. This header is for
 * that code and for who queues it.
 */
#ifndef CYCLETIME_PRELOAD_APC_H
#define CYCLETIME_PRELOAD_APC_H

#include "../protocol/graft_request.h"

/* How far it came. */
enum apc_stage {
    APC_BEGAN,
    APC_LOADED,   /* a cycletime.dll is there */
    APC_COMPARED, /* and is of this version */
    APC_GRAFTED
};

enum { APC_PATH = 1024, APC_EXIT_CODE = 125 };

/* Its argument. All names are told, since code that is copied has no data. */
struct apc_request {
    struct graft_request graft;
    uint64_t report; /* the table with the one function that is told the outcome, for Wine's dispatcher */
    uint32_t must;   /* if it fails, the process ends with APC_EXIT_CODE */
    uint32_t stage, status;
    /* New WoW64: code and argument for the 32-bit half, to which 64-bit code passes the call on. */
    uint32_t code_of_32, request_of_32;
    uint16_t path[APC_PATH]; /* of cycletime.dll */
    uint16_t name[16], ntdll[16], wow64[16];
    char entry[32], load[16], dispatcher[32], exit_process[24], wow64_routine[24];
};

#endif
