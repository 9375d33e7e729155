/* SPDX-License-Identifier: MIT */
/* The same handles at the NT layer and at the Win32 layer, side by side. */
#include "calls.h"
#include "functions.h"

#include <ntstatus.h>
#include <winternl.h>

enum kind { NO_HANDLE, CLOSED, NEVER_ONE, EVENT, OPEN_FILE, THREAD, PROCESS, PSEUDO_THREAD, PSEUDO_PROCESS };

static HANDLE open_file(void)
{
    WCHAR path[MAX_PATH];

    GetModuleFileNameW(NULL, path, MAX_PATH);
    return CreateFileW(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
}

/* The thread or process is our own. */
static HANDLE open_handle(enum kind kind, DWORD access)
{
    HANDLE event;

    switch (kind) {
    case CLOSED:
        event = CreateEventW(NULL, FALSE, FALSE, NULL);
        CloseHandle(event);
        return event;
    case NEVER_ONE: return (HANDLE)(ULONG_PTR)0x7ffffffc;
    case EVENT: return CreateEventW(NULL, FALSE, FALSE, NULL);
    case OPEN_FILE: return open_file();
    case THREAD: return OpenThread(access, FALSE, GetCurrentThreadId());
    case PROCESS: return OpenProcess(access, FALSE, GetCurrentProcessId());
    case PSEUDO_THREAD: return GetCurrentThread();
    case PSEUDO_PROCESS: return GetCurrentProcess();
    default: return NULL;
    }
}

struct row {
    const char *text;
    enum kind kind;
    DWORD access;
    NTSTATUS status;
    DWORD error;
};

static const struct row rows_of_both[] = {
    { "NULL", NO_HANDLE, 0, STATUS_INVALID_HANDLE, ERROR_INVALID_HANDLE },
    { "closed", CLOSED, 0, STATUS_INVALID_HANDLE, ERROR_INVALID_HANDLE },
    { "never was one", NEVER_ONE, 0, STATUS_INVALID_HANDLE, ERROR_INVALID_HANDLE },
    { "event", EVENT, 0, STATUS_OBJECT_TYPE_MISMATCH, ERROR_INVALID_HANDLE },
    { "file", OPEN_FILE, 0, STATUS_OBJECT_TYPE_MISMATCH, ERROR_INVALID_HANDLE },
};

static const struct row thread_rows[] = {
    { "process", PROCESS, PROCESS_ALL_ACCESS, STATUS_OBJECT_TYPE_MISMATCH, ERROR_INVALID_HANDLE },
    { "pseudo handle of the process", PSEUDO_PROCESS, 0, STATUS_OBJECT_TYPE_MISMATCH, ERROR_INVALID_HANDLE },
    { "SYNCHRONIZE only", THREAD, SYNCHRONIZE, STATUS_ACCESS_DENIED, ERROR_ACCESS_DENIED },
    { "THREAD_TERMINATE only", THREAD, THREAD_TERMINATE, STATUS_ACCESS_DENIED, ERROR_ACCESS_DENIED },
    { "LIMITED only", THREAD, THREAD_QUERY_LIMITED_INFORMATION, STATUS_SUCCESS, ERROR_SUCCESS },
    { "QUERY only", THREAD, THREAD_QUERY_INFORMATION, STATUS_SUCCESS, ERROR_SUCCESS },
    { "pseudo handle", PSEUDO_THREAD, 0, STATUS_SUCCESS, ERROR_SUCCESS },
};

static const struct row process_rows[] = {
    { "thread", THREAD, THREAD_ALL_ACCESS, STATUS_OBJECT_TYPE_MISMATCH, ERROR_INVALID_HANDLE },
    { "pseudo handle of the thread", PSEUDO_THREAD, 0, STATUS_OBJECT_TYPE_MISMATCH, ERROR_INVALID_HANDLE },
    { "SYNCHRONIZE only", PROCESS, SYNCHRONIZE, STATUS_ACCESS_DENIED, ERROR_ACCESS_DENIED },
    { "PROCESS_TERMINATE only", PROCESS, PROCESS_TERMINATE, STATUS_ACCESS_DENIED, ERROR_ACCESS_DENIED },
    { "LIMITED only", PROCESS, PROCESS_QUERY_LIMITED_INFORMATION, STATUS_SUCCESS, ERROR_SUCCESS },
    { "QUERY only", PROCESS, PROCESS_QUERY_INFORMATION, STATUS_SUCCESS, ERROR_SUCCESS },
    { "pseudo handle", PSEUDO_PROCESS, 0, STATUS_SUCCESS, ERROR_SUCCESS },
};

static NTSTATUS nt_status(BOOL of_thread, HANDLE handle)
{
    struct times times;

    return of_thread ? system_ask_thread(handle, &times) : system_ask_process(handle, &times);
}

static BOOL row_holds(const struct row *row, enum which which)
{
    HANDLE handle = open_handle(row->kind, row->access);
    NTSTATUS status = nt_status(calls[which].of_thread, handle);
    struct answer answer = ask(which, handle);
    BOOL holds = answer.done == (row->error == ERROR_SUCCESS)
                 && answer.error == (row->error ? row->error : POISON);
    unsigned i;

    for (i = 0; i < OUTPUTS; i++)
        holds = holds && (answer.outputs[i] != UNTOUCHED) == (answer.done && i < calls[which].outputs);
    if (!holds) print_error("%s, %s: %d, error %lu\n", calls[which].name, row->text, answer.done, answer.error);
    if (status != row->status) print_error("NT, %s: 0x%08lx\n", row->text, status);
    if (row->kind != CLOSED && row->kind != NEVER_ONE) CloseHandle(handle);
    return holds && status == row->status;
}

static size_t count_wrong(const struct row *rows, size_t count, enum which which)
{
    size_t i, wrong = 0;

    for (i = 0; i < count; i++) wrong += !row_holds(&rows[i], which);
    return wrong;
}

static void assert_matrix(enum which which)
{
    if (which >= calls_here()) SKIP_BECAUSE("this processor has no invariant TSC");
    assert_int_equal(count_wrong(rows_of_both, ARRAYSIZE(rows_of_both), which), 0);
    if (calls[which].of_thread) assert_int_equal(count_wrong(thread_rows, ARRAYSIZE(thread_rows), which), 0);
    else assert_int_equal(count_wrong(process_rows, ARRAYSIZE(process_rows), which), 0);
}

#define MATRIX_TEST(name, which) TEST(name) { assert_matrix(which); }

MATRIX_TEST(thread_cycles_take_and_refuse_the_handles_that_the_system_does, THREAD_CYCLES)
MATRIX_TEST(thread_times_take_and_refuse_the_handles_that_the_system_does, THREAD_TIMES)
MATRIX_TEST(process_cycles_take_and_refuse_the_handles_that_the_system_does, PROCESS_CYCLES)
MATRIX_TEST(process_times_take_and_refuse_the_handles_that_the_system_does, PROCESS_TIMES)
MATRIX_TEST(thread_cpu_time_takes_and_refuses_the_handles_that_the_system_does, THREAD_CPU_TIME)
MATRIX_TEST(process_cpu_time_takes_and_refuses_the_handles_that_the_system_does, PROCESS_CPU_TIME)

TEST(a_weak_handle_of_another_process_is_refused)
{
    struct program child;
    HANDLE handle;

    child_start(&child, 0);
    assert_non_null(handle = OpenProcess(SYNCHRONIZE, FALSE, child.id));
    assert_refused(PROCESS_TIMES, handle, ERROR_ACCESS_DENIED);
    assert_refused(PROCESS_CYCLES, handle, ERROR_ACCESS_DENIED);
    assert_refused(PROCESS_CPU_TIME, handle, has_invariant_tsc() ? ERROR_ACCESS_DENIED : ERROR_NOT_SUPPORTED);
    CloseHandle(handle);
    program_end_and_close(&child);
}

static NTSTATUS query_process_class(HANDLE process, PROCESSINFOCLASS class)
{
    PROCESS_BASIC_INFORMATION info;
    ULONG64 times[4];

    if (class == ProcessTimes) return NtQueryInformationProcess(process, class, times, sizeof times, NULL);
    return NtQueryInformationProcess(process, class, &info, sizeof info, NULL);
}

/* Wine: process-rights. */
TEST(the_id_and_the_dates_of_a_process_need_the_same_right)
{
    static const struct {
        DWORD access;
        NTSTATUS status;
    } rows[] = { { PROCESS_QUERY_LIMITED_INFORMATION, 0 }, { SYNCHRONIZE, STATUS_ACCESS_DENIED },
                 { PROCESS_VM_READ, STATUS_ACCESS_DENIED }, { PROCESS_TERMINATE, STATUS_ACCESS_DENIED } };
    struct program other;
    HANDLE process;
    unsigned i;

    child_start(&other, 0);
    for (i = 0; i < ARRAYSIZE(rows); i++) {
        process = OpenProcess(rows[i].access, FALSE, other.id);
        assert_non_null(process);
        assert_int_equal(query_process_class(process, ProcessBasicInformation), rows[i].status);
        assert_int_equal(query_process_class(process, ProcessTimes), rows[i].status);
        CloseHandle(process);
    }
    program_end_and_close(&other);
}
