/* SPDX-License-Identifier: MIT */
/*
 * The APC by which a process hooks itself: code of either word size, copied into memory that Windows' code can address,
 * which runs there once, on the main thread, when the program's DLLs are initialised. Both that code and the code that
 * queues it include this header.
 */
#ifndef CYCLETIME_PRELOAD_APC_H
#define CYCLETIME_PRELOAD_APC_H

#include "protocol/process_environment.h"
#include "protocol/hook_request.h"

/* The machine's calling convention of Windows' functions, and how Windows' code finds its thread. Wine: teb. */
#ifdef __x86_64__
#define WINDOWS __attribute__((ms_abi))
#define THREAD_ENVIRONMENT "%%gs:0x30"
#else
#define WINDOWS __attribute__((stdcall))
#define THREAD_ENVIRONMENT "%%fs:0x18"
#endif

/* Returns the TEB of the calling thread; valid in Windows' code only. */
static inline __attribute__((always_inline)) struct thread_environment *thread_environment(void)
{
    struct thread_environment *self;

    __asm__("mov " THREAD_ENVIRONMENT ", %0" : "=r"(self));
    return self;
}

/* The last step that the APC completed. */
enum apc_stage {
    APC_BEGAN,
    APC_LOADED,   /* cycletime.dll is loaded */
    APC_COMPARED, /* and has the entry point of this version */
    APC_HOOKED
};

enum { APC_PATH = 1024, APC_EXIT_CODE = 125 };

/* The argument of the APC. It holds all names, since the copied code has no data. */
struct apc_request {
    struct hook_request hook;
    uint32_t must; /* the report sets it if the process is to end with APC_EXIT_CODE */
    uint32_t stage, status;
    /* New WoW64: code and argument for the 32-bit half, to which 64-bit code passes the call on. */
    uint32_t code_of_32, request_of_32;
    uint16_t path[APC_PATH], missing_dll[APC_PATH]; /* of cycletime.dll and bcryptprimitives.dll */
    uint16_t name[16], ntdll[16], wow64[16];
    char entry[32], load[16], dispatcher[32], exit_process[24], wow64_routine[24], get_error[24], set_error[24];
};

#endif
