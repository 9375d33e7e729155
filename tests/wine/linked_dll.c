/* SPDX-License-Identifier: MIT */
/* A program linked with cycletime.dll, which it grafts and tries to free. The argument: another process's id. */
#include "copies.h"
#include "cycletime.h"

int main(int argc, char **argv)
{
    const struct plain_functions imported = {
        QueryThreadCycleTime, QueryProcessCycleTime, GetThreadTimes, GetProcessTimes };
    HMODULE dll = GetModuleHandleA("cycletime.dll");
    BOOL done;
    int i;

    plain_work();
    plain_ask("import", &imported, plain_other(argc, argv));
    tell_copies();
    SetLastError(1234);
    done = CycletimeGraft();
    plain_say("graft", "again", done, export_table());
    for (i = 0; i < 8; i++) FreeLibrary(dll);
    plain_say("graft", "pinned", GetModuleHandleA("cycletime.dll") == dll, 0);
    plain_ask("freed", &imported, plain_other(argc, argv));
    plain_end();
    return 0;
}
