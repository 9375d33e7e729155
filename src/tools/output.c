/* SPDX-License-Identifier: MIT */
/* Standard output, the clock and Ctrl+C, for the Windows programs of the package. */
#include "tools/tools.h"

#include <windows.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

enum { SECOND = 10000000, MILLISECOND = 10000 };

uint64_t read_clock(void)
{
    LARGE_INTEGER count, frequency;

    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&frequency);
    return (uint64_t)count.QuadPart / frequency.QuadPart * SECOND
           + (uint64_t)count.QuadPart % frequency.QuadPart * SECOND / frequency.QuadPart;
}

uint32_t sleep_until(uint64_t due)
{
    const uint64_t time = read_clock();

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

HANDLE stop_hear(void)
{
    stop_asked = CreateEventW(NULL, TRUE, FALSE, NULL);
    if (!stop_asked || !SetConsoleCtrlHandler(ask_to_stop, TRUE)) return NULL;
    SetConsoleCtrlHandler(NULL, FALSE); /* the process that started this one may have turned Ctrl-C off */
    return stop_asked;
}

enum { LINE = 2048 };

void write_message(const WCHAR *format, ...)
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
        if (line[more] < 0x20 || (line[more] >= 0x7f && line[more] < 0xa0)) line[more] = L'?';
    line[length++] = L'\n';
    if (WriteConsoleW(stderr_handle, line, length, &written, NULL)) return;
    length = WideCharToMultiByte(CP_UTF8, 0, line, length, bytes, sizeof bytes, NULL, NULL);
    WriteFile(stderr_handle, bytes, length, &written, NULL);
}

void print_write_error(const WCHAR *program, DWORD error)
{
    if (GetFileType(GetStdHandle(STD_OUTPUT_HANDLE)) != FILE_TYPE_PIPE)
        write_message(L"%ls: the output cannot be written: %ls", program, find_error_text(error));
}

void print_options_error(const WCHAR *program, struct options_error error)
{
    const WCHAR *space = *error.value ? L" " : L"";

    write_message(L"%ls: %ls%ls%ls%ls%ls. See: cycletime %ls --help", program, error.option, *error.option ? L" " : L"",
                  error.what, space, error.value, program);
}

const WCHAR *find_error_text(DWORD error)
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

static bool write_to_stdout(const struct text *text)
{
    HANDLE file = GetStdHandle(STD_OUTPUT_HANDLE);
    DWORD mode;

    if (text->failed) return out_of_memory();
    if (GetConsoleMode(file, &mode)) return write_characters(file, text->bytes, text->length);
    return write_bytes(file, text->bytes, text->length);
}

bool output_write(const WCHAR *program, const struct text *text)
{
    const bool done = write_to_stdout(text);

    if (!done) print_write_error(program, GetLastError());
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

/* Returns, under Wine, the DOS path of a Unix path, which the caller frees. NULL: there is none, or this is not Wine. */
static WCHAR *dos_path_of(const WCHAR *name)
{
    WCHAR *(CDECL *wine_get_dos_file_name)(LPCSTR) =
        (PVOID)GetProcAddress(GetModuleHandleW(L"kernel32.dll"), "wine_get_dos_file_name");
    int size = WideCharToMultiByte(CP_UTF8, 0, name, -1, NULL, 0, NULL, NULL);
    char *bytes = malloc(size);
    WCHAR *found, *path = NULL;

    if (bytes && wine_get_dos_file_name && WideCharToMultiByte(CP_UTF8, 0, name, -1, bytes, size, NULL, NULL)) {
        found = wine_get_dos_file_name(bytes);
        path = found ? _wcsdup(found) : NULL;
        HeapFree(GetProcessHeap(), 0, found);
    }
    free(bytes);
    return path;
}

static HANDLE open_file(const WCHAR *name, DWORD rights, DWORD how, DWORD flags)
{
    WCHAR *path = name[0] == '/' ? dos_path_of(name) : NULL;
    HANDLE file = CreateFileW(path ? path : name, rights, FILE_SHARE_READ, NULL, how, flags, NULL);

    free(path);
    return file;
}

/* The reader of a pipe would take the end of an attempt for the end of all. */
static bool is_pipe(const WCHAR *name)
{
    HANDLE file = open_file(name, 0, OPEN_EXISTING, 0);
    const bool is = file != INVALID_HANDLE_VALUE && GetFileType(file) == FILE_TYPE_PIPE;

    if (file != INVALID_HANDLE_VALUE) CloseHandle(file);
    return is;
}

bool output_can_write(const WCHAR *name)
{
    HANDLE file;

    if (is_pipe(name)) return true;
    file = open_file(name, GENERIC_WRITE, OPEN_EXISTING, 0);
    if (file == INVALID_HANDLE_VALUE && GetLastError() == ERROR_FILE_NOT_FOUND)
        file = open_file(name, GENERIC_WRITE | DELETE, CREATE_NEW, FILE_FLAG_DELETE_ON_CLOSE);
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
    if ((file = open_file(name, GENERIC_WRITE, CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL)) == INVALID_HANDLE_VALUE) return false;
    done = write_bytes(file, text->bytes, text->length);
    error = GetLastError();
    CloseHandle(file);
    if (!done) SetLastError(error);
    return done;
}
