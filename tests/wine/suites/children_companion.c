/* SPDX-License-Identifier: MIT */
/* The launcher stands for the program: what comes to the one comes to the other. */
#include "children.h"
#include "lost.h"

#include <stdio.h>
#include <string.h>
#include <wchar.h>

enum { SOON_MS = 20000 };

static void start_launcher(const WCHAR *arguments, struct program *program)
{
    WCHAR line[2 * MAX_PATH];

    _snwprintf(line, ARRAYSIZE(line), L"run \"%ls\" %ls", beside(L"family.exe"), arguments);
    program_start(program, beside(L"cycletime-run.exe"), line, NULL, NULL);
}

/* A process whose id is told in a line "WHO ID grafted". */
static HANDLE named_in_line(struct program *program, const char *who)
{
    char line[64], found[16] = "", state[16] = "";
    DWORD id = 0;
    HANDLE process;

    program_read_line(program, line, sizeof line);
    assert_int_equal(sscanf(line, "%15s %lu %15s", found, &id, state), 3);
    assert_string_equal(found, who);
    assert_string_equal(state, "grafted");
    process = OpenProcess(SYNCHRONIZE | PROCESS_TERMINATE | PROCESS_QUERY_INFORMATION, FALSE, id);
    assert_non_null(process);
    return process;
}

static void close_after_end(HANDLE process)
{
    TerminateProcess(process, 1);
    CloseHandle(process);
}

static BOOL is_in_job(HANDLE process)
{
    BOOL in = TRUE;

    return !IsProcessInJob(process, NULL, &in) || in;
}

static void the_launchers_death_ends_the_program_and_not_its_children(void **state)
{
    struct program program;
    HANDLE parent, child;
    BOOL in_job;

    (void)state;
    start_launcher(L"with-sleeper", &program);
    in_job = is_in_job(program.process);
    parent = named_in_line(&program, "program");
    child = named_in_line(&program, "sleeper");
    if (in_job) {
        close_after_end(parent);
        close_after_end(child);
        program_close(&program);
        SKIP_BECAUSE("the launcher is in a job of ours, in which it makes none of its own under Wine");
    }
    assert_int_equal(WaitForSingleObject(parent, 0), WAIT_TIMEOUT);
    assert_true(TerminateProcess(program.process, 9));
    assert_int_equal(WaitForSingleObject(parent, SOON_MS), WAIT_OBJECT_0);
    assert_int_equal(WaitForSingleObject(child, 500), WAIT_TIMEOUT);
    close_after_end(parent);
    close_after_end(child);
    program_close(&program);
}

static void the_programs_death_ends_the_launcher_with_its_code(void **state)
{
    struct program program;
    HANDLE parent, child;
    DWORD code = 0;

    (void)state;
    start_launcher(L"with-sleeper", &program);
    parent = named_in_line(&program, "program");
    child = named_in_line(&program, "sleeper");
    assert_true(TerminateProcess(parent, STATUS_ACCESS_VIOLATION));
    assert_int_equal(WaitForSingleObject(program.process, SOON_MS), WAIT_OBJECT_0);
    assert_true(GetExitCodeProcess(program.process, &code));
    assert_int_equal(code, STATUS_ACCESS_VIOLATION);
    assert_int_equal(WaitForSingleObject(child, 0), WAIT_TIMEOUT);
    close_after_end(parent);
    close_after_end(child);
    program_close(&program);
}

static void exit_codes_of_children_are_theirs(void **state)
{
    static const WCHAR *const codes[] = { L"0", L"1", L"259", L"0xC0000005" };
    WCHAR arguments[2 * MAX_PATH];
    size_t i;

    (void)state;
    for (i = 0; i < ARRAYSIZE(codes); i++) {
        _snwprintf(arguments, ARRAYSIZE(arguments), L"run \"\" \"\\\"%ls\\\" exit %ls\"", beside(L"family.exe"), codes[i]);
        assert_same_but_grafted(arguments, 0);
    }
}

/* A launcher, suspended, with its standard output in a pipe. */
static void start_suspended(const WCHAR *arguments, HANDLE *output, PROCESS_INFORMATION *created)
{
    STARTUPINFOW startup = { .cb = sizeof startup, .dwFlags = STARTF_USESTDHANDLES };
    SECURITY_ATTRIBUTES security = { sizeof security, NULL, TRUE };
    WCHAR line[2 * MAX_PATH];
    BOOL done;

    assert_true(CreatePipe(output, &startup.hStdOutput, &security, 0));
    assert_true(SetHandleInformation(*output, HANDLE_FLAG_INHERIT, 0));
    startup.hStdError = GetStdHandle(STD_ERROR_HANDLE);
    _snwprintf(line, ARRAYSIZE(line), L"run \"%ls\" %ls", beside(L"family.exe"), arguments);
    do done = CreateProcessW(beside(L"cycletime-run.exe"), line, NULL, NULL, TRUE, CREATE_SUSPENDED, NULL, NULL, &startup,
                             created);
    while (is_lost(done));
    assert_true(done);
    CloseHandle(startup.hStdOutput);
}

static void read_line(HANDLE output, char *line, DWORD size)
{
    struct program program = { .out = output };

    program_read_line(&program, line, size);
}

static DWORD end_of(PROCESS_INFORMATION *created)
{
    DWORD code = 0;

    assert_int_equal(WaitForSingleObject(created->hProcess, SOON_MS), WAIT_OBJECT_0);
    assert_true(GetExitCodeProcess(created->hProcess, &code));
    CloseHandle(created->hThread);
    CloseHandle(created->hProcess);
    return code;
}

static void a_launcher_in_a_job_keeps_the_program_and_its_children_in_it(void **state)
{
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION sums = { 0 };
    HANDLE job = CreateJobObjectW(NULL, NULL), output;
    PROCESS_INFORMATION created;
    char line[64];
    int i;

    (void)state;
    start_suspended(L"chain 1", &output, &created);
    if (!AssignProcessToJobObject(job, created.hProcess)) {
        TerminateProcess(created.hProcess, 1);
        SKIP_BECAUSE("this process is in a job that lets none be made within");
    }
    assert_int_equal(ResumeThread(created.hThread), 1);
    for (i = 1; i >= 0; i--) {
        char expected[16];

        snprintf(expected, sizeof expected, "%d: grafted", i);
        read_line(output, line, sizeof line);
        assert_string_equal(line, expected);
    }
    assert_int_equal(end_of(&created), 0);
    assert_true(QueryInformationJobObject(job, JobObjectBasicAccountingInformation, &sums, sizeof sums, NULL));
    assert_int_equal(sums.TotalProcesses, 3);
    CloseHandle(output);
    CloseHandle(job);
}

int companion_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_launchers_death_ends_the_program_and_not_its_children),
        cmocka_unit_test(the_programs_death_ends_the_launcher_with_its_code),
        cmocka_unit_test(exit_codes_of_children_are_theirs),
        cmocka_unit_test(a_launcher_in_a_job_keeps_the_program_and_its_children_in_it),
    };

    return cmocka_run_group_tests_name("the launcher and the program", tests, NULL, NULL);
}
