/* SPDX-License-Identifier: MIT */
/* The same handles at the NT layer and at the Win32 layer, side by side. */
#include "calls.h"
#include "functions.h"

#include <ntstatus.h>
#include <winternl.h>

static HANDLE open_null(void)
{
    return NULL;
}

static HANDLE open_closed(void)
{
    HANDLE event = CreateEventW(NULL, FALSE, FALSE, NULL);

    CloseHandle(event);
    return event;
}

static HANDLE open_no_handle(void)
{
    return (HANDLE)(ULONG_PTR)0x7ffffffc;
}

static HANDLE open_event(void)
{
    return CreateEventW(NULL, FALSE, FALSE, NULL);
}

static HANDLE open_file(void)
{
    WCHAR path[MAX_PATH];

    GetModuleFileNameW(NULL, path, MAX_PATH);
    return CreateFileW(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
}

static HANDLE own_thread(DWORD access)
{
    return OpenThread(access, FALSE, GetCurrentThreadId());
}

static HANDLE own_process(DWORD access)
{
    return OpenProcess(access, FALSE, GetCurrentProcessId());
}

static HANDLE open_thread(void) { return own_thread(THREAD_ALL_ACCESS); }
static HANDLE open_process(void) { return own_process(PROCESS_ALL_ACCESS); }
static HANDLE open_synchronize_thread(void) { return own_thread(SYNCHRONIZE); }
static HANDLE open_synchronize_process(void) { return own_process(SYNCHRONIZE); }
static HANDLE open_terminate_thread(void) { return own_thread(THREAD_TERMINATE); }
static HANDLE open_terminate_process(void) { return own_process(PROCESS_TERMINATE); }
static HANDLE open_limited_thread(void) { return own_thread(THREAD_QUERY_LIMITED_INFORMATION); }
static HANDLE open_limited_process(void) { return own_process(PROCESS_QUERY_LIMITED_INFORMATION); }
static HANDLE open_query_thread(void) { return own_thread(THREAD_QUERY_INFORMATION); }
static HANDLE open_query_process(void) { return own_process(PROCESS_QUERY_INFORMATION); }
static HANDLE open_this_thread(void) { return GetCurrentThread(); }
static HANDLE open_this_process(void) { return GetCurrentProcess(); }

struct row {
    const char *text;
    HANDLE (*open)(void);
    NTSTATUS status;
    DWORD error;
};

static const struct row thread_rows[] = {
    { "NULL", open_null, STATUS_INVALID_HANDLE, ERROR_INVALID_HANDLE },
    { "closed", open_closed, STATUS_INVALID_HANDLE, ERROR_INVALID_HANDLE },
    { "never was one", open_no_handle, STATUS_INVALID_HANDLE, ERROR_INVALID_HANDLE },
    { "event", open_event, STATUS_OBJECT_TYPE_MISMATCH, ERROR_INVALID_HANDLE },
    { "file", open_file, STATUS_OBJECT_TYPE_MISMATCH, ERROR_INVALID_HANDLE },
    { "process", open_process, STATUS_OBJECT_TYPE_MISMATCH, ERROR_INVALID_HANDLE },
    { "pseudo handle of the process", open_this_process, STATUS_OBJECT_TYPE_MISMATCH, ERROR_INVALID_HANDLE },
    { "SYNCHRONIZE only", open_synchronize_thread, STATUS_ACCESS_DENIED, ERROR_ACCESS_DENIED },
    { "THREAD_TERMINATE only", open_terminate_thread, STATUS_ACCESS_DENIED, ERROR_ACCESS_DENIED },
    { "LIMITED only", open_limited_thread, STATUS_SUCCESS, ERROR_SUCCESS },
    { "QUERY only", open_query_thread, STATUS_SUCCESS, ERROR_SUCCESS },
    { "pseudo handle", open_this_thread, STATUS_SUCCESS, ERROR_SUCCESS },
};

static const struct row process_rows[] = {
    { "NULL", open_null, STATUS_INVALID_HANDLE, ERROR_INVALID_HANDLE },
    { "closed", open_closed, STATUS_INVALID_HANDLE, ERROR_INVALID_HANDLE },
    { "never was one", open_no_handle, STATUS_INVALID_HANDLE, ERROR_INVALID_HANDLE },
    { "event", open_event, STATUS_OBJECT_TYPE_MISMATCH, ERROR_INVALID_HANDLE },
    { "file", open_file, STATUS_OBJECT_TYPE_MISMATCH, ERROR_INVALID_HANDLE },
    { "thread", open_thread, STATUS_OBJECT_TYPE_MISMATCH, ERROR_INVALID_HANDLE },
    { "pseudo handle of the thread", open_this_thread, STATUS_OBJECT_TYPE_MISMATCH, ERROR_INVALID_HANDLE },
    { "SYNCHRONIZE only", open_synchronize_process, STATUS_ACCESS_DENIED, ERROR_ACCESS_DENIED },
    { "PROCESS_TERMINATE only", open_terminate_process, STATUS_ACCESS_DENIED, ERROR_ACCESS_DENIED },
    { "LIMITED only", open_limited_process, STATUS_SUCCESS, ERROR_SUCCESS },
    { "QUERY only", open_query_process, STATUS_SUCCESS, ERROR_SUCCESS },
    { "pseudo handle", open_this_process, STATUS_SUCCESS, ERROR_SUCCESS },
};

static NTSTATUS nt_status(BOOL of_thread, HANDLE handle)
{
    struct times times;

    return of_thread ? system_ask_thread(handle, &times) : system_ask_process(handle, &times);
}

static BOOL row_holds(const struct row *row, enum which which)
{
    HANDLE handle = row->open();
    NTSTATUS status = nt_status(calls[which].of_thread, handle);
    struct answer answer = ask(which, handle);
    BOOL holds = answer.done == (row->error == ERROR_SUCCESS)
                 && answer.error == (row->error ? row->error : POISON);
    unsigned i;

    for (i = 0; i < OUTPUTS; i++)
        holds = holds && (answer.outputs[i] != UNTOUCHED) == (answer.done && i < calls[which].outputs);
    if (!holds) print_error("%s, %s: %d, error %lu\n", calls[which].name, row->text, answer.done, answer.error);
    if (status != row->status) print_error("NT, %s: 0x%08lx\n", row->text, status);
    if (row->open != open_closed && row->open != open_no_handle) CloseHandle(handle);
    return holds && status == row->status;
}

static void assert_matrix(const struct row *rows, size_t count, enum which which)
{
    size_t i, wrong = 0;

    for (i = 0; i < count; i++) wrong += !row_holds(&rows[i], which);
    assert_int_equal(wrong, 0);
}

TEST(thread_cycles_take_and_refuse_the_handles_that_the_system_does)
{
    assert_matrix(thread_rows, ARRAYSIZE(thread_rows), THREAD_CYCLES);
}

TEST(thread_times_take_and_refuse_the_handles_that_the_system_does)
{
    assert_matrix(thread_rows, ARRAYSIZE(thread_rows), THREAD_TIMES);
}

TEST(process_cycles_take_and_refuse_the_handles_that_the_system_does)
{
    assert_matrix(process_rows, ARRAYSIZE(process_rows), PROCESS_CYCLES);
}

TEST(process_times_take_and_refuse_the_handles_that_the_system_does)
{
    assert_matrix(process_rows, ARRAYSIZE(process_rows), PROCESS_TIMES);
}

TEST(thread_cpu_time_takes_and_refuses_the_handles_that_the_system_does)
{
    if (!has_invariant_tsc()) SKIP_BECAUSE("this processor has no invariant TSC");
    assert_matrix(thread_rows, ARRAYSIZE(thread_rows), THREAD_CPU_TIME);
}

TEST(process_cpu_time_takes_and_refuses_the_handles_that_the_system_does)
{
    if (!has_invariant_tsc()) SKIP_BECAUSE("this processor has no invariant TSC");
    assert_matrix(process_rows, ARRAYSIZE(process_rows), PROCESS_CPU_TIME);
}

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
    program_end(&child);
    program_close(&child);
}

int bad_handle_tests(void)
{
    return RUN_TESTS("bad handles", NULL, NULL);
}
