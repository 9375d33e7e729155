/* SPDX-License-Identifier: MIT */
/* Standard output, the clock and Ctrl+C, for the Windows programs of the package. */
#include "tools/tools.h"
#include "protocol/characters.h"

#include <stdlib.h>

enum { SECOND = 10000000, MILLISECOND = 10000 };

uint64_t read_tool_clock(void)
{
    LARGE_INTEGER count, frequency;

    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&frequency);
    return (uint64_t)count.QuadPart / frequency.QuadPart * SECOND
           + (uint64_t)count.QuadPart % frequency.QuadPart * SECOND / frequency.QuadPart;
}

uint32_t tool_milliseconds_until(uint64_t due)
{
    const uint64_t time = read_tool_clock();

    return due > time ? (uint32_t)((due - time + MILLISECOND - 1) / MILLISECOND) : 0;
}

static HANDLE stop_asked;

/* The console's handler runs in a thread of its own. When the console closes, the system ends the process as soon as the
   handler returns. And under Wine a process that ends at the same time as this thread may hang until it is killed, or
   crash. So the thread stays until the process has ended. */
static BOOL WINAPI ask_to_stop(DWORD event)
{
    (void)event;
    SetEvent(stop_asked);
    Sleep(INFINITE);
    return TRUE;
}

HANDLE tool_listen_for_stop(void)
{
    stop_asked = CreateEventW(NULL, TRUE, FALSE, NULL);
    if (!stop_asked || !SetConsoleCtrlHandler(ask_to_stop, TRUE)) return NULL;
    SetConsoleCtrlHandler(NULL, FALSE); /* the process that started this one may have turned Ctrl-C off */
    return stop_asked;
}

enum { LINE = 2048 };

void output_write_message(const WCHAR *format, ...)
{
    static const WCHAR name[] = L"cycletime: ";
    HANDLE stderr_handle = GetStdHandle(STD_ERROR_HANDLE);
    WCHAR line[LINE];
    char bytes[3 * LINE];
    DWORD written;
    va_list arguments;
    int length = ARRAYSIZE(name) - 1, more;

    wmemcpy(line, name, length);
    va_start(arguments, format);
    more = _vsnwprintf(line + length, LINE - length - 1, format, arguments);
    va_end(arguments);
    length = more < 0 ? LINE - 1 : length + more; /* too long: cut */
    for (more = 0; more < length; more++)
        if (is_control_character(line[more])) line[more] = L'?';
    line[length++] = L'\n';
    if (WriteConsoleW(stderr_handle, line, length, &written, NULL)) return;
    length = WideCharToMultiByte(CP_UTF8, 0, line, length, bytes, sizeof bytes, NULL, NULL);
    WriteFile(stderr_handle, bytes, length, &written, NULL);
}

void output_report_failure(const WCHAR *program, DWORD error)
{
    if (GetFileType(GetStdHandle(STD_OUTPUT_HANDLE)) != FILE_TYPE_PIPE)
        output_write_message(L"%ls: the output cannot be written: %ls", program, output_error_text(error));
}

void output_options_error(const WCHAR *program, struct options_error error)
{
    const WCHAR *space = *error.value ? L" " : L"";

    output_write_message(L"%ls: %ls%ls%ls%ls%ls. See: cycletime %ls --help", program, error.option,
                         *error.option ? L" " : L"", error.what, space, error.value, program);
}

const WCHAR *output_error_text(DWORD error)
{
    static WCHAR text[512];
    DWORD length =
        FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS | FORMAT_MESSAGE_MAX_WIDTH_MASK, NULL,
                       error, 0, text, ARRAYSIZE(text), NULL);

    while (length && (text[length - 1] == L' ' || text[length - 1] == L'.')) text[--length] = 0;
    if (!length) _snwprintf(text, ARRAYSIZE(text), L"error %lu", error);
    return text;
}

static bool out_of_memory(void)
{
    SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    return false;
}

static bool write_bytes(HANDLE file, const char *bytes, size_t length)
{
    DWORD written;

    for (; length; bytes += written, length -= written)
        if (!WriteFile(file, bytes, length < 0x10000000 ? (DWORD)length : 0x10000000, &written, NULL)) return false;
    return true;
}

/* A console would read the bytes as characters of its own code page. */
static bool write_characters(HANDLE console, const char *bytes, size_t length)
{
    WCHAR *characters = malloc((length + 1) * sizeof *characters);
    int count = characters ? MultiByteToWideChar(CP_UTF8, 0, bytes, (int)length, characters, (int)length + 1) : 0, at = 0;
    DWORD written = 0;
    bool done = true;

    if (!characters) return out_of_memory();
    for (; at < count && done; at += (int)written)
        done = WriteConsoleW(console, characters + at, count - at < 8192 ? count - at : 8192, &written, NULL);
    free(characters);
    return done;
}

bool output_write(const WCHAR *program, const struct text *text)
{
    HANDLE file = GetStdHandle(STD_OUTPUT_HANDLE);
    bool done;
    DWORD mode;

    if (text->failed) done = out_of_memory();
    else if (GetConsoleMode(file, &mode)) done = write_characters(file, text->bytes, text->length);
    else done = write_bytes(file, text->bytes, text->length);
    if (!done) output_report_failure(program, GetLastError());
    return done;
}

bool output_write_string(const WCHAR *program, const char *string)
{
    struct text text = { 0 };
    bool done;

    text_add(&text, "%s", string);
    done = output_write(program, &text);
    text_free(&text);
    return done;
}

/* Under Wine the file may be named by a Unix path, whose DOS path is opened. */
static HANDLE open_output(const WCHAR *name, DWORD rights, DWORD how, DWORD flags)
{
    WCHAR *(CDECL *wine_get_dos_file_name)(LPCSTR) =
        (PVOID)GetProcAddress(GetModuleHandleW(L"kernel32.dll"), "wine_get_dos_file_name");
    WCHAR *path = NULL;
    int size = 0;
    DWORD error;
    char *bytes;
    HANDLE file;

    if (name[0] == '/' && wine_get_dos_file_name) size = WideCharToMultiByte(CP_UTF8, 0, name, -1, NULL, 0, NULL, NULL);
    bytes = size ? malloc(size) : NULL;
    if (bytes && WideCharToMultiByte(CP_UTF8, 0, name, -1, bytes, size, NULL, NULL)) path = wine_get_dos_file_name(bytes);
    free(bytes);
    file = CreateFileW(path ? path : name, rights, FILE_SHARE_READ, NULL, how, flags, NULL);
    error = GetLastError();
    HeapFree(GetProcessHeap(), 0, path);
    SetLastError(error);
    return file;
}

/* A pipe is not tried: its reader would take the end of an attempt for the end of all. */
bool output_can_write(const WCHAR *name)
{
    HANDLE file = open_output(name, 0, OPEN_EXISTING, 0);
    const bool is_pipe = file != INVALID_HANDLE_VALUE && GetFileType(file) == FILE_TYPE_PIPE;

    if (file != INVALID_HANDLE_VALUE) CloseHandle(file);
    if (is_pipe) return true;
    file = open_output(name, GENERIC_WRITE, OPEN_EXISTING, 0);
    if (file == INVALID_HANDLE_VALUE && GetLastError() == ERROR_FILE_NOT_FOUND)
        file = open_output(name, GENERIC_WRITE | DELETE, CREATE_NEW, FILE_FLAG_DELETE_ON_CLOSE);
    if (file == INVALID_HANDLE_VALUE) return false;
    CloseHandle(file);
    return true;
}

bool output_write_file(const WCHAR *name, const struct text *text)
{
    HANDLE file;
    DWORD error;
    bool done;

    if (text->failed) return out_of_memory();
    file = open_output(name, GENERIC_WRITE, CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL);
    if (file == INVALID_HANDLE_VALUE) return false;
    done = write_bytes(file, text->bytes, text->length);
    error = GetLastError();
    CloseHandle(file);
    if (!done) SetLastError(error);
    return done;
}
