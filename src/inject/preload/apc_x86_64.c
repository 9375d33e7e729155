/* SPDX-License-Identifier: MIT */
#include "inject/preload/apc_parts.h"

WINDOWS void run_apc(struct apc_request *request, uintptr_t none, uintptr_t neither, void *context);

/* New WoW64: this code is 64-bit, the program's is 32-bit, and wow64.dll passes APCs on. Wine: wow64-apc. */
PART int pass_on(struct apc_request *request, void *context)
{
    uint8_t *wow64 = find_module(request->wow64);
    void(WINDOWS * routine)(uint64_t, uint64_t, uint64_t, void *);

    if (!wow64) return 0;
    routine = (__typeof__(routine))find_export(wow64, request->wow64_routine);
    if (!routine) return 0;
    routine((uint64_t)request->code_of_32 << 32 | request->request_of_32, 0, 0, context);
    return 1;
}

WINDOWS void run_apc(struct apc_request *request, uintptr_t none, uintptr_t neither, void *context)
{
    (void)none;
    (void)neither;
    if (!pass_on(request, context)) hook_and_report(request);
}
