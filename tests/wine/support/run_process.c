/* SPDX-License-Identifier: MIT */
#include "run_process.h"
#include "lost.h"
#include "support.h"

#include <stdlib.h>
#include <wchar.h>

const WCHAR *format_line(const WCHAR *format, ...)
{
    static WCHAR line[LINE];
    va_list arguments;

    va_start(arguments, format);
    assert_in_range(_vsnwprintf(line, LINE, format, arguments), 0, LINE - 1);
    va_end(arguments);
    return _wcsdup(line);
}

static void make_pipe(HANDLE *read, HANDLE *write, HANDLE *theirs)
{
    SECURITY_ATTRIBUTES security = { sizeof security, NULL, FALSE };

    assert_true(CreatePipe(read, write, &security, 0));
    assert_true(SetHandleInformation(*theirs, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT));
}

void program_start(struct program *program, const WCHAR *path, const WCHAR *line, const WCHAR *directory,
                   const WCHAR *environment)
{
    STARTUPINFOW startup = { .cb = sizeof startup, .dwFlags = STARTF_USESTDHANDLES };
    PROCESS_INFORMATION created;
    WCHAR *writable = _wcsdup(line);
    BOOL done;

    make_pipe(&startup.hStdInput, &program->in, &startup.hStdInput);
    make_pipe(&program->out, &startup.hStdOutput, &startup.hStdOutput);
    make_pipe(&program->err, &startup.hStdError, &startup.hStdError);
    do done = CreateProcessW(path, writable, NULL, NULL, TRUE, CREATE_UNICODE_ENVIRONMENT, (WCHAR *)environment, directory,
                             &startup, &created);
    while (is_lost(done));
    assert_true(done);
    free(writable);
    CloseHandle(startup.hStdInput);
    CloseHandle(startup.hStdOutput);
    CloseHandle(startup.hStdError);
    CloseHandle(created.hThread);
    program->process = created.hProcess;
    program->id = created.dwProcessId;
}

void program_start_self(struct program *program, const WCHAR *arguments)
{
    WCHAR path[MAX_PATH];

    assert_in_range(GetModuleFileNameW(NULL, path, MAX_PATH), 1, MAX_PATH - 1);
    program_start(program, path, format_line(L"\"%ls\" %ls", path, arguments), NULL, NULL);
}

void program_close(struct program *program)
{
    if (program->in) CloseHandle(program->in);
    CloseHandle(program->out);
    CloseHandle(program->err);
    CloseHandle(program->process);
}

DWORD program_end(struct program *program)
{
    DWORD code = 0;

    CloseHandle(program->in);
    program->in = NULL;
    assert_int_equal(WaitForSingleObject(program->process, INFINITE), WAIT_OBJECT_0);
    assert_true(GetExitCodeProcess(program->process, &code));
    return code;
}

void program_end_and_close(struct program *program)
{
    assert_int_equal(program_end(program), 0);
    program_close(program);
}

void program_read_line(struct program *program, char *line, DWORD size)
{
    DWORD got, length = 0;

    while (length < size - 1) {
        assert_true(ReadFile(program->out, line + length, 1, &got, NULL) && got);
        if (line[length] == '\n') break;
        if (line[length] != '\r') length++;
    }
    line[length] = 0;
}

struct reader {
    HANDLE pipe;
    char *bytes;
    DWORD length;
};

static DWORD WINAPI read_all(void *argument)
{
    struct reader *reader = argument;
    DWORD size = 0, got = 0;

    do {
        reader->length += got;
        if (reader->length + 4096 > size) reader->bytes = realloc(reader->bytes, size += 0x10000);
    } while (ReadFile(reader->pipe, reader->bytes + reader->length, 4096, &got, NULL) && got);
    memset(reader->bytes + reader->length, 0, sizeof(WCHAR));
    return 0;
}

void program_finish(struct program *program, const void *input, DWORD input_length, struct outcome *outcome)
{
    struct reader readers[] = { { program->out, NULL, 0 }, { program->err, NULL, 0 } };
    HANDLE threads[2];
    DWORD written;
    int i;

    for (i = 0; i < 2; i++) threads[i] = start_thread(read_all, &readers[i]);
    /* A program that fails may not read its input. */
    if (input_length) WriteFile(program->in, input, input_length, &written, NULL);
    outcome->code = program_end(program);
    for (i = 0; i < 2; i++) join_thread(threads[i]);
    outcome->out = readers[0].bytes;
    outcome->out_length = readers[0].length;
    outcome->err = readers[1].bytes;
    outcome->err_length = readers[1].length;
    program_close(program);
}

void outcome_free(struct outcome *outcome)
{
    free(outcome->out);
    free(outcome->err);
}

void assert_ended_well_at(const struct outcome *outcome, const char *file, int line)
{
    if (outcome->code) print_error("%lu: %s%s\n", outcome->code, outcome->out, outcome->err);
    _assert_int_equal(outcome->code, 0, file, line);
    _assert_int_equal(outcome->err_length, 0, file, line);
}

char *find_in(const struct outcome *outcome, DWORD from, const char *text)
{
    size_t length = strlen(text);

    for (; from + length <= outcome->out_length; from++)
        if (!memcmp(outcome->out + from, text, length)) return outcome->out + from;
    return NULL;
}

unsigned count_of(const struct outcome *outcome, const char *text)
{
    unsigned count = 0;
    char *at;

    for (at = find_in(outcome, 0, text); at; at = find_in(outcome, (DWORD)(at + 1 - outcome->out), text)) count++;
    return count;
}

const WCHAR *beside(const WCHAR *name)
{
    WCHAR path[MAX_PATH];

    assert_in_range(GetModuleFileNameW(NULL, path, MAX_PATH), 1, MAX_PATH - 64);
    wcscpy(wcsrchr(path, L'\\') + 1, name);
    return _wcsdup(path);
}

HMODULE hook_this_program(ULONG flags)
{
    HMODULE cycletime = LoadLibraryW(beside(L"cycletime.dll"));
    BOOL (WINAPI *install_hooks)(ULONG) = (void *)GetProcAddress(cycletime, "CycletimeInstallHooks");

    return install_hooks && install_hooks(flags) ? cycletime : NULL;
}
