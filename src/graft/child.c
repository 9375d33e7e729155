/* SPDX-License-Identifier: MIT */
#include "child.h"

/* kernel32 lies at one address in all processes of a word size, so its functions of here are those of there. */
static void fill(struct child_request *request, UINT exit_code)
{
    static const char entry[] = "CycletimeGraft";
    HMODULE kernel32 = GetModuleHandleW(L"kernel32.dll");

    _Static_assert(sizeof entry <= sizeof request->entry, "entry");
    request->LoadLibraryW = (PVOID)GetProcAddress(kernel32, "LoadLibraryW");
    request->GetProcAddress = (PVOID)GetProcAddress(kernel32, "GetProcAddress");
    request->GetLastError = (PVOID)GetProcAddress(kernel32, "GetLastError");
    request->SetEvent = (PVOID)GetProcAddress(kernel32, "SetEvent");
    request->WaitForSingleObject = (PVOID)GetProcAddress(kernel32, "WaitForSingleObject");
    request->TerminateProcess = (PVOID)GetProcAddress(kernel32, "TerminateProcess");
    request->exit_code = exit_code;
    memcpy(request->entry, entry, sizeof entry);
}

static DWORD share(HANDLE process, HANDLE handle, DWORD access, HANDLE *there)
{
    return DuplicateHandle(GetCurrentProcess(), handle, process, there, access, FALSE, 0) ? ERROR_SUCCESS : GetLastError();
}

/* The code on a page of its own, which stays executable only. */
static DWORD write(const struct child *child, HANDLE thread, const struct child_request *request)
{
    SIZE_T code_size = (SIZE_T)((BYTE *)child_apc_end - (BYTE *)child_apc);
    DWORD before;
    PVOID code;

    code = VirtualAllocEx(child->process, NULL, code_size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    if (!code
        || !WriteProcessMemory(child->process, code, (PVOID)child_apc, code_size, NULL)
        || !VirtualProtectEx(child->process, code, code_size, PAGE_EXECUTE_READ, &before)
        || !FlushInstructionCache(child->process, code, code_size)
        || !WriteProcessMemory(child->process, child->request, request, sizeof *request, NULL)
        || !QueueUserAPC((PAPCFUNC)code, thread, (ULONG_PTR)child->request))
        return GetLastError();
    return ERROR_SUCCESS;
}

DWORD child_queue(HANDLE process, HANDLE thread, const WCHAR *dll, UINT exit_code, struct child *child)
{
    struct child new = { .process = process };
    struct child_request request = { 0 };
    SIZE_T length = wcslen(dll);
    DWORD error;

    if (length >= ARRAYSIZE(request.dll)) return ERROR_FILENAME_EXCED_RANGE;
    memcpy(request.dll, dll, length * sizeof *dll);
    fill(&request, exit_code);
    new.failed = CreateEventW(NULL, TRUE, FALSE, NULL);
    if (!new.failed) return GetLastError();
    new.request = VirtualAllocEx(process, NULL, sizeof request, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    error = new.request ? ERROR_SUCCESS : GetLastError();
    if (!error) error = share(process, new.failed, EVENT_MODIFY_STATE, &request.failed);
    if (!error) error = share(process, GetCurrentProcess(), SYNCHRONIZE, &request.parent);
    if (!error) error = write(&new, thread, &request);
    if (error) child_close(&new);
    else *child = new;
    return error;
}

DWORD child_read(const struct child *child, enum child_stage *stage, DWORD *error)
{
    struct child_request request;

    if (!ReadProcessMemory(child->process, child->request, &request, sizeof request, NULL)) return GetLastError();
    *stage = request.stage;
    *error = request.error;
    return ERROR_SUCCESS;
}

void child_close(struct child *child)
{
    CloseHandle(child->failed);
}
