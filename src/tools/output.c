/* SPDX-License-Identifier: MIT */
#include "output.h"
#include "dos_path.h"

#include <stdlib.h>
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

bool output_write(const struct text *text)
{
    HANDLE file = GetStdHandle(STD_OUTPUT_HANDLE);
    DWORD mode;

    if (text->failed) return out_of_memory();
    if (GetConsoleMode(file, &mode)) return write_characters(file, text->bytes, text->length);
    return write_bytes(file, text->bytes, text->length);
}

bool output_write_file(const WCHAR *name, const struct text *text)
{
    WCHAR *path = text->failed || name[0] != '/' ? NULL : dos_path_of_unix_path(name);
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
