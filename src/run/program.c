/* SPDX-License-Identifier: MIT */
#include "program.h"
#include "../cli/dos_path.h"
#include "../cli/say.h"

#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

/* Not SearchPath's own order, in which the launcher's directory comes first. */
static WCHAR *search_order(void)
{
    DWORD size = GetEnvironmentVariableW(L"PATH", NULL, 0) + 2 * MAX_PATH + 8, length;
    WCHAR *order = malloc(size * sizeof *order);

    if (!order) return NULL;
    length = _snwprintf(order, size, L".;");
    length += GetSystemDirectoryW(order + length, MAX_PATH);
    order[length++] = L';';
    length += GetWindowsDirectoryW(order + length, MAX_PATH);
    order[length++] = L';';
    order[length] = 0;
    GetEnvironmentVariableW(L"PATH", order + length, size - length);
    return order;
}

/* Between the two questions the file may go, or another come that has a longer path. */
static WCHAR *search(const WCHAR *order, const WCHAR *name)
{
    DWORD size = SearchPathW(order, name, L".exe", 0, NULL, NULL), length;
    WCHAR *path = size ? malloc(size * sizeof *path) : NULL;

    if (!path) return NULL;
    length = SearchPathW(order, name, L".exe", size, path, NULL);
    if (length && length < size) return path;
    free(path);
    return NULL;
}

WCHAR *program_find(const WCHAR *name)
{
    WCHAR *order, *path;

    if (name[0] == L'/' && (path = dos_path_of_unix_path(name))) {
        if (GetFileAttributesW(path) != INVALID_FILE_ATTRIBUTES) return path;
        free(path);
    }
    order = search_order();
    path = order ? search(order, name) : NULL;
    free(order);
    return path;
}

enum kind { PROGRAM_UNREADABLE, PROGRAM_EMPTY, PROGRAM_FOREIGN, PROGRAM_CUT_OFF, PROGRAM_OLD, PROGRAM_PE };

/* A DOS header whose relocations begin here promises that a newer header follows (Microsoft's NE format). */
enum { NEWER_HEADER = 0x40 };

static enum kind kind_of_file(HANDLE file, WORD *machine)
{
    IMAGE_DOS_HEADER dos = { 0 };
    struct {
        DWORD signature;
        IMAGE_FILE_HEADER file;
    } newer = { 0 };
    DWORD got;

    if (!ReadFile(file, &dos, sizeof dos, &got, NULL)) return PROGRAM_UNREADABLE;
    if (!got) return PROGRAM_EMPTY;
    if (dos.e_magic != IMAGE_DOS_SIGNATURE) return PROGRAM_FOREIGN;
    if (got == sizeof dos && dos.e_lfarlc < NEWER_HEADER) return PROGRAM_OLD;
    if (got < sizeof dos || SetFilePointer(file, dos.e_lfanew, NULL, FILE_BEGIN) == INVALID_SET_FILE_POINTER
        || !ReadFile(file, &newer, sizeof newer, &got, NULL))
        return PROGRAM_CUT_OFF;
    if (LOWORD(newer.signature) == IMAGE_OS2_SIGNATURE) return PROGRAM_OLD;
    if (newer.signature != IMAGE_NT_SIGNATURE || got < sizeof newer) return PROGRAM_CUT_OFF;
    *machine = newer.file.Machine;
    return PROGRAM_PE;
}

static enum kind kind_of(const WCHAR *path, WORD *machine)
{
    HANDLE file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL, OPEN_EXISTING, 0, NULL);
    enum kind kind = PROGRAM_UNREADABLE;

    if (file == INVALID_HANDLE_VALUE) return kind;
    kind = kind_of_file(file, machine);
    CloseHandle(file);
    return kind;
}

/* The kinds that CreateProcess runs by their name (Wine's is_batch_file and find_dos_program alike). */
static BOOL runs_by_name(const WCHAR *path)
{
    static const WCHAR *const kinds[] = { L".bat", L".cmd", L".com", L".pif" };
    const WCHAR *dot = wcsrchr(path, L'.');
    unsigned i;

    for (i = 0; dot && i < ARRAYSIZE(kinds); i++)
        if (!_wcsicmp(dot, kinds[i])) return TRUE;
    return FALSE;
}

const WCHAR *program_fault(const WCHAR *path)
{
    DWORD attributes = GetFileAttributesW(path);
    WORD machine;

    if (attributes != INVALID_FILE_ATTRIBUTES && attributes & FILE_ATTRIBUTE_DIRECTORY) return L"is a directory";
    if (runs_by_name(path)) return NULL;
    switch (kind_of(path, &machine)) {
    case PROGRAM_EMPTY: return L"is empty";
    case PROGRAM_FOREIGN: return L"is not a Windows program";
    case PROGRAM_CUT_OFF: return L"is cut off or damaged";
    default: return NULL;
    }
}

const WCHAR *program_refusal(const WCHAR *path, DWORD error)
{
    static WCHAR text[64];
    WORD machine = 0;

    switch (kind_of(path, &machine)) {
    case PROGRAM_PE: break;
    case PROGRAM_OLD: return L"is a program for DOS or 16-bit Windows, and those do not run here";
    default: return error_text(error);
    }
    if (machine == IMAGE_FILE_MACHINE_I386 && error == ERROR_EXE_MACHINE_TYPE_MISMATCH)
        return L"is a 32-bit program, and those do not run here";
    if (machine == IMAGE_FILE_MACHINE_AMD64 || machine == IMAGE_FILE_MACHINE_I386) return error_text(error);
    _snwprintf(text, ARRAYSIZE(text), L"is built for machine 0x%04x, which cannot run here", machine);
    return text;
}
