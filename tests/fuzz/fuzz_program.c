/* SPDX-License-Identifier: MIT */
/* What the launcher takes a file for, against the rules written down a second time, and how it looks for one by name. */
#include "fuzz.h"
#include "run/program.h"
#include "cli/say.h"
#include "wide.h"

enum { FILE_HANDLE = 0x44, HEADER = 64, NEWER = 24, MOST_PATH = 600 };

static struct {
    const uint8_t *bytes;
    size_t size, at;
    DWORD attributes;
    BOOLEAN is_there, is_open;
    unsigned reads, failing_read;  /* from 1; 0: none fails */
} file;

static struct {
    WCHAR path[MOST_PATH + 1], system[MAX_PATH], windows[MAX_PATH], found[MOST_PATH + 1];
    DWORD path_length[2], found_length[2];  /* of the first and of all further questions */
    unsigned path_questions, found_questions;
} machine;

static const WCHAR said[] = L"what the system says";

const WCHAR *error_text(DWORD error)
{
    CHECK(error);
    return said;
}

DWORD WINAPI GetFileAttributesW(LPCWSTR path)
{
    CHECK(path && *path);
    return file.attributes;
}

HANDLE WINAPI CreateFileW(LPCWSTR path, DWORD access, DWORD sharing, LPSECURITY_ATTRIBUTES security, DWORD creation,
                          DWORD flags, HANDLE template)
{
    CHECK(path && *path && access == GENERIC_READ && !security && creation == OPEN_EXISTING && !flags && !template);
    CHECK(sharing & FILE_SHARE_READ && !file.is_open);
    if (!file.is_there) return INVALID_HANDLE_VALUE;
    file.is_open = TRUE;
    file.at = file.reads = 0;
    return (HANDLE)FILE_HANDLE;
}

BOOL WINAPI ReadFile(HANDLE handle, LPVOID bytes, DWORD size, LPDWORD got, LPOVERLAPPED overlapped)
{
    const size_t left = file.at < file.size ? file.size - file.at : 0;

    CHECK(handle == (HANDLE)FILE_HANDLE && file.is_open && !overlapped);
    *got = 0;
    if (++file.reads == file.failing_read) return FALSE;
    *got = left < size ? (DWORD)left : size;
    if (*got) memcpy(bytes, file.bytes + file.at, *got);
    file.at += *got;
    return TRUE;
}

DWORD WINAPI SetFilePointer(HANDLE handle, LONG distance, LPLONG high, DWORD from)
{
    CHECK(handle == (HANDLE)FILE_HANDLE && file.is_open && !high && from == FILE_BEGIN);
    if (distance < 0) return INVALID_SET_FILE_POINTER;
    return (DWORD)(file.at = (size_t)distance);
}

BOOL WINAPI CloseHandle(HANDLE handle)
{
    CHECK(handle == (HANDLE)FILE_HANDLE && file.is_open);
    file.is_open = FALSE;
    return TRUE;
}

/* What a text with a length is told by: all of it with its end where there is room, else how much it takes. */
static DWORD give(const WCHAR *text, DWORD length, WCHAR *buffer, DWORD size)
{
    if (size <= length) return length + 1;
    memcpy(buffer, text, length * sizeof *text);
    buffer[length] = 0;
    return length;
}

DWORD WINAPI GetEnvironmentVariableW(LPCWSTR name, LPWSTR buffer, DWORD size)
{
    const DWORD length = machine.path_length[!!machine.path_questions++];

    CHECK(!wide_compare(name, L"PATH"));
    return length ? give(machine.path, length, buffer, size) : 0;
}

UINT WINAPI GetSystemDirectoryW(LPWSTR buffer, UINT size)
{
    CHECK(size == MAX_PATH);
    return give(machine.system, (DWORD)wide_length(machine.system), buffer, size);
}

UINT WINAPI GetWindowsDirectoryW(LPWSTR buffer, UINT size)
{
    CHECK(size == MAX_PATH);
    return give(machine.windows, (DWORD)wide_length(machine.windows), buffer, size);
}

static BOOLEAN begins(const WCHAR **text, const WCHAR *with)
{
    const size_t length = wide_length(with);
    size_t i;

    for (i = 0; i < length; i++)
        if ((*text)[i] != with[i]) return FALSE;
    *text += length;
    return TRUE;
}

DWORD WINAPI SearchPathW(LPCWSTR order, LPCWSTR name, LPCWSTR extension, DWORD size, LPWSTR buffer, LPWSTR *part)
{
    const DWORD length = machine.found_length[!!machine.found_questions++];

    CHECK(name && !wide_compare(extension, L".exe") && !part);
    CHECK(begins(&order, L".;") && begins(&order, machine.system) && begins(&order, L";"));
    CHECK(begins(&order, machine.windows) && begins(&order, L";"));
    CHECK(wide_length(order) <= MOST_PATH);
    return length ? give(machine.found, length, buffer, size) : 0;
}

/* Of Wine's way from a Unix path to a Windows one there is none here. */
HMODULE WINAPI GetModuleHandleW(LPCWSTR name)
{
    CHECK(name);
    return (HMODULE)1;
}

FARPROC WINAPI GetProcAddress(HMODULE module, LPCSTR name)
{
    CHECK(module && name);
    return NULL;
}

INT WINAPI WideCharToMultiByte(UINT page, DWORD flags, LPCWSTR text, INT length, LPSTR bytes, INT size, LPCSTR other,
                               LPBOOL used)
{
    CHECK(page == CP_UTF8 && !flags && text && length == -1 && !other && !used && (!bytes || size));
    return 3 * (INT)wide_length(text) + 1;
}

HANDLE WINAPI GetProcessHeap(void)
{
    return NULL;
}

BOOL WINAPI HeapFree(HANDLE heap, DWORD flags, LPVOID block)
{
    CHECK(!heap && !flags && !block);
    return TRUE;
}

enum kind { UNREADABLE, EMPTY, FOREIGN, CUT_OFF, OLD, WINDOWS };

static ULONG number_at(size_t at, size_t size)
{
    ULONG number = 0;

    while (size--) number = number << 8 | (at + size < file.size ? file.bytes[at + size] : 0);
    return number;
}

static enum kind kind_by_the_rules(void)
{
    const ULONG newer = number_at(0x3c, 4);

    if (!file.is_there || file.failing_read == 1) return UNREADABLE;
    if (!file.size) return EMPTY;
    if (number_at(0, 2) != 0x5a4d) return FOREIGN;
    if (file.size < HEADER) return CUT_OFF;
    if (number_at(0x18, 2) < 0x40) return OLD;
    if (newer >> 31 || file.failing_read == 2) return CUT_OFF;
    if (number_at(newer, 2) == 0x454e) return OLD;
    return number_at(newer, 4) == 0x4550 && newer + NEWER <= file.size ? WINDOWS : CUT_OFF;
}

static void check_fault(void)
{
    static const WCHAR *const faults[] = {
        [EMPTY] = L"is empty", [FOREIGN] = L"is not a Windows program", [CUT_OFF] = L"is cut off or damaged",
        [OLD] = NULL,
    };
    const enum kind kind = kind_by_the_rules();
    const WCHAR *fault = program_fault(L"C:\\program.exe");

    CHECK(!file.is_open);
    if (file.attributes != INVALID_FILE_ATTRIBUTES && file.attributes & FILE_ATTRIBUTE_DIRECTORY) {
        CHECK(fault && !wide_compare(fault, L"is a directory"));
        CHECK(program_fault(L"C:\\program.bat"));
        return;
    }
    CHECK(!program_fault(L"C:\\program.BaT") && !program_fault(L"C:\\a.b\\program.com"));
    if (kind == UNREADABLE || kind >= OLD) CHECK(!fault);
    else CHECK(fault && !wide_compare(fault, faults[kind]));
}

static void check_refusal(DWORD error)
{
    const enum kind kind = kind_by_the_rules();
    const WCHAR *refusal = program_refusal(L"C:\\program.exe", error);
    const ULONG of = kind == WINDOWS ? number_at(number_at(0x3c, 4) + 4, 2) : 0;
    WCHAR text[64];

    CHECK(refusal && *refusal && !file.is_open);
    if (kind == OLD) CHECK(!wide_compare(refusal, L"is a program for DOS or 16-bit Windows, and those do not run here"));
    else if (kind != WINDOWS || of == IMAGE_FILE_MACHINE_AMD64) CHECK(refusal == said);
    else if (of == IMAGE_FILE_MACHINE_I386 && error == ERROR_EXE_MACHINE_TYPE_MISMATCH)
        CHECK(!wide_compare(refusal, L"is a 32-bit program, and those do not run here"));
    else if (of == IMAGE_FILE_MACHINE_I386) CHECK(refusal == said);
    else {
        _snwprintf(text, 64, L"is built for machine 0x%04x, which cannot run here", (unsigned)of);
        CHECK(!wide_compare(refusal, text));
    }
}

static void fill(WCHAR *text, size_t length, WCHAR with)
{
    size_t i;

    for (i = 0; i < length; i++) text[i] = with;
    text[length] = 0;
}

/* What PATH is and what is found may change from one question to the next. */
static void check_find(struct input *input)
{
    struct {
        USHORT path[2], found[2], system, windows;
        BYTE name;
    } lengths;
    WCHAR name[256 + 1], *path;
    unsigned i;

    take(input, &lengths, sizeof lengths);
    machine.path_questions = machine.found_questions = 0;
    for (i = 0; i < 2; i++) {
        machine.path_length[i] = lengths.path[i] % MOST_PATH;
        machine.found_length[i] = lengths.found[i] % MOST_PATH;
    }
    fill(machine.path, MOST_PATH, 'p');
    fill(machine.found, MOST_PATH, 'f');
    fill(machine.system, lengths.system % (MAX_PATH - 1), 's');
    fill(machine.windows, lengths.windows % (MAX_PATH - 1), 'w');
    fill(name, lengths.name, lengths.name & 1 ? 'n' : '/');
    path = program_find(name);
    if (!machine.found_length[0]) CHECK(!path);
    else if (path) CHECK(wide_length(path) == machine.found_length[1]);
    free(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = { data, size };
    const BYTE flags = take_byte(&input), error = take_byte(&input);

    if (flags & 1) {
        check_find(&input);
        return 0;
    }
    memset(&file, 0, sizeof file);
    file.bytes = input.at;
    file.size = input.left;
    file.is_there = !(flags & 2);
    file.attributes = flags & 4 ? FILE_ATTRIBUTE_DIRECTORY : flags & 8 ? INVALID_FILE_ATTRIBUTES : FILE_ATTRIBUTE_NORMAL;
    file.failing_read = flags >> 4 & 3;
    check_fault();
    check_refusal(error & 1 ? ERROR_EXE_MACHINE_TYPE_MISMATCH : ERROR_BAD_EXE_FORMAT);
    return 0;
}
