/* SPDX-License-Identifier: MIT */
/* The query of a program that is linked with the static library. It reports whether its functions are its own, loads
   cycletime.dll by its name, and tries to free that. */
#include "copies.h"

static BOOL is_within_program(const void *function)
{
    return module_of(function) == GetModuleHandleW(NULL);
}

void library_ask(HANDLE other)
{
    const struct plain_functions own = {
        QueryThreadCycleTime, QueryProcessCycleTime, GetThreadTimes, GetProcessTimes };
    HMODULE dll;
    int i;

    plain_ask("own", &own, other);
    plain_say("own", "within", is_within_program(own.QueryThreadCycleTime) && is_within_program(own.GetProcessTimes), 0);
    dll = LoadLibraryA("cycletime.dll");
    plain_say("loaded", "by-name", dll != NULL, 0);
    report_copies();
    for (i = 0; i < 8; i++) FreeLibrary(dll);
    plain_say("loaded", "pinned", GetModuleHandleA("cycletime.dll") == dll, 0);
}
