/* SPDX-License-Identifier: MIT */
#include "fake_nt.h"
#include "fake_unix.h"
#include "library/nt/calls.h"

#include <stdlib.h>
#include <string.h>

const struct fake_machine windows_10 = { .name = "Windows 10", .limited_rights = TRUE, .has_groups = TRUE,
    .has_precise_time = TRUE, .has_auxiliary = TRUE };
const struct fake_machine windows_7 = { .name = "Windows 7", .limited_rights = TRUE, .has_groups = TRUE };
const struct fake_machine windows_vista = { .name = "Windows Vista", .limited_rights = TRUE,
    .system_cycles = STATUS_INVALID_INFO_CLASS };
const struct fake_machine windows_xp = { .name = "Windows XP",
    .thread_cycles = STATUS_INVALID_INFO_CLASS, .process_cycles = STATUS_INVALID_INFO_CLASS,
    .idle_cycles = STATUS_INVALID_INFO_CLASS, .system_cycles = STATUS_INVALID_INFO_CLASS };
const struct fake_machine wine_8 = { .name = "Wine 8", .is_wine = TRUE, .limited_rights = TRUE, .has_groups = TRUE,
    .thread_cycles = STATUS_NOT_IMPLEMENTED, .process_cycles = STATUS_INVALID_INFO_CLASS,
    .idle_cycles = STATUS_NOT_IMPLEMENTED, .system_cycles = STATUS_NOT_IMPLEMENTED };
const struct fake_machine wine_10 = { .name = "Wine 10", .is_wine = TRUE, .limited_rights = TRUE, .has_groups = TRUE,
    .thread_cycles = STATUS_NOT_IMPLEMENTED, .zero_process_cycles = TRUE,
    .zero_idle_cycles = TRUE, .system_cycles = STATUS_NOT_IMPLEMENTED };

struct fake fake;

void fake_boot(const struct fake_machine *machine)
{
    fake = (struct fake){ .machine = machine, .list_bytes = 0x200 };
    fake.own_process = fake_object(FAKE_PROCESS);
    fake.own_thread = fake_object(FAKE_THREAD);
    fake_processor_boot();
    fake_processors(2);
    fake_time_boot();
}

ULONG fake_calls(void)
{
    ULONG calls = 0;
    int call;

    for (call = CALL_THREAD_BASIC; call < CALL_ALLOCATE; call++) calls += fake.count[call];
    return calls;
}

NTSTATUS fake_enter(enum fake_call call)
{
    ULONG position = __atomic_add_fetch(&fake.position, 1, __ATOMIC_RELAXED);

    __atomic_fetch_add(&fake.count[call], 1, __ATOMIC_RELAXED);
    return position == fake.failing_position ? fake.failing_status : fake.status[call];
}

/* The structure of a class; on failure its buffer is filled too, as Wine does, with what must not be used. */
static NTSTATUS answer(NTSTATUS status, PVOID buffer, ULONG length, const void *info, ULONG size)
{
    if (length != size) return STATUS_INFO_LENGTH_MISMATCH;
    if (NT_SUCCESS(status)) memcpy(buffer, info, size);
    else memset(buffer, 0xee, size);
    return status;
}

static struct nt_times times_of(const struct fake_object *object)
{
    return (struct nt_times){ object->creation, object->exit, object->kernel, object->user };
}

/* Counts the call. Returns what it is to fail with, or else `status`. */
static NTSTATUS entered(enum fake_call call, NTSTATUS status)
{
    const NTSTATUS failure = fake_enter(call);

    return failure ? failure : status;
}

static NTSTATUS WINAPI query_thread(HANDLE handle, ULONG class, PVOID buffer, ULONG length, PULONG returned)
{
    ULONG enough = THREAD_QUERY_INFORMATION | (fake.machine->limited_rights ? THREAD_QUERY_LIMITED_INFORMATION : 0);
    struct fake_object none = { 0 }, *object;
    NTSTATUS status = fake_resolve(handle, FAKE_THREAD, enough, &object);

    if (!object) object = &none;
    switch (class) {
    case ThreadBasicInformation: {
        THREAD_BASIC_INFORMATION info = { .Priority = 9, .BasePriority = 8,
            .ExitStatus = object->exit ? object->exit_code : STATUS_PENDING,
            .ClientId.UniqueThread = (HANDLE)(ULONG_PTR)object->id,
            .ClientId.UniqueProcess = (HANDLE)(ULONG_PTR)(object->process ? object->process : fake.own_process->id) };
        return answer(entered(CALL_THREAD_BASIC, status), buffer, length, &info, sizeof info);
    }
    case ThreadQuerySetWin32StartAddress:
        return answer(fake.start ? status : STATUS_ACCESS_DENIED, buffer, length, &fake.start, sizeof fake.start);
    case ThreadTimes: {
        struct nt_times info = times_of(object);
        if (fake.machine->is_wine && object->exit)
            info = (struct nt_times){ info.creation, info.exit, fake.stale_kernel, fake.stale_user };
        return answer(entered(CALL_THREAD_TIMES, status), buffer, length, &info, sizeof info);
    }
    case ThreadCycleTime: {
        CYCLE_TIME_INFORMATION info = { object->cycles, ~object->cycles };
        if (fake.machine->thread_cycles) status = fake.machine->thread_cycles;
        return answer(entered(CALL_THREAD_CYCLES, status), buffer, length, &info, sizeof info);
    }
    default: return STATUS_INVALID_INFO_CLASS;
    }
}

static NTSTATUS process_times(const struct fake_object *object, NTSTATUS status, PVOID buffer, ULONG length)
{
    struct nt_times info = times_of(object);

    if (fake.meanwhile_times) fake.meanwhile_times();
    if (fake.machine->is_wine) {
        info.kernel = fake.own_process->kernel;
        info.user = fake.own_process->user;
        if (!NT_SUCCESS(status)) {
            answer(STATUS_SUCCESS, buffer, length, &info, sizeof info);
            return status;
        }
    }
    return answer(status, buffer, length, &info, sizeof info);
}

static NTSTATUS process_cycles(const struct fake_object *object, NTSTATUS status, PVOID buffer, ULONG length)
{
    CYCLE_TIME_INFORMATION info = { object->cycles, ~object->cycles };

    if (fake.machine->zero_process_cycles) {
        info = (CYCLE_TIME_INFORMATION){ 0, 0 };
        status = STATUS_SUCCESS;
    }
    if (fake.machine->process_cycles) status = fake.machine->process_cycles;
    return answer(entered(CALL_PROCESS_CYCLES, status), buffer, length, &info, sizeof info);
}

static NTSTATUS process_basics(const struct fake_object *object, NTSTATUS status, PVOID buffer, ULONG length)
{
    PROCESS_BASIC_INFORMATION info = { .UniqueProcessId = object->id,
        .ExitStatus = object->exit ? object->exit_code : (NTSTATUS)STILL_ACTIVE };
    void (*meanwhile)(void) = fake.meanwhile_basic;

    fake.meanwhile_basic = NULL;
    if (meanwhile) meanwhile();
    return answer(entered(CALL_PROCESS_BASIC, status), buffer, length, &info, sizeof info);
}

static NTSTATUS WINAPI query_process(HANDLE handle, ULONG class, PVOID buffer, ULONG length, PULONG returned)
{
    ULONG enough = PROCESS_QUERY_INFORMATION | (fake.machine->limited_rights ? PROCESS_QUERY_LIMITED_INFORMATION : 0);
    struct fake_object none = { 0 }, *object;
    NTSTATUS status = fake_resolve(handle, FAKE_PROCESS, enough, &object);

    if (!object) object = &none;
    switch (class) {
    case ProcessBasicInformation: return process_basics(object, status, buffer, length);
    case ProcessTimes: return process_times(object, entered(CALL_PROCESS_TIMES, status), buffer, length);
    case ProcessCycleTime: return process_cycles(object, status, buffer, length);
    default: return STATUS_INVALID_INFO_CLASS;
    }
}

/* Of this process the calling thread is listed, of others none. */
static void write_thread(SYSTEM_PROCESS_INFORMATION *entry)
{
    const struct fake_object *thread = fake.own_thread;
    const SYSTEM_THREAD_INFORMATION info = { .KernelTime.QuadPart = thread->kernel, .UserTime.QuadPart = thread->user,
        .CreateTime.QuadPart = thread->creation, .ClientId.UniqueThread = (HANDLE)(ULONG_PTR)thread->id };

    entry->NumberOfThreads = 1;
    memcpy((BYTE *)entry + SYSTEM_PROCESS_THREADS, &info, sizeof info);
}

/* Writes the idle process and then whatever runs, each entry of another length. NULL: returns only the length that it
   takes. */
static ULONG write_list(BYTE *list)
{
    const struct fake_object *object;
    SYSTEM_PROCESS_INFORMATION *entry = (SYSTEM_PROCESS_INFORMATION *)list;
    ULONG length = fake.list_bytes, bytes;
    size_t i;

    if (list) *entry = (SYSTEM_PROCESS_INFORMATION){ .KernelTime.QuadPart = 0x7777 };
    for (i = 0; (object = fake_object_number(i)); i++) {
        if (object->kind != FAKE_PROCESS || object->exit) continue;
        bytes = sizeof *entry + 8 * (object->id % 13);
        if (object == fake.own_process) bytes += SYSTEM_PROCESS_THREADS + sizeof(SYSTEM_THREAD_INFORMATION);
        if (list) {
            entry->NextEntryOffset = (ULONG)(list + length - (BYTE *)entry);
            entry = (SYSTEM_PROCESS_INFORMATION *)(list + length);
            *entry = (SYSTEM_PROCESS_INFORMATION){ .UniqueProcessId = (HANDLE)(ULONG_PTR)object->id,
                .WorkingSetSize = FAKE_WORKING_SET, .CreateTime.QuadPart = object->creation,
                .KernelTime.QuadPart = object->kernel, .UserTime.QuadPart = object->user };
            if (object == fake.own_process) write_thread(entry);
        }
        length += bytes;
    }
    if (list && fake.corrupt_next) ((SYSTEM_PROCESS_INFORMATION *)list)->NextEntryOffset = fake.corrupt_next;
    return length;
}

static NTSTATUS query_list(PVOID buffer, ULONG length, PULONG returned)
{
    NTSTATUS failure = fake_enter(CALL_PROCESS_LIST);
    ULONG needed = write_list(NULL);

    if (failure) return failure;
    *returned = needed;
    if (length >= needed) {
        memset(buffer, 0xee, needed);
        write_list(buffer);
    }
    fake.list_bytes += fake.list_growth;
    fake_processor.tsc += fake.list_ticks;
    return length < needed ? STATUS_INFO_LENGTH_MISMATCH : STATUS_SUCCESS;
}

/* NT does not want a place for the length. */
static NTSTATUS query_processors(ULONG class, const USHORT *group, PVOID buffer, ULONG length, PULONG returned)
{
    NTSTATUS failure = fake_enter(class == SystemProcessorPerformanceInformation ? CALL_PROCESSOR_TIMES
                             : class == SystemProcessorCycleTimeInformation ? CALL_SYSTEM_CYCLES : CALL_IDLE_CYCLES);
    ULONG needed = 0;
    NTSTATUS status = failure ? failure : fake_query_processors(class, group, buffer, length, &needed);

    if (failure) memset(buffer, 0xee, length);
    if (returned) *returned = needed;
    return status;
}

static NTSTATUS WINAPI query_system(ULONG class, PVOID buffer, ULONG length, PULONG returned)
{
    SYSTEM_BASIC_INFORMATION info = { .NumberOfProcessors = (CCHAR)fake_groups.of[fake_groups.current] };

    switch (class) {
    case SystemBasicInformation: return answer(fake_enter(CALL_BASIC), buffer, length, &info, sizeof info);
    case SystemProcessInformation: return query_list(buffer, length, returned);
    case SystemProcessorPerformanceInformation:
    case SystemProcessorIdleCycleTimeInformation:
    case SystemProcessorCycleTimeInformation: return query_processors(class, NULL, buffer, length, returned);
    default: return STATUS_INVALID_INFO_CLASS;
    }
}

static NTSTATUS WINAPI query_system_ex(ULONG class, PVOID input, ULONG input_length, PVOID buffer, ULONG length,
                                       PULONG returned)
{
    NTSTATUS failure;

    switch (class) {
    case SystemLogicalProcessorInformationEx:
        if (input_length != sizeof(ULONG) || *(ULONG *)input != RelationGroup) return STATUS_INVALID_PARAMETER;
        if ((failure = fake_enter(CALL_GROUPS))) return failure;
        return fake_query_groups(buffer, length, returned);
    case SystemProcessorPerformanceInformation:
    case SystemProcessorIdleCycleTimeInformation:
    case SystemProcessorCycleTimeInformation:
        if (input_length != sizeof(USHORT)) return STATUS_INVALID_PARAMETER;
        return query_processors(class, input, buffer, length, returned);
    default:
        return STATUS_INVALID_INFO_CLASS;
    }
}

static void WINAPI processor_number(PPROCESSOR_NUMBER number)
{
    *number = (PROCESSOR_NUMBER){ .Group = fake_groups.current };
}

static NTSTATUS WINAPI query_environment(PVOID environment, const UNICODE_STRING *name, UNICODE_STRING *value)
{
    NTSTATUS failure;

    if (!fake_string_is(name, L"CYCLETIME_CONTRACT")) return fake_unix_environment(name, value);
    failure = fake_enter(CALL_ENVIRONMENT);
    if (fake.meanwhile) fake.meanwhile();
    return failure ? failure : fake_string_report(environment ? NULL : fake.length_rule, value);
}

static NTSTATUS WINAPI query_performance_counter(PLARGE_INTEGER counter, PLARGE_INTEGER frequency)
{
    NTSTATUS failure = fake_enter(CALL_COUNTER);

    if (failure) return failure;
    counter->QuadPart = fake_processor_counter(&frequency->QuadPart);
    return STATUS_SUCCESS;
}

static ULONG WINAPI dos_error(NTSTATUS status)
{
    switch ((ULONG)status) {
    case STATUS_ACCESS_DENIED: return ERROR_ACCESS_DENIED;
    case STATUS_INVALID_HANDLE:
    case STATUS_OBJECT_TYPE_MISMATCH: return ERROR_INVALID_HANDLE;
    case STATUS_INVALID_PARAMETER:
    case STATUS_INVALID_INFO_CLASS: return ERROR_INVALID_PARAMETER;
    case STATUS_BUFFER_TOO_SMALL: return ERROR_INSUFFICIENT_BUFFER;
    case STATUS_NO_MEMORY: return ERROR_NOT_ENOUGH_MEMORY;
    case STATUS_INSUFFICIENT_RESOURCES: return ERROR_NO_SYSTEM_RESOURCES;
    case STATUS_NOT_SUPPORTED: return ERROR_NOT_SUPPORTED;
    case STATUS_NOT_IMPLEMENTED: return ERROR_INVALID_FUNCTION;
    case STATUS_INFO_LENGTH_MISMATCH: return ERROR_BAD_LENGTH;
    case STATUS_UNSUCCESSFUL: return ERROR_GEN_FAILURE;
    default: return ERROR_MR_MID_NOT_FOUND;
    }
}

DWORD WINAPI GetCurrentThreadId(void)
{
    return fake.own_thread->id;
}

DWORD WINAPI GetCurrentProcessId(void)
{
    void (*meanwhile)(void) = __atomic_exchange_n(&fake.meanwhile_id, NULL, __ATOMIC_RELAXED);

    if (meanwhile) meanwhile();
    return fake.own_process->id;
}

static NTSTATUS WINAPI duplicate(HANDLE from, HANDLE handle, HANDLE to, PHANDLE made, ACCESS_MASK access, ULONG attributes,
                                 ULONG options)
{
    struct fake_object *object = fake_object_of(handle);
    const BOOLEAN is_same = options == DUPLICATE_SAME_ACCESS;

    if (from != NT_CURRENT_PROCESS || to != NT_CURRENT_PROCESS || attributes) return STATUS_INVALID_PARAMETER;
    if (options && !is_same) return STATUS_INVALID_PARAMETER;
    if (!object) return STATUS_INVALID_HANDLE;
    if (fake.keeps_rights && !is_same) return STATUS_ACCESS_DENIED;
    *made = fake_open(object, is_same ? fake_access_of(handle) : access);
    fake.blocks++;
    return STATUS_SUCCESS;
}

static NTSTATUS WINAPI open_process(PHANDLE made, ACCESS_MASK access, const OBJECT_ATTRIBUTES *attributes,
                                    const CLIENT_ID *client)
{
    struct fake_object *object;
    size_t i;

    (void)attributes;
    for (i = 0; (object = fake_object_number(i)); i++) {
        if (object->kind != FAKE_PROCESS || (HANDLE)(ULONG_PTR)object->id != client->UniqueProcess) continue;
        *made = fake_open(object, access);
        fake.blocks++;
        return STATUS_SUCCESS;
    }
    return STATUS_INVALID_CID;
}

/* Each job has all processes that live but this one. */
static NTSTATUS WINAPI query_job(HANDLE job, ULONG class, PVOID buffer, ULONG length, PULONG returned)
{
    JOBOBJECT_BASIC_PROCESS_ID_LIST *list = buffer;
    const struct fake_object *object;
    ULONG count = 0;
    size_t i;

    (void)length;
    (void)returned;
    if (class != JobObjectBasicProcessIdList) return STATUS_INVALID_INFO_CLASS;
    if (!fake_object_of(job) || fake_object_of(job)->kind != FAKE_JOB) return STATUS_OBJECT_TYPE_MISMATCH;
    for (i = 0; (object = fake_object_number(i)); i++)
        if (object->kind == FAKE_PROCESS && !object->exit && object != fake.own_process)
            list->ProcessIdList[count++] = object->id;
    list->NumberOfAssignedProcesses = list->NumberOfProcessIdsInList = count;
    return STATUS_SUCCESS;
}

static NTSTATUS WINAPI query_object(HANDLE handle, ULONG class, PVOID buffer, ULONG length, PULONG returned)
{
    OBJECT_BASIC_INFORMATION info = { .GrantedAccess = 0 };

    (void)returned;
    if (class != ObjectBasicInformation) return STATUS_INVALID_INFO_CLASS;
    if (!fake_object_of(handle)) return STATUS_INVALID_HANDLE;
    info.GrantedAccess = fake_access_of(handle);
    return answer(STATUS_SUCCESS, buffer, length, &info, sizeof info);
}

static NTSTATUS WINAPI close_handle(HANDLE handle)
{
    fake_close(handle);
    fake.blocks--;
    return STATUS_SUCCESS;
}

PVOID nt_allocate(SIZE_T size)
{
    if (fake_enter(CALL_ALLOCATE)) return NULL;
    fake.blocks++;
    return malloc(size);
}

void nt_release(PVOID block)
{
    if (!block) return;
    fake.blocks--;
    free(block);
}

const struct nt_calls *nt_calls(void)
{
    static _Thread_local struct nt_calls calls;

    calls = (struct nt_calls){
        .NtQueryInformationThread = query_thread, .NtQueryInformationProcess = query_process,
        .NtQuerySystemInformation = query_system, .NtQueryPerformanceCounter = query_performance_counter,
        .RtlNtStatusToDosError = dos_error, .RtlQueryEnvironmentVariable_U = query_environment,
        .NtQueryInformationJobObject = query_job, .NtOpenProcess = open_process,
        .NtDuplicateObject = duplicate, .NtQueryObject = query_object, .NtClose = close_handle,
        .shared = &fake_time.shared, .is_wine = fake.machine->is_wine,
    };
    if (fake.machine->has_groups) {
        calls.NtQuerySystemInformationEx = query_system_ex;
        calls.RtlGetCurrentProcessorNumberEx = processor_number;
    }
    if (fake.machine->has_precise_time) calls.RtlGetInterruptTimePrecise = fake_precise_time;
    if (fake.machine->has_auxiliary) {
        calls.QueryAuxiliaryCounterFrequency = fake_auxiliary_frequency;
        calls.ConvertAuxiliaryCounterToPerformanceCounter = fake_auxiliary_to_performance;
        calls.ConvertPerformanceCounterToAuxiliaryCounter = fake_performance_to_auxiliary;
    }
    fake_unix_fill(&calls);
    return &calls;
}

static _Thread_local DWORD last_error;

void WINAPI SetLastError(DWORD error)
{
    last_error = error;
}

DWORD WINAPI GetLastError(void)
{
    return last_error;
}
