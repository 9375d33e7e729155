/* SPDX-License-Identifier: MIT */
#include "tools/output.h"
#include "tools/message.h"

#include <stdlib.h>
#include <wchar.h>
#include <windows.h>

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

bool output_write_file(const WCHAR *name, const struct text *text)
{
    WCHAR *path = text->failed || name[0] != '/' ? NULL : dos_path_of(name);
    HANDLE file;
    DWORD error;
    bool done;

    if (text->failed) return out_of_memory();
    file =
        CreateFileW(path ? path : name, GENERIC_WRITE, FILE_SHARE_READ, NULL, CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL, NULL);
    free(path);
    if (file == INVALID_HANDLE_VALUE) return false;
    done = write_bytes(file, text->bytes, text->length);
    error = GetLastError();
    CloseHandle(file);
    if (!done) SetLastError(error);
    return done;
}
