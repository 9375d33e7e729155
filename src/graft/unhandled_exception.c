/* SPDX-License-Identifier: MIT */
#include "unhandled_exception.h"
#include "originals.h"
#include "../query/host_state.h"

static LPTOP_LEVEL_EXCEPTION_FILTER of_program;

/* Without one of the program's the system goes on as it does without any. */
static LONG WINAPI report(EXCEPTION_POINTERS *exception)
{
    LPTOP_LEVEL_EXCEPTION_FILTER filter = __atomic_load_n(&of_program, __ATOMIC_ACQUIRE);

    query_host_process_reports();
    return filter ? filter(exception) : EXCEPTION_CONTINUE_SEARCH;
}

void unhandled_exception_start(void)
{
    LPTOP_LEVEL_EXCEPTION_FILTER before, none = NULL;

    if (!originals.SetUnhandledExceptionFilter) return;
    before = originals.SetUnhandledExceptionFilter(report);
    /* Another thread may have set one through ours in the meantime. */
    __atomic_compare_exchange_n(&of_program, &none, before, FALSE, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

LPTOP_LEVEL_EXCEPTION_FILTER WINAPI GraftedSetUnhandledExceptionFilter(LPTOP_LEVEL_EXCEPTION_FILTER Filter)
{
    return __atomic_exchange_n(&of_program, Filter, __ATOMIC_ACQ_REL);
}

void WINAPI GraftedRaiseFailFastException(EXCEPTION_RECORD *Record, CONTEXT *Context, DWORD Flags)
{
    query_host_process_reports();
    originals.RaiseFailFastException(Record, Context, Flags);
}
