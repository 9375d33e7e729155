/* SPDX-License-Identifier: MIT */
#include "inject/preload/apc_parts.h"

/* In new WoW64 this code is 64-bit, the program's is 32-bit, and wow64.dll passes APCs on. Wine: wow64-apc. */
static __attribute__((used)) WINDOWS void run_apc(struct apc_request *request, uintptr_t none, uintptr_t neither,
                                                  void *context)
{
    uint8_t *wow64 = find_module(request->wow64);
    void(WINDOWS * pass_on)(uint64_t, uint64_t, uint64_t, void *) = NULL;

    (void)none;
    (void)neither;
    if (wow64) pass_on = (__typeof__(pass_on))find_export(wow64, request->wow64_routine);
    if (pass_on) pass_on((uint64_t)request->code_of_32 << 32 | request->request_of_32, 0, 0, context);
    else hook_and_report(request);
}
