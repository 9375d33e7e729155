/* SPDX-License-Identifier: MIT */
#include "inject/preload/apc_parts.h"

static __attribute__((used)) WINDOWS void run_apc(struct apc_request *request, uintptr_t none, uintptr_t neither)
{
    (void)none;
    (void)neither;
    hook_and_report(request);
}
