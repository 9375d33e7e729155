/* SPDX-License-Identifier: MIT */
/* Shares the unixlib of this DLL with the other copies of cycletime in this process. */
#include "inject/hooks/hooks.h"
#include "cycletime.h"
#include "library/nt/nt.h"
#include "protocol/run_options.h"
#include "protocol/unixlib_calls.h"

static ULONG64 reports;

void share_report_to(ULONG64 functions)
{
    reports = functions;
}

/* The caller may hold the loader's lock, so this takes none. */
ULONG64 WINAPI CycletimeShareUnixlib(ULONG Version, ULONG UnixlibVersion)
{
    struct hook_copy copy = { .version = Version };

    if (!nt_unixlib_is_open()) return 0;
    if (UnixlibVersion != UNIXLIB_VERSION && reports) nt_unixlib.dispatch(reports, HOOK_REPORT_COPY, &copy);
    return nt_unixlib.handle;
}
