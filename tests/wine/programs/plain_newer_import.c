/* SPDX-License-Identifier: MIT */
/* Asks by imports which an older system lacks: Wine's loader then binds them to what raises an exception. */
#include "plain.h"

WINBASEAPI void WINAPI QueryInterruptTimePrecise(PULONGLONG);

/* Neither a debugger's trace nor a window. */
static LONG WINAPI report_exception(EXCEPTION_POINTERS *pointers)
{
    printf("raised 1 0 %lu\n", pointers->ExceptionRecord->ExceptionCode);
    plain_end();
    ExitProcess(0);
}

void library_ask(HANDLE other)
{
    ULONG64 cycles[64] = { 0 };
    ULONGLONG time = 0;
    ULONG length = sizeof cycles;
    BOOL done;

    (void)other;
    SetUnhandledExceptionFilter(report_exception);
    SetLastError(0);
    done = QueryIdleProcessorCycleTimeEx(0, &length, cycles);
    plain_say("library", "idle", done, cycles[0]);
    SetLastError(0);
    cycles[0] = 0;
    done = GetProcessorSystemCycleTime(0, (void *)cycles, &length);
    plain_say("library", "system", done, cycles[0]);
    SetLastError(0);
    QueryInterruptTimePrecise(&time);
    plain_say("library", "precise", TRUE, time);
}
