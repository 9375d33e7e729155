/* SPDX-License-Identifier: MIT */
#include "tools/message.h"

#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>

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
    const BOOL has_value = *error.option || *error.value;

    write_message(L"%ls: %ls%ls%ls%ls%ls; see: cycletime %ls --help", program, error.option, *error.option ? L" " : L"",
                  error.what, has_value ? L" " : L"", error.value, program);
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
