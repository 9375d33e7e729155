/* SPDX-License-Identifier: MIT */
/* The calls that create a child, in ways of their own: by kernelbase, by the shell's functions, by NT's alone, and by a
   service. */
#include "family.h"
#include "lost.h"

#include <shellapi.h>
#include <winternl.h>
#include <stdlib.h>

static PROCESS_INFORMATION child;
static const WCHAR report[] = L"report";

static PVOID found(const WCHAR *module, const char *name)
{
    PVOID function = (PVOID)GetProcAddress(LoadLibraryW(module), name);

    if (!function) say("no %s in %ls", name, module);
    return function;
}

static BOOL create(void)
{
    STARTUPINFOW startup = { .cb = sizeof startup };

    return CreateProcessW(NULL, own_line(report), NULL, NULL, FALSE, 0, NULL, NULL, &startup, &child);
}

static BOOL shell_execute(void)
{
    SHELLEXECUTEINFOW info = { .cbSize = sizeof info,
                               .fMask = SEE_MASK_NOCLOSEPROCESS | SEE_MASK_NOASYNC | SEE_MASK_FLAG_NO_UI,
                               .lpFile = own_path(), .lpParameters = report, .nShow = SW_HIDE };
    BOOL done = ShellExecuteExW(&info);

    child.hProcess = done ? info.hProcess : NULL;
    return done;
}

typedef NTSTATUS (WINAPI *make_parameters)(PVOID *, const UNICODE_STRING *, const UNICODE_STRING *, const UNICODE_STRING *,
                                           const UNICODE_STRING *, PVOID, const UNICODE_STRING *, const UNICODE_STRING *,
                                           const UNICODE_STRING *, const UNICODE_STRING *, ULONG);

/* Returns the program's parameters for NT's own functions, and its path; the environment is ours. */
static PVOID own_parameters(UNICODE_STRING *nt_path)
{
    BOOLEAN (WINAPI *convert)(LPCWSTR, UNICODE_STRING *, LPWSTR *, PVOID) =
        found(L"ntdll.dll", "RtlDosPathNameToNtPathName_U");
    const make_parameters make = found(L"ntdll.dll", "RtlCreateProcessParametersEx");
    UNICODE_STRING path, line;
    PVOID parameters = NULL;

    RtlInitUnicodeString(&path, own_path());
    RtlInitUnicodeString(&line, own_line(report));
    if (!convert || !make || !convert(own_path(), nt_path, NULL, NULL)) return NULL;
    if (make(&parameters, &path, NULL, NULL, &line, NULL, NULL, NULL, NULL, NULL, 1) < 0) return NULL;
    return parameters;
}

/* RTL_USER_PROCESS_INFORMATION; what follows is what the image says. */
struct user_process {
    ULONG length;
    HANDLE process, thread;
    CLIENT_ID client;
    ULONG64 image[8];
};

static BOOL rtl_create(void)
{
    NTSTATUS (WINAPI *create)(UNICODE_STRING *, ULONG, PVOID, PVOID, PVOID, HANDLE, BOOLEAN, HANDLE, HANDLE,
                              struct user_process *) = found(L"ntdll.dll", "RtlCreateUserProcess");
    struct user_process created = { .length = sizeof created };
    UNICODE_STRING path;
    PVOID parameters = own_parameters(&path);

    if (!create || !parameters) return FALSE;
    if (create(&path, 0, parameters, NULL, NULL, NULL, FALSE, NULL, NULL, &created) < 0) return FALSE;
    child.hProcess = created.process;
    child.hThread = created.thread;
    return ResumeThread(created.thread) != (DWORD)-1;
}

#define SERVER L"{7a0e8f0a-0c0f-4c53-9d6e-4b0f3c1de5a1}"

/* It is no server but a program that ends at once, so nobody gets an object of it. */
static BOOL by_local_server(void)
{
    static const WCHAR key[] = L"CLSID\\" SERVER L"\\LocalServer32";
    static const GUID server = { 0x7a0e8f0a, 0x0c0f, 0x4c53, { 0x9d, 0x6e, 0x4b, 0x0f, 0x3c, 0x1d, 0xe5, 0xa1 } },
                      unknown = { 0, 0, 0, { 0xc0, 0, 0, 0, 0, 0, 0, 0x46 } };
    HRESULT (WINAPI *initialize)(PVOID) = found(L"ole32.dll", "CoInitialize");
    HRESULT (WINAPI *create)(const GUID *, PVOID, DWORD, const GUID *, PVOID *) = found(L"ole32.dll", "CoCreateInstance");
    const WCHAR *line = own_line(report);
    PVOID object;

    if (RegSetKeyValueW(HKEY_CLASSES_ROOT, key, NULL, REG_SZ, line, (DWORD)(wcslen(line) + 1) * sizeof *line)) return FALSE;
    if (!initialize || !create || initialize(NULL) < 0) return FALSE;
    say("object: %d", create(&server, NULL, 4 /* CLSCTX_LOCAL_SERVER */, &unknown, &object) >= 0);
    RegDeleteTreeW(HKEY_CLASSES_ROOT, L"CLSID\\" SERVER);
    return has_report();
}

void parent_call(void)
{
    static const struct {
        const WCHAR *name;
        BOOL (*create)(void);
    } calls[] = {
        { L"CreateProcess", create }, { L"ShellExecuteEx", shell_execute }, { L"RtlCreateUserProcess", rtl_create },
        { L"local-server", by_local_server },
    };
    BOOL done;
    size_t i;

    for (i = 0; i < ARRAYSIZE(calls); i++) {
        if (wcscmp(argument(1), calls[i].name)) continue;
        do done = calls[i].create();
        while (is_lost(done));
        if (!done) {
            say("not created");
            exit(1);
        }
        relay(1);
        if (child.hProcess) end_of(&child, TRUE);
        return;
    }
    say("no such call");
    exit(1);
}
