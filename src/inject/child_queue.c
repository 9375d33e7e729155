/* SPDX-License-Identifier: MIT */
#include "child_queue.h"
#include "child.h"
#include "child_apc.h"
#include "cycletime.h"

/* Copies a string with its end into an array that it fits. */
#define PUT(array, string) \
    do { \
        _Static_assert(sizeof(string) <= sizeof(array), #array); \
        memcpy(array, string, sizeof(string)); \
    } while (0)

static const struct child_request request_of_all = {
    .version = CYCLETIME_VERSION,
    .exit_code = CHILD_FAILED,
    .ntdll = L"ntdll.dll",
    .kernel32 = L"kernel32.dll",
    .name = L"cycletime.dll",
    .query_version = "CycletimeQueryVersion",
    .graft = "CycletimeGraft",
    .stages = {
        [CHILD_LOADS_DLL] = L"cycletime.dll cannot be loaded in it",
        [CHILD_COMPARES] = L"its cycletime.dll does not fit",
        [CHILD_GRAFTS] = L"the functions cannot be put in place",
    },
    .other_version = L"it is of another version",
};

/* 0: the module does not have it itself, so it may be elsewhere in the child. */
static ULONG distance(HMODULE module, const char *name)
{
    const IMAGE_NT_HEADERS *nt = (const IMAGE_NT_HEADERS *)((BYTE *)module + ((IMAGE_DOS_HEADER *)module)->e_lfanew);
    ULONG_PTR at = (ULONG_PTR)GetProcAddress(module, name) - (ULONG_PTR)module;

    return at < nt->OptionalHeader.SizeOfImage ? (ULONG)at : 0;
}

static BOOL find_functions(struct child_functions *functions)
{
    HMODULE kernel32 = GetModuleHandleW(L"kernel32.dll");

#define FIND(name) (functions->name = distance(kernel32, #name))
    return FIND(FormatMessageW) && FIND(GetLastError) && FIND(GetModuleFileNameW) && FIND(GetModuleHandleW)
           && FIND(GetProcAddress) && FIND(GetStdHandle) && FIND(LoadLibraryW) && FIND(TerminateProcess)
           && FIND(WideCharToMultiByte) && FIND(WriteConsoleW) && FIND(WriteFile);
#undef FIND
}

static DWORD fill(struct child_request *request, const WCHAR *dll, ULONG flags)
{
    SIZE_T length = wcslen(dll);

    if (length >= ARRAYSIZE(request->dll)) return ERROR_FILENAME_EXCED_RANGE;
    *request = request_of_all;
    if (!find_functions(&request->functions)) return ERROR_PROC_NOT_FOUND;
    /* One that the graft does not replace: its own would lie outside. */
    request->RtlExitUserProcess = distance(GetModuleHandleW(L"ntdll.dll"), "RtlExitUserProcess");
    memcpy(request->dll, dll, length * sizeof *dll);
    request->must = (flags & CHILD_MUST) != 0;
    request->tell = (flags & (CHILD_MUST | CHILD_VERBOSE)) != 0;
    if (flags & CHILD_WITH_CHILDREN) request->graft_flags |= CYCLETIME_GRAFT_CHILDREN;
    if (flags & CHILD_VERBOSE) request->graft_flags |= CYCLETIME_GRAFT_VERBOSE;
    if (flags & CHILD_NO_NT) request->graft_flags |= CYCLETIME_GRAFT_NO_NT;
    if (flags & CHILD_AWAITED) request->graft_flags |= CYCLETIME_GRAFT_AWAITED;
    if (flags & CHILD_FAST_CLOCK) request->graft_flags |= CYCLETIME_GRAFT_FAST_CLOCK;
    request->graft_flags |= flags >> CHILD_LIFELINE << CYCLETIME_GRAFT_LIFELINE;
    if (request->must) PUT(request->format, L"cycletime: %1: not run, %2: %3\n");
    else PUT(request->format, L"cycletime: %1: runs without cycletime, %2: %3\n");
    return ERROR_SUCCESS;
}

/* Not QueueUserAPC: it queues a function of its own kernelbase, which may lie elsewhere in the child. Wine chooses a DLL's
   place anew when nobody has it mapped, as after the helper and before a child of its word size. */
static BOOL queue(HANDLE thread, PVOID code, PVOID argument)
{
    const HMODULE ntdll = GetModuleHandleW(L"ntdll.dll");
    LONG (WINAPI *queue_apc)(HANDLE, PVOID, PVOID, PVOID, PVOID) = (PVOID)GetProcAddress(ntdll, "NtQueueApcThread");
    ULONG (WINAPI *error_of)(LONG) = (PVOID)GetProcAddress(ntdll, "RtlNtStatusToDosError");
    LONG status;

    if (!queue_apc || !error_of) return FALSE; /* GetProcAddress has set the last error */
    status = queue_apc(thread, code, argument, NULL, NULL);
    if (status < 0) SetLastError(error_of(status));
    return status >= 0;
}

/* The code on pages of its own, which stay executable only. */
static DWORD write(HANDLE process, HANDLE thread, const struct child_request *request)
{
    SIZE_T code_size = (SIZE_T)((BYTE *)child_apc_end - (BYTE *)child_apc);
    PVOID code = VirtualAllocEx(process, NULL, code_size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    PVOID argument = VirtualAllocEx(process, NULL, sizeof *request, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    DWORD before, error;

    if (code && argument && WriteProcessMemory(process, code, (PVOID)child_apc, code_size, NULL)
        && VirtualProtectEx(process, code, code_size, PAGE_EXECUTE_READ, &before)
        && FlushInstructionCache(process, code, code_size)
        && WriteProcessMemory(process, argument, request, sizeof *request, NULL) && queue(thread, code, argument))
        return ERROR_SUCCESS;
    error = GetLastError();
    if (code) VirtualFreeEx(process, code, 0, MEM_RELEASE);
    if (argument) VirtualFreeEx(process, argument, 0, MEM_RELEASE);
    return error;
}

DWORD child_queue(HANDLE process, HANDLE thread, const WCHAR *dll, ULONG flags)
{
    struct child_request *request = HeapAlloc(GetProcessHeap(), 0, sizeof *request); /* larger than a stack's page */
    DWORD error;

    if (!request) return ERROR_NOT_ENOUGH_MEMORY;
    error = fill(request, dll, flags);
    if (!error) error = write(process, thread, request);
    HeapFree(GetProcessHeap(), 0, request);
    return error;
}
