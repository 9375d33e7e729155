/* SPDX-License-Identifier: MIT */
/* Hooks for two calls that Wine refuses although programs need them. Each hook calls Wine first, and changes the result
   only if it is the known refusal. */
#include "inject/hooks/hooks.h"

#include <winternl.h>

static NTSTATUS (WINAPI *load_dll)(LPCWSTR folders, PULONG flags, const UNICODE_STRING *name, HMODULE *module);
static const WCHAR *own_dll; /* the path of cycletime's bcryptprimitives.dll */

static BOOLEAN is_missing_dll(const UNICODE_STRING *name)
{
    static const char missing[] = "bcryptprimitives.dll";
    const ULONG length = name->Length / sizeof *name->Buffer, most = sizeof missing - 1;
    ULONG i;

    if (length != most && length != most - 4) return FALSE; /* .dll may be left out */
    for (i = 0; i < length && (name->Buffer[i] | 0x20) == missing[i];) i++;
    return i == length;
}

/* By kernelbase's LoadLibraryEx, Go looks for this DLL in system32 only. Imports find it in PATH (preload/dll_folders.c).
   Wine: load-import. */
static NTSTATUS WINAPI load_missing_dll(LPCWSTR folders, PULONG flags, const UNICODE_STRING *name, HMODULE *module)
{
    const NTSTATUS status = load_dll(folders, flags, name, module);
    UNICODE_STRING own = { 0, 0, (PWSTR)own_dll };

    if (status != STATUS_DLL_NOT_FOUND || !is_missing_dll(name)) return status;
    own.Length = (USHORT)(wcslen(own_dll) * sizeof *own_dll);
    own.MaximumLength = (USHORT)(own.Length + sizeof *own_dll);
    return NT_SUCCESS(load_dll(NULL, flags, &own, module)) ? STATUS_SUCCESS : status;
}

BOOLEAN missing_dll_find(struct hook *hook, const WCHAR *path)
{
    *hook = (struct hook){ .module = GetModuleHandleW(L"ntdll.dll"),
                           .importer = GetModuleHandleW(L"kernelbase.dll"),
                           .name = "LdrLoadDll",
                           .to = (PVOID)load_missing_dll };
    hook->from = (PVOID)GetProcAddress(hook->module, hook->name);
    load_dll = (__typeof__(load_dll))hook->from;
    own_dll = path;
    return hook->from && hook->importer;
}

/* A socket is of the type of pipes, too. */
static BOOLEAN is_socket(HANDLE handle)
{
    enum { ALL_SOCKETS = 0xffff, TYPE = 0x1008 }; /* SOL_SOCKET, SO_TYPE */
    const HMODULE sockets = GetModuleHandleW(L"ws2_32.dll");
    int (WINAPI *get)(ULONG_PTR, int, int, PVOID, int *) = sockets ? (PVOID)GetProcAddress(sockets, "getsockopt") : NULL;
    int type, size = sizeof type;

    return get && !get((ULONG_PTR)handle, ALL_SOCKETS, TYPE, &type, &size);
}

/* Wine knows the modes of its own pipes only, and refuses those of Linux's, which a program has for its standard streams. A
   Linux pipe is always in this mode. libuv sets it before it uses a pipe, so that Node.js could not write to one.
   Wine: linux-pipe. */
static BOOLEAN is_refused_for_linux_pipe(HANDLE pipe, const DWORD *mode, const DWORD *count, const DWORD *timeout)
{
    if (GetLastError() != ERROR_INVALID_HANDLE || !mode || count || timeout) return FALSE;
    if (*mode != (PIPE_READMODE_BYTE | PIPE_WAIT)) return FALSE;
    /* GetFileType also knows STD_OUTPUT_HANDLE and the like, which are no handles. */
    return (LONG_PTR)pipe > 0 && GetFileType(pipe) == FILE_TYPE_PIPE && !is_socket(pipe);
}

BOOL WINAPI HookedSetNamedPipeHandleState(HANDLE Pipe, LPDWORD Mode, LPDWORD Count, LPDWORD Timeout)
{
    const DWORD before = GetLastError();
    BOOLEAN is_done;
    DWORD error;

    if (trampolines.SetNamedPipeHandleState(Pipe, Mode, Count, Timeout)) return TRUE;
    error = GetLastError();
    is_done = is_refused_for_linux_pipe(Pipe, Mode, Count, Timeout);
    SetLastError(is_done ? before : error);
    return is_done;
}
