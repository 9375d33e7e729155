/* SPDX-License-Identifier: MIT */
/* Loads the Linux side into this process by the way that the running Wine has, and calls it. In a process that
   `cycletime run` started it is there already. Several copies of this file may be in one process: in cycletime.dll, in a
   program that is linked with the static library, and in its DLLs. All of them call one library, which publishes the
   process once. */
#include "library/nt/calls.h"
#include "protocol/unixlib_calls.h"
#include "protocol/thread_clock_snapshot.h"

#define LIBRARY L"cycletime_unixlib"
/* The names of Wine's directories. A 32-bit program's Unix side is 64-bit where Wine runs it in a 64-bit process.
   Wine: unixlib-class. */
#define FOR_MACHINE(end) (sizeof(void *) == 8 ? L"\\x86_64" end : L"\\i386" end)
#define WINDOWS_PART L"-windows\\" LIBRARY L".dll"
#define UNIX_PART L"-unix\\" LIBRARY L".so"

enum { MOST_DIRECTORIES = 256 };

struct nt_unixlib nt_unixlib;

ULONG64 nt_unixlib_given;

static LONG final_state = -1;

/* An NT path, \??\..., in room for a long one. */
struct path {
    USHORT length; /* in characters, without the zero */
    WCHAR text[1024];
};

static BOOLEAN append_text(struct path *path, const WCHAR *text)
{
    while (*text && path->length < ARRAYSIZE(path->text) - 1) path->text[path->length++] = *text++;
    path->text[path->length] = 0;
    return !*text;
}

/* Accepts a Windows path, also one that begins with \\?\, an NT path or a Unix path; a relative path is not found.
   Wine: unix-path. */
static BOOLEAN path_set(struct path *path, const WCHAR *text)
{
    USHORT i;

    path->length = 0;
    if (text[0] == '\\' && (text[1] == '\\' || text[1] == '?') && text[2] == '?' && text[3] == '\\') text += 4;
    if (!append_text(path, *text == '/' ? L"\\??\\unix" : L"\\??\\") || !append_text(path, text)) return FALSE;
    for (i = 0; i < path->length; i++)
        if (path->text[i] == '/') path->text[i] = '\\';
    while (path->length > 4 && path->text[path->length - 1] == '\\') path->text[--path->length] = 0;
    return TRUE;
}

/* Reserves memory for the thread table, below 2 GB, where programs of both word sizes can read it, for good. It is
   taken from the top, away from where programs and DLLs are usually loaded. The unixlib maps its own where this fails;
   another module in this process may have reserved it first. */
static void bring_records(void)
{
    const struct nt_calls *calls = nt_calls();
    struct unixlib_thread_table table = { 0 };
    PVOID memory = NULL;
    SIZE_T size;

    if (!NT_SUCCESS(nt_unixlib_call(UNIXLIB_CALL_THREAD_TABLE, &table)) || table.address) return;
    size = (SIZE_T)table.size;
    if (!NT_SUCCESS(calls->NtAllocateVirtualMemory(NT_CURRENT_PROCESS, &memory, 1, &size,
                                                   MEM_RESERVE | MEM_COMMIT | MEM_TOP_DOWN, PAGE_READWRITE)))
        return;
    table = (struct unixlib_thread_table){ .address = (ULONG_PTR)memory, .size = size };
    if (NT_SUCCESS(nt_unixlib_call(UNIXLIB_CALL_THREAD_TABLE, &table)) && table.address == (ULONG_PTR)memory) return;
    size = 0;
    calls->NtFreeVirtualMemory(NT_CURRENT_PROCESS, &memory, &size, MEM_RELEASE);
}

/* No further call is made to a library of another version. The library stays loaded, and so does this module, which
   notifies it of the ends of threads. */
static CYCLETIME_UNIXLIB_STATE shake_hands(ULONG64 handle)
{
    enum { PIN = GET_MODULE_HANDLE_EX_FLAG_PIN | GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS };
    struct unixlib_version version = { .version = UNIXLIB_VERSION };
    HMODULE self;
    NTSTATUS status;

    nt_unixlib = (struct nt_unixlib){ *nt_calls()->unix_call_dispatcher, handle };
    status = nt_unixlib_call(UNIXLIB_CALL_VERSION, &version);
    if (status == UNIXLIB_NOT_READY) return CYCLETIME_UNIXLIB_STATE_NOT_NOW;
    if (!NT_SUCCESS(status) || version.version != UNIXLIB_VERSION) return CYCLETIME_UNIXLIB_STATE_OTHER_VERSION;
    if (!nt_calls()->GetModuleHandleExW(PIN, (const WCHAR *)&nt_unixlib, &self)) return CYCLETIME_UNIXLIB_STATE_NOT_LOADED;
    bring_records();
    return CYCLETIME_UNIXLIB_STATE_ACTIVE;
}

/* Since Wine 11.2 PATH is the path of the library, or its name, which Wine then searches for. */
static CYCLETIME_UNIXLIB_STATE load_library(const struct path *path)
{
    const UNICODE_STRING name = { path->length * sizeof *path->text, (path->length + 1) * sizeof *path->text,
                                  (PWSTR)path->text };
    ULONG64 found[2] = { 0, 0 };

    if (!NT_SUCCESS(
            nt_calls()->NtQueryVirtualMemory(NT_CURRENT_PROCESS, &name, MemoryWineUnixLibrary, found, sizeof found, NULL))
        || !found[1])
        return CYCLETIME_UNIXLIB_STATE_MISSING;
    return shake_hands(found[1]);
}

/* Before Wine 11.2 PATH is the path of the marked DLL whose Unix side the library is. It is mapped without the loader,
   whose lock and whose heap a suspended thread may hold. The DLL has no code to run: Wine only has to register it as one of
   its own. It stays mapped if the library is in use. */
static CYCLETIME_UNIXLIB_STATE load_stub_dll(const struct path *path)
{
    enum { CASE_INSENSITIVE = 0x40, SYNCHRONOUS = 0x20, NO_DIRECTORY = 0x40, SHARE = 1 };
    enum { ACCESS = SECTION_QUERY | SECTION_MAP_READ | SECTION_MAP_EXECUTE };
    const struct nt_calls *calls = nt_calls();
    UNICODE_STRING name = { path->length * sizeof *path->text, (path->length + 1) * sizeof *path->text, (PWSTR)path->text };
    const OBJECT_ATTRIBUTES attributes = { sizeof attributes, NULL, &name, CASE_INSENSITIVE, NULL, NULL };
    CYCLETIME_UNIXLIB_STATE state = CYCLETIME_UNIXLIB_STATE_NOT_LOADED;
    ULONG_PTR io_status[2];
    ULONG64 handle = 0;
    HANDLE file, section;
    PVOID base = NULL;
    SIZE_T size = 0;
    NTSTATUS status = calls->NtOpenFile(&file, GENERIC_READ | SYNCHRONIZE, &attributes, io_status,
                                        FILE_SHARE_READ | FILE_SHARE_DELETE, SYNCHRONOUS | NO_DIRECTORY);

    if (!NT_SUCCESS(status)) return CYCLETIME_UNIXLIB_STATE_MISSING;
    status = calls->NtCreateSection(&section, ACCESS, NULL, NULL, PAGE_EXECUTE_READ, SEC_IMAGE, file);
    if (NT_SUCCESS(status)) {
        status =
            calls->NtMapViewOfSection(section, NT_CURRENT_PROCESS, &base, 0, 0, NULL, &size, SHARE, 0, PAGE_EXECUTE_READ);
        calls->NtClose(section);
    }
    calls->NtClose(file);
    if (!NT_SUCCESS(status)) return CYCLETIME_UNIXLIB_STATE_MISSING;
    status = calls->NtQueryVirtualMemory(NT_CURRENT_PROCESS, base, MemoryWineUnixFuncs, &handle, sizeof handle, NULL);
    if (NT_SUCCESS(status)) state = shake_hands(handle);
    if (state != CYCLETIME_UNIXLIB_STATE_ACTIVE) calls->NtUnmapViewOfSection(NT_CURRENT_PROCESS, base);
    return state;
}

/* The path from a directory like lib/wine of the install tree. */
static CYCLETIME_UNIXLIB_STATE load_from(const struct path *directory, BOOLEAN by_path)
{
    struct path path = *directory;
    CYCLETIME_UNIXLIB_STATE state;

    if (!append_text(&path, by_path ? FOR_MACHINE(UNIX_PART) : FOR_MACHINE(WINDOWS_PART)))
        return CYCLETIME_UNIXLIB_STATE_MISSING;
    if (!by_path) return load_stub_dll(&path);
    state = load_library(&path);
    if (state != CYCLETIME_UNIXLIB_STATE_MISSING || sizeof(void *) == 8) return state;
    path = *directory;
    return append_text(&path, L"\\x86_64" UNIX_PART) ? load_library(&path) : CYCLETIME_UNIXLIB_STATE_MISSING;
}

/* The path beside this module, the DLL or the program that it is linked into; by a path, that beside its directory. */
static CYCLETIME_UNIXLIB_STATE load_beside(BOOLEAN by_path)
{
    WCHAR file[1024];
    struct path path;
    HMODULE self;
    DWORD length;
    int cuts;

    if (!nt_calls()->GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT
                                            | GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS,
                                        (const WCHAR *)&nt_unixlib, &self))
        return CYCLETIME_UNIXLIB_STATE_MISSING;
    length = nt_calls()->GetModuleFileNameW(self, file, ARRAYSIZE(file));
    if (!length || length >= ARRAYSIZE(file) || !path_set(&path, file)) return CYCLETIME_UNIXLIB_STATE_MISSING;
    for (cuts = by_path ? 2 : 1; cuts && path.length > 4;)
        if (path.text[--path.length] == '\\') cuts--;
    path.text[path.length] = 0;
    if (by_path) return load_from(&path, TRUE);
    return append_text(&path, L"\\" LIBRARY L".dll") ? load_stub_dll(&path) : CYCLETIME_UNIXLIB_STATE_MISSING;
}

/* Wine names the directories that it searches, its own and those of WINEDLLPATH, in WINEDLLDIR0 and so on.
   Wine: dll-path. */
static BOOLEAN wine_directory(unsigned number, struct path *path)
{
    WCHAR name[] = L"WINEDLLDIR\0\0\0", value[1024];
    unsigned digits = 1 + (number > 9) + (number > 99);

    for (; digits; digits--, number /= 10) name[ARRAYSIZE(L"WINEDLLDIR") - 2 + digits] = (WCHAR)('0' + number % 10);
    return nt_environment(name, value, ARRAYSIZE(value)) && path_set(path, value);
}

/* Of two failures the one whose reason helps the user more, which has the larger number. LEFT is a failure. */
static CYCLETIME_UNIXLIB_STATE choose_better_state(CYCLETIME_UNIXLIB_STATE left, CYCLETIME_UNIXLIB_STATE right)
{
    return right == CYCLETIME_UNIXLIB_STATE_ACTIVE || right > left ? right : left;
}

/* If this process has a cycletime.dll in which the library is open, that library is used. The name of the DLL alone may be
   that of another product; a cycletime.dll that does not share its library is older than this copy. */
static CYCLETIME_UNIXLIB_STATE load_module(BOOLEAN by_path)
{
    static const WCHAR dll[] = L"cycletime.dll", variable[] = L"CYCLETIME_UNIXLIB";
    static const WCHAR *const on[] = { L"1", L"on", L"yes", NULL };
    PVOID (*const find)(const WCHAR *, const char *) = nt_calls()->loaded_export;
    ULONG64 (WINAPI *share)(ULONG, ULONG);
    CYCLETIME_UNIXLIB_STATE state;
    WCHAR named[1024];
    struct path path;
    ULONG64 handle;
    unsigned i;

    if (nt_unixlib_given) return shake_hands(nt_unixlib_given);
    share = (PVOID)find(dll, "CycletimeShareUnixlib");
    handle = share ? share(CYCLETIME_VERSION, UNIXLIB_VERSION) : 0;
    if (handle) return shake_hands(handle);
    if (!share && find(dll, "CycletimeInstallHooksFromWithin")) return CYCLETIME_UNIXLIB_STATE_OTHER_VERSION;
    if (nt_environment(variable, named, ARRAYSIZE(named)) && *named && !nt_environment_is(variable, on))
        return path_set(&path, named) ? load_from(&path, by_path) : CYCLETIME_UNIXLIB_STATE_MISSING;
    state = load_beside(by_path);
    path.length = 0;
    if (state != CYCLETIME_UNIXLIB_STATE_ACTIVE && by_path && append_text(&path, LIBRARY L".so"))
        state = choose_better_state(state, load_library(&path));
    for (i = 0; state != CYCLETIME_UNIXLIB_STATE_ACTIVE && i < MOST_DIRECTORIES && wine_directory(i, &path); i++)
        state = choose_better_state(state, load_from(&path, by_path));
    return state;
}

/* "11.2", "10.0-rc1", "8.0 (Staging)"; 100 times the first number and the second. Wine: wine-version. */
static ULONG version_number(const char *text)
{
    ULONG major = 0, minor = 0;

    while (*text >= '0' && *text <= '9') major = 10 * major + (*text++ - '0');
    if (*text++ == '.')
        while (*text >= '0' && *text <= '9') minor = 10 * minor + (*text++ - '0');
    return 100 * major + minor;
}

/* Takes the two locks that the system takes for the calls made in there. A suspended thread may hold one, so the calling
   thread does not wait: the query is then answered without the unixlib, which a later query may open. So it is from within
   a DllMain, where the loader's lock is held: a library that is loaded there waits for threads that wait for that DllMain.
   Wine sets the last error even on success. Wine: peb-locks. */
static CYCLETIME_UNIXLIB_STATE load_unless_locked(void)
{
    static const WCHAR *const off[] = { L"0", L"off", L"no", NULL };
    const struct nt_calls *calls = nt_calls();
    struct process_environment *const peb = calls->RtlGetCurrentPeb();
    const BOOLEAN is_in_dll_main =
        calls->RtlIsCriticalSectionLockedByThread && calls->RtlIsCriticalSectionLockedByThread(peb->loader_lock);
    const DWORD error = calls->RtlGetLastWin32Error();
    CYCLETIME_UNIXLIB_STATE state = CYCLETIME_UNIXLIB_STATE_NOT_NOW;

    if (!calls->RtlTryEnterCriticalSection(peb->loader_lock)) return state;
    if (calls->RtlTryEnterCriticalSection(peb->lock)) {
        if (nt_environment_is(L"CYCLETIME_UNIXLIB", off)) state = CYCLETIME_UNIXLIB_STATE_OFF;
        else if (!is_in_dll_main) state = load_module(version_number(calls->wine_get_version()) >= 1102);
        calls->RtlLeaveCriticalSection(peb->lock);
    }
    calls->RtlLeaveCriticalSection(peb->loader_lock);
    calls->RtlRestoreLastWin32Error(error);
    return state;
}

CYCLETIME_UNIXLIB_STATE nt_unixlib_open(void)
{
    static LONG busy;
    const struct nt_calls *calls = nt_calls();
    LONG state = __atomic_load_n(&final_state, __ATOMIC_ACQUIRE);

    if (state >= 0) return (CYCLETIME_UNIXLIB_STATE)state;
    if (!calls->is_wine || !calls->wine_get_version || !calls->unix_call_dispatcher || !*calls->unix_call_dispatcher) {
        state = calls->is_wine ? CYCLETIME_UNIXLIB_STATE_NO_WAY : CYCLETIME_UNIXLIB_STATE_NOT_WINE;
        __atomic_store_n(&final_state, state, __ATOMIC_RELEASE);
        return (CYCLETIME_UNIXLIB_STATE)state;
    }
    if (__atomic_exchange_n(&busy, 1, __ATOMIC_ACQ_REL)) return CYCLETIME_UNIXLIB_STATE_NOT_NOW;
    state = __atomic_load_n(&final_state, __ATOMIC_ACQUIRE);
    if (state < 0) state = (LONG)load_unless_locked();
    if (state != CYCLETIME_UNIXLIB_STATE_NOT_NOW) __atomic_store_n(&final_state, state, __ATOMIC_RELEASE);
    __atomic_store_n(&busy, 0, __ATOMIC_RELEASE);
    return (CYCLETIME_UNIXLIB_STATE)state;
}

BOOLEAN nt_unixlib_is_open(void)
{
    return __atomic_load_n(&final_state, __ATOMIC_ACQUIRE) == CYCLETIME_UNIXLIB_STATE_ACTIVE;
}
