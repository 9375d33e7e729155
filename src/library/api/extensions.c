/* SPDX-License-Identifier: MIT */
/* The functions of cycletime.h that Windows does not have, but for those about processors, processes and hooks. */
#include "cycletime.h"
#include "library/api/result.h"
#include "library/nt/unaligned.h"
#include "library/query/choose.h"
#include "library/query/tsc_rate.h"
#include "library/query/unixlib_state.h"
#include "library/query/query.h"

BOOL WINAPI CycletimeQueryFrequency(PULONG64 CyclesPerSecond)
{
    if (!CyclesPerSecond) return return_status(STATUS_INVALID_PARAMETER);
    return result_put(CyclesPerSecond, query_tsc_rate() ? STATUS_SUCCESS : STATUS_NOT_SUPPORTED, query_tsc_rate());
}

/* Cycles measure time only where the time-stamp counter's rate never varies. */
static BOOL put_cpu_time(PULONG64 to, NTSTATUS (*query)(HANDLE, ULONG64 *), HANDLE handle)
{
    ULONG64 cycles;
    NTSTATUS status;

    if (!to) return return_status(STATUS_INVALID_PARAMETER);
    status = query_tsc_is_invariant() && query_tsc_rate() ? query(handle, &cycles) : STATUS_NOT_SUPPORTED;
    return result_put(to, status, NT_SUCCESS(status) ? nanoseconds_from_cycles(cycles) : 0);
}

static __attribute__((noinline)) BOOL put_thread_cpu_time(HANDLE thread, PULONG64 to)
{
    const BOOL done = put_cpu_time(to, query_thread_cycles_of_source, thread);

    if (done) quick_time_open();
    return done;
}

BOOL WINAPI CycletimeQueryThreadCpuTime(HANDLE Thread, PULONG64 Nanoseconds)
{
    ULONG64 cycles;

    if (Thread != NT_CURRENT_THREAD || !Nanoseconds || !quick_time_works() || !own_snapshot_cycles(&cycles))
        return put_thread_cpu_time(Thread, Nanoseconds);
    *(unaligned_ULONG64 *)Nanoseconds = quick_nanoseconds(cycles);
    return TRUE;
}

BOOL WINAPI CycletimeQueryProcessCpuTime(HANDLE Process, PULONG64 Nanoseconds)
{
    return put_cpu_time(Nanoseconds, query_process_cycles, Process);
}

BOOL WINAPI CycletimeQueryDescendantTimes(HANDLE Process, PULONG64 Kernel, PULONG64 User)
{
    ULONG64 kernel, user;

    if (!Kernel || !User) return return_status(STATUS_INVALID_PARAMETER);
    if (!return_status(query_descendant_times(Process, &kernel, &user))) return FALSE;
    return result_put(Kernel, STATUS_SUCCESS, kernel) && result_put(User, STATUS_SUCCESS, user);
}

BOOL WINAPI CycletimeQuerySource(CYCLETIME_QUESTION Question, CYCLETIME_SOURCE *Source, PULONG64 StepNanoseconds)
{
    const struct source *source;
    ULONG64 step;

    if ((ULONG)Question >= CYCLETIME_QUESTIONS || !Source) return return_status(STATUS_INVALID_PARAMETER);
    source = choose_source(Question);
    step = source && StepNanoseconds ? query_step(Question) : 0;
    *(unaligned_DWORD *)Source = source ? source->name : CYCLETIME_SOURCE_NONE;
    if (StepNanoseconds) *(unaligned_ULONG64 *)StepNanoseconds = step;
    return TRUE;
}

ULONG WINAPI CycletimeQueryVersion(void)
{
    return CYCLETIME_VERSION;
}

BOOL WINAPI CycletimeQueryUnixlibState(CYCLETIME_UNIXLIB_STATE *State)
{
    if (!State) return return_status(STATUS_INVALID_PARAMETER);
    *(unaligned_DWORD *)State = query_unixlib_state();
    return TRUE;
}

BOOL WINAPI CycletimeQueryUnixlibClock(CYCLETIME_UNIXLIB_CLOCK *Clock)
{
    if (!Clock) return return_status(STATUS_INVALID_PARAMETER);
    *(unaligned_DWORD *)Clock = query_unixlib_clock();
    return TRUE;
}
