/* SPDX-License-Identifier: MIT */
/* The hooks of NtQueryInformationThread, NtQueryInformationProcess and NtQuerySystemInformation. Classes that are not
   about CPU time are passed on untouched. */
#include "inject/hooks/hooks.h"
#include "library/nt/calls.h"
#include "library/query/cpu_time.h"
#include "library/query/query.h"

#include <stddef.h>

static NTSTATUS put_answer(const void *answer, ULONG size, PVOID buffer, PULONG returned)
{
    const NTSTATUS status = nt_answer(buffer, answer, size);

    return NT_SUCCESS(status) && returned ? nt_answer(returned, &size, sizeof size) : status;
}

/* The system answers what cycletime cannot, and reports memory that cannot be used. */
static BOOLEAN is_left_to_system(NTSTATUS status)
{
    return status == STATUS_NOT_SUPPORTED || status == STATUS_ACCESS_VIOLATION || status == STATUS_GUARD_PAGE_VIOLATION;
}

/* Returns the system's own status, unless the system does not know the class, or succeeds where cycletime finds an error,
   as Wine 10 does for a process's cycles with an invalid handle. */
static NTSTATUS choose_failure(NTSTATUS systems, NTSTATUS ours, PVOID buffer, ULONG length, PULONG returned)
{
    const BOOLEAN is_known = systems != STATUS_INVALID_INFO_CLASS && systems != STATUS_NOT_IMPLEMENTED
                             && (!NT_SUCCESS(systems) || is_left_to_system(ours));

    if (is_known || ours == STATUS_NOT_SUPPORTED) return systems;
    if (ours == STATUS_GUARD_PAGE_VIOLATION && !nt_spend_guard(buffer, length) && returned)
        nt_spend_guard(returned, sizeof *returned);
    return ours;
}

static NTSTATUS query_times(NTSTATUS (*query)(HANDLE, struct nt_times *), HANDLE handle, PVOID buffer, PULONG returned)
{
    struct nt_times times;
    NTSTATUS status = query(handle, &times);

    return NT_SUCCESS(status) ? put_answer(&times, sizeof times, buffer, returned) : status;
}

static NTSTATUS put_cycles(NTSTATUS (*query)(HANDLE, ULONG64 *), HANDLE handle, PVOID buffer, PULONG returned)
{
    CYCLE_TIME_INFORMATION answer;
    NTSTATUS status = query(handle, &answer.AccumulatedCycles);

    if (!NT_SUCCESS(status)) return status;
    /* This is the counter itself, as Microsoft's page on KeQueryTotalCycleTimeThread says of CycleTimeStamp. */
    answer.CurrentCycleCount = cpu_read_tsc();
    return put_answer(&answer, sizeof answer, buffer, returned);
}

/* Windows requires the exact length, and THREAD_QUERY_LIMITED_INFORMATION as for ThreadBasicInformation. No version of
   Wine up to 11.10 knows the class, and nothing in Wine queries it. Linux does not report when a wait began, so WaitTime is
   0, as in Wine's list of processes. */
static NTSTATUS put_thread_information(HANDLE thread, PVOID buffer, ULONG length, PULONG returned)
{
    SYSTEM_THREAD_INFORMATION answer = { .WaitTime = 0 };
    const struct length_verdict verdict = class_length(NT_EXACT, length, 1, sizeof answer);
    struct thread_information known;
    NTSTATUS status;

    if (!unixlib_answers(CYCLETIME_QUESTION_THREAD_TIMES)) return STATUS_NOT_SUPPORTED;
    if (!NT_SUCCESS(verdict.status)) return verdict.status;
    if (!NT_SUCCESS(status = query_thread_information(thread, &known))) return status;
    answer.KernelTime.QuadPart = (LONGLONG)known.times.kernel;
    answer.UserTime.QuadPart = (LONGLONG)known.times.user;
    answer.CreateTime.QuadPart = (LONGLONG)known.times.creation;
    answer.StartAddress = known.basics.start;
    answer.ClientId.UniqueProcess = (HANDLE)(ULONG_PTR)known.basics.identity.process;
    answer.ClientId.UniqueThread = (HANDLE)(ULONG_PTR)known.basics.identity.id;
    answer.Priority = known.basics.priority;
    answer.BasePriority = known.basics.base_priority;
    answer.ContextSwitches = known.scheduling.switches;
    answer.ThreadState = known.scheduling.state;
    answer.WaitReason = known.scheduling.wait_reason;
    return put_answer(&answer, sizeof answer, buffer, returned);
}

/* NT requires the exact length for these; the system judges any other length of the first two. */
NTSTATUS WINAPI HookedNtQueryInformationThread(HANDLE Thread, ULONG Class, PVOID Buffer, ULONG Length, PULONG ReturnLength)
{
    NTSTATUS status;

    if (Class == ThreadTimes && Length == sizeof(struct nt_times))
        status = query_times(query_thread_times, Thread, Buffer, ReturnLength);
    else if (Class == ThreadCycleTime && Length == sizeof(CYCLE_TIME_INFORMATION))
        status = put_cycles(query_thread_cycles, Thread, Buffer, ReturnLength);
    else if (Class == ThreadSystemThreadInformation) status = put_thread_information(Thread, Buffer, Length, ReturnLength);
    else return trampolines.NtQueryInformationThread(Thread, Class, Buffer, Length, ReturnLength);
    if (NT_SUCCESS(status)) return status;
    return choose_failure(trampolines.NtQueryInformationThread(Thread, Class, Buffer, Length, ReturnLength), status, Buffer,
                          Length, ReturnLength);
}

/* Wine's server reads the memory of a process from /proc. For a process that has ended it reports zeros, so unknown memory
   is 0; but it reports STATUS_ACCESS_DENIED once the Linux parent has collected the process, and `cycletime run` collects
   it at once. The answer of the system stands if the process lives. Wine fills a buffer that is too long, and then refuses
   its length. */
static NTSTATUS put_memory(HANDLE process, PVOID buffer, ULONG length, PULONG returned)
{
    const NTSTATUS status = trampolines.NtQueryInformationProcess(process, ProcessVmCounters, buffer, length, returned);
    const ULONG without_private = offsetof(struct nt_memory_counters, private);
    struct nt_memory_counters answer = { 0 };
    const ULONG size = length < sizeof answer ? without_private : sizeof answer;
    NTSTATUS ours;
    ULONG64 peak;

    if (length < without_private || process == NT_CURRENT_PROCESS
        || (!NT_SUCCESS(status) && status != STATUS_ACCESS_DENIED))
        return status;
    if (!NT_SUCCESS(query_ended_peak_memory(process, &peak))) return status;
    answer.peak_physical = (SIZE_T)peak;
    ours = put_answer(&answer, size, buffer, returned);
    return NT_SUCCESS(ours) && size != length ? STATUS_INFO_LENGTH_MISMATCH : ours;
}

NTSTATUS WINAPI HookedNtQueryInformationProcess(HANDLE Process, ULONG Class, PVOID Buffer, ULONG Length,
                                                PULONG ReturnLength)
{
    NTSTATUS status;

    if (Class == ProcessTimes && Length == sizeof(struct nt_times))
        status = query_times(query_process_times, Process, Buffer, ReturnLength);
    else if (Class == ProcessCycleTime && Length == sizeof(CYCLE_TIME_INFORMATION))
        status = put_cycles(query_process_cycles, Process, Buffer, ReturnLength);
    else if (Class == ProcessVmCounters) return put_memory(Process, Buffer, Length, ReturnLength);
    else return trampolines.NtQueryInformationProcess(Process, Class, Buffer, Length, ReturnLength);
    if (NT_SUCCESS(status)) return status;
    return choose_failure(trampolines.NtQueryInformationProcess(Process, Class, Buffer, Length, ReturnLength), status,
                          Buffer, Length, ReturnLength);
}

struct processor_class {
    ULONG class, size;
    enum class_length_rule rule;
    CYCLETIME_QUESTION question;
};

/* SystemInterruptInformation (23) is not in the list: Wine fills it with random bytes, from which its RtlGenRandom makes
   all of Wine's random numbers and UUIDs. Wine: random-bytes. */
static const struct processor_class *find_processor_class(ULONG class)
{
    static const struct processor_class classes[] = {
        { SystemProcessorPerformanceInformation, sizeof(struct nt_processor_times), NT_WHOLE_ELEMENTS,
          CYCLETIME_QUESTION_PROCESSOR_TIMES },
        { SystemProcessorIdleInformation, sizeof(struct nt_processor_idle), NT_ALL_OR_MISMATCH,
          CYCLETIME_QUESTION_IDLE_STATES },
        { SystemProcessorIdleCycleTimeInformation, sizeof(ULONG64), NT_ALL_OR_TOO_SMALL, CYCLETIME_QUESTION_IDLE_CYCLES },
        { SystemProcessorCycleTimeInformation, sizeof(ULONG64), NT_ALL_OR_TOO_SMALL, CYCLETIME_QUESTION_SYSTEM_CYCLES },
    };
    ULONG i;

    for (i = 0; i < ARRAYSIZE(classes); i++)
        if (classes[i].class == class) return &classes[i];
    return NULL;
}

static NTSTATUS put_processors(const struct processor_class *class, USHORT group, PVOID buffer, ULONG length,
                               PULONG returned)
{
    struct length_verdict verdict;
    struct nt_groups groups;
    PVOID elements;
    NTSTATUS status = nt_groups(&groups);
    ULONG count;

    if (!NT_SUCCESS(status)) return status;
    if (group >= groups.count) return STATUS_INVALID_PARAMETER;
    if (class->question == CYCLETIME_QUESTION_IDLE_STATES && !choose_source(class->question)) return STATUS_NOT_SUPPORTED;
    verdict = class_length(class->rule, length, groups.processors[group], class->size);
    if (verdict.fill) {
        if (!(elements = nt_allocate(verdict.length))) return STATUS_NO_MEMORY;
        count = verdict.length / class->size;
        switch (class->question) {
        case CYCLETIME_QUESTION_PROCESSOR_TIMES: status = query_processor_times(group, count, elements); break;
        case CYCLETIME_QUESTION_IDLE_STATES: status = query_processor_idle(group, count, elements); break;
        default: status = query_processor_cycles(class->question, group, count, elements);
        }
        if (NT_SUCCESS(status)) status = nt_copy(buffer, elements, verdict.length);
        nt_release(elements);
    }
    if (NT_SUCCESS(status) && returned) status = nt_copy(returned, &verdict.length, sizeof verdict.length);
    return NT_SUCCESS(status) ? verdict.status : status;
}

/* Puts cycletime's times into the system's own list, by way of a copy: the caller's memory may change, or be freed, at any
   time. */
static NTSTATUS put_list(ULONG class, PVOID buffer, ULONG length, PULONG returned)
{
    ULONG size = 0;
    const NTSTATUS status = trampolines.NtQuerySystemInformation(class, buffer, length, returned ? returned : &size);
    struct nt_process_list list;
    PVOID copy;

    if (!NT_SUCCESS(status) || (returned && !NT_SUCCESS(nt_copy(&size, returned, sizeof size)))) return status;
    if (size > length || !(copy = nt_allocate(size))) return status;
    if (NT_SUCCESS(nt_copy(copy, buffer, size)) && nt_process_list_of(class, copy, size, &list)) {
        query_process_list(&list);
        (void)nt_copy(buffer, copy, size); /* without it, the system's own times stay */
    }
    nt_release(copy);
    return status;
}

NTSTATUS WINAPI HookedNtQuerySystemInformation(ULONG Class, PVOID Buffer, ULONG Length, PULONG ReturnLength)
{
    const struct processor_class *class = find_processor_class(Class);
    NTSTATUS status = STATUS_NOT_SUPPORTED;

    if (Class == SystemProcessInformation || Class == SystemExtendedProcessInformation)
        return put_list(Class, Buffer, Length, ReturnLength);
    if (class) status = put_processors(class, nt_current_group(), Buffer, Length, ReturnLength);
    if (!is_left_to_system(status)) return status;
    return choose_failure(trampolines.NtQuerySystemInformation(Class, Buffer, Length, ReturnLength), status, Buffer, Length,
                          ReturnLength);
}

NTSTATUS WINAPI HookedNtQuerySystemInformationEx(ULONG Class, PVOID Query, ULONG QueryLength, PVOID Buffer, ULONG Length,
                                                 PULONG ReturnLength)
{
    const struct processor_class *class = find_processor_class(Class);
    NTSTATUS status = STATUS_NOT_SUPPORTED;
    USHORT group;

    if (class && QueryLength >= sizeof group) status = nt_copy(&group, Query, sizeof group);
    if (NT_SUCCESS(status)) status = put_processors(class, group, Buffer, Length, ReturnLength);
    if (!is_left_to_system(status)) return status;
    return choose_failure(trampolines.NtQuerySystemInformationEx(Class, Query, QueryLength, Buffer, Length, ReturnLength),
                          status, Buffer, Length, ReturnLength);
}
