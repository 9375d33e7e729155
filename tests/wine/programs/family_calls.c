/* SPDX-License-Identifier: MIT */
/* The calls that create a child. */
#include "family.h"
#include "lost.h"

#include <process.h>
#include <shellapi.h>
#include <winternl.h>
#include <stdio.h>
#include <stdlib.h>

typedef BOOL (WINAPI *internal_a)(HANDLE, LPCSTR, LPSTR, LPSECURITY_ATTRIBUTES, LPSECURITY_ATTRIBUTES, BOOL, DWORD, LPVOID,
                                  LPCSTR, LPSTARTUPINFOA, LPPROCESS_INFORMATION, HANDLE *);
typedef BOOL(WINAPI *internal_w)(HANDLE, LPCWSTR, LPWSTR, LPSECURITY_ATTRIBUTES, LPSECURITY_ATTRIBUTES, BOOL, DWORD, LPVOID,
                                 LPCWSTR, LPSTARTUPINFOW, LPPROCESS_INFORMATION, HANDLE *);

static STARTUPINFOA startup_a = { .cb = sizeof startup_a };
static STARTUPINFOW startup_w = { .cb = sizeof startup_w };
static PROCESS_INFORMATION child;
static const WCHAR report[] = L"report";

static char *narrow(const WCHAR *text)
{
    char *bytes = malloc(3 * FAMILY_LINE);

    WideCharToMultiByte(CP_ACP, 0, text, -1, bytes, 3 * FAMILY_LINE, NULL, NULL);
    return bytes;
}

static PVOID found(const WCHAR *module, const char *name)
{
    PVOID function = (PVOID)GetProcAddress(LoadLibraryW(module), name);

    if (!function) say("no %s in %ls", name, module);
    return function;
}

static HANDLE own_token(void)
{
    HANDLE token = NULL;

    if (!OpenProcessToken(GetCurrentProcess(), TOKEN_ALL_ACCESS, &token)) say("no token: error %lu", GetLastError());
    return token;
}

static BOOL create_a(void)
{
    return CreateProcessA(NULL, narrow(own_line(report)), NULL, NULL, FALSE, 0, NULL, NULL, &startup_a, &child);
}

static BOOL create_w(void)
{
    return CreateProcessW(NULL, own_line(report), NULL, NULL, FALSE, 0, NULL, NULL, &startup_w, &child);
}

static BOOL create_by_application(void)
{
    return CreateProcessW(own_path(), wcscpy(malloc(64), L"named report"), NULL, NULL, FALSE, 0, NULL, NULL, &startup_w,
                          &child);
}

static BOOL create_of_kernelbase(void)
{
    __typeof__(&CreateProcessW) create = found(L"kernelbase.dll", "CreateProcessW");

    return create && create(NULL, own_line(report), NULL, NULL, FALSE, 0, NULL, NULL, &startup_w, &child);
}

static BOOL create_of_api_set(void)
{
    __typeof__(&CreateProcessA) create = found(L"api-ms-win-core-processthreads-l1-1-0.dll", "CreateProcessA");

    return create && create(NULL, narrow(own_line(report)), NULL, NULL, FALSE, 0, NULL, NULL, &startup_a, &child);
}

static BOOL user_a(HANDLE token)
{
    return CreateProcessAsUserA(token, NULL, narrow(own_line(report)), NULL, NULL, FALSE, 0, NULL, NULL, &startup_a,
                                &child);
}

static BOOL user_w(HANDLE token)
{
    return CreateProcessAsUserW(token, NULL, own_line(report), NULL, NULL, FALSE, 0, NULL, NULL, &startup_w, &child);
}

static BOOL as_user_a(void) { return user_a(own_token()); }
static BOOL as_user_w(void) { return user_w(own_token()); }
static BOOL as_nobody_a(void) { return user_a(NULL); }
static BOOL as_nobody_w(void) { return user_w(NULL); }

static BOOL by_internal_a(const WCHAR *module)
{
    internal_a create = found(module, "CreateProcessInternalA");

    return create && create(NULL, NULL, narrow(own_line(report)), NULL, NULL, FALSE, 0, NULL, NULL, &startup_a, &child,
                            NULL);
}

static BOOL by_internal_w(const WCHAR *module)
{
    internal_w create = found(module, "CreateProcessInternalW");

    return create && create(NULL, NULL, own_line(report), NULL, NULL, FALSE, 0, NULL, NULL, &startup_w, &child, NULL);
}

static BOOL kernel32_internal_a(void) { return by_internal_a(L"kernel32.dll"); }
static BOOL kernel32_internal_w(void) { return by_internal_w(L"kernel32.dll"); }
static BOOL kernelbase_internal_a(void) { return by_internal_a(L"kernelbase.dll"); }
static BOOL kernelbase_internal_w(void) { return by_internal_w(L"kernelbase.dll"); }

static BOOL win_exec(void)
{
    return WinExec(narrow(own_line(report)), SW_HIDE) > 31;
}

static BOOL load_module(void)
{
    struct { LPCSTR environment, line; LPVOID show; DWORD reserved; } parameters = { NULL, "\x6report", NULL, 0 };
    WORD show[2] = { 2, SW_HIDE };

    parameters.show = show;
    return LoadModule(narrow(own_path()), &parameters) > 31;
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

static BOOL spawn(void)
{
    return !_spawnl(_P_WAIT, narrow(own_path()), "spawned", "report", NULL);
}

static BOOL spawn_wide(void)
{
    const WCHAR *const arguments[] = { L"spawned", report, NULL };
    intptr_t process = _wspawnv(_P_NOWAIT, own_path(), arguments);

    child.hProcess = process == -1 ? NULL : (HANDLE)process;
    return process != -1;
}

static BOOL with_token(void)
{
    BOOL (WINAPI *create)(HANDLE, DWORD, LPCWSTR, LPWSTR, DWORD, LPVOID, LPCWSTR, LPSTARTUPINFOW, LPPROCESS_INFORMATION) =
        found(L"advapi32.dll", "CreateProcessWithTokenW");

    return create && create(own_token(), 0, NULL, own_line(report), 0, NULL, NULL, &startup_w, &child);
}

static BOOL with_logon(void)
{
    BOOL (WINAPI *create)(LPCWSTR, LPCWSTR, LPCWSTR, DWORD, LPCWSTR, LPWSTR, DWORD, LPVOID, LPCWSTR, LPSTARTUPINFOW,
                          LPPROCESS_INFORMATION) = found(L"advapi32.dll", "CreateProcessWithLogonW");
    WCHAR user[64] = L"";
    DWORD size = ARRAYSIZE(user);

    return create && GetUserNameW(user, &size)
        && create(user, NULL, L"", 0, NULL, own_line(report), 0, NULL, NULL, &startup_w, &child);
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

/* PS_CREATE_INFO, of which only the size is of note; PS_ATTRIBUTE_LIST with PS_ATTRIBUTE_IMAGE_NAME. */
static BOOL nt_create(void)
{
    NTSTATUS (WINAPI *create)(HANDLE *, HANDLE *, ACCESS_MASK, ACCESS_MASK, PVOID, PVOID, ULONG, ULONG, PVOID, PVOID,
                              PVOID) = found(L"ntdll.dll", "NtCreateUserProcess");
    struct { SIZE_T size; ULONG_PTR rest[sizeof(PVOID) == 8 ? 10 : 17]; } info = { .size = sizeof info };
    struct {
        SIZE_T size;
        ULONG_PTR attribute;
        SIZE_T length;
        PVOID value;
        SIZE_T *returned;
    } list = { .attribute = 0x20005 };
    UNICODE_STRING path;
    PVOID parameters = own_parameters(&path);

    list.size = sizeof list;
    list.length = path.Length;
    list.value = path.Buffer;
    return create && parameters
        && create(&child.hProcess, &child.hThread, MAXIMUM_ALLOWED, MAXIMUM_ALLOWED, NULL, NULL, 0, 0, parameters, &info,
                  &list) >= 0;
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

/* cmd.exe takes the outer quotes away. */
static char *quoted_line(void)
{
    char *line = malloc(3 * FAMILY_LINE);

    snprintf(line, 3 * FAMILY_LINE, "\"%s\"", narrow(own_line(report)));
    return line;
}

static BOOL by_system(void)
{
    return !system(quoted_line());
}

static BOOL by_pipe(void)
{
    FILE *pipe = _popen(quoted_line(), "r");

    return pipe && !_pclose(pipe);
}

void parent_call(void)
{
    static const struct {
        const WCHAR *name;
        BOOL (*create)(void);
    } calls[] = {
        { L"CreateProcessA", create_a }, { L"CreateProcessW", create_w }, { L"application", create_by_application },
        { L"kernelbase", create_of_kernelbase }, { L"api-set", create_of_api_set },
        { L"CreateProcessAsUserA", as_user_a }, { L"CreateProcessAsUserW", as_user_w },
        { L"no-user-A", as_nobody_a }, { L"no-user-W", as_nobody_w },
        { L"kernel32-internal-A", kernel32_internal_a }, { L"kernel32-internal-W", kernel32_internal_w },
        { L"kernelbase-internal-A", kernelbase_internal_a }, { L"kernelbase-internal-W", kernelbase_internal_w },
        { L"WinExec", win_exec }, { L"LoadModule", load_module }, { L"ShellExecuteEx", shell_execute },
        { L"spawn", spawn }, { L"wspawn", spawn_wide }, { L"system", by_system }, { L"popen", by_pipe },
        { L"CreateProcessWithTokenW", with_token }, { L"CreateProcessWithLogonW", with_logon },
        { L"RtlCreateUserProcess", rtl_create }, { L"NtCreateUserProcess", nt_create },
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
