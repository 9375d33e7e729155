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

    (void)other;
    SetUnhandledExceptionFilter(report_exception);
    PLAIN_SAY_CALL("library", "idle", QueryIdleProcessorCycleTimeEx(0, &length, cycles), cycles[0]);
    cycles[0] = 0;
    PLAIN_SAY_CALL("library", "system", GetProcessorSystemCycleTime(0, (void *)cycles, &length), cycles[0]);
    SetLastError(0);
    QueryInterruptTimePrecise(&time);
    plain_say("library", "precise", TRUE, time);
}
