/* SPDX-License-Identifier: MIT */
/* A program linked with the static library, which looks whether its functions are its own, and then loads cycletime.dll by
   its name and tries to free it. The argument: another process's id. */
#include "copies.h"

static BOOL is_within_program(const void *function)
{
    HMODULE owner = NULL;

    return GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                              function, &owner) && owner == GetModuleHandleW(NULL);
}

int main(int argc, char **argv)
{
    const struct plain_functions own = {
        QueryThreadCycleTime, QueryProcessCycleTime, GetThreadTimes, GetProcessTimes };
    HMODULE dll;
    int i;

    plain_work();
    plain_ask("own", &own, plain_other(argc, argv));
    plain_say("own", "within", is_within_program(own.QueryThreadCycleTime) && is_within_program(own.GetProcessTimes), 0);
    dll = LoadLibraryA("cycletime.dll");
    plain_say("loaded", "by-name", dll != NULL, 0);
    report_copies();
    for (i = 0; i < 8; i++) FreeLibrary(dll);
    plain_say("loaded", "pinned", GetModuleHandleA("cycletime.dll") == dll, 0);
    plain_end();
    return 0;
}
