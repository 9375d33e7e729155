/* SPDX-License-Identifier: MIT */
#include "child_apc.h"
#include "../nt/loader_data.h"

/* The linker sorts sections by what follows the $, so the end comes behind the code. */
#define PLACED(order) __attribute__((section(".text$child_apc_" order), used, noinline))
/* No function of its own, which would lie elsewhere. */
#define INLINE static inline __attribute__((always_inline))

#define CALL(name) ((__typeof__(&name))(kernel32 + request->functions.name))

INLINE BOOL is_named(const struct loaded_module *module, const WCHAR *lower)
{
    ULONG i, count = module->BaseDllName.Length / sizeof(WCHAR);

    for (i = 0; i < count; i++)
        if (!lower[i] || (module->BaseDllName.Buffer[i] | 0x20) != lower[i]) return FALSE;
    return !lower[i];
}

INLINE BYTE *find_module(const WCHAR *lower)
{
    struct process_environment *environment = ((struct process_environment **)NtCurrentTeb())[12];
    LIST_ENTRY *head = &environment->Ldr->InLoadOrderModuleList, *link;

    for (link = head->Flink; link != head; link = link->Flink)
        if (is_named((struct loaded_module *)link, lower)) return ((struct loaded_module *)link)->DllBase;
    return NULL;
}

/* Words for the reason, without the dot and blanks behind the system's. */
INLINE void explain(BYTE *kernel32, struct child_request *request, DWORD error)
{
    const DWORD system = FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS | FORMAT_MESSAGE_MAX_WIDTH_MASK;
    WCHAR *end = request->reason + CALL(FormatMessageW)(system, NULL, error, 0, request->reason, CHILD_LINE, NULL);

    while (end > request->reason && (end[-1] == ' ' || end[-1] == '.')) end--;
    *end = 0;
}

INLINE void print_reason(BYTE *kernel32, struct child_request *request, const WCHAR *stage, const WCHAR *reason)
{
    const DWORD ours = FORMAT_MESSAGE_FROM_STRING | FORMAT_MESSAGE_ARGUMENT_ARRAY;
    HANDLE to = CALL(GetStdHandle)(STD_ERROR_HANDLE);
    DWORD_PTR words[3];
    DWORD length, written;

    if (!CALL(GetModuleFileNameW)(NULL, request->program, CHILD_LINE)) request->program[0] = 0;
    words[0] = (DWORD_PTR)request->program;
    words[1] = (DWORD_PTR)stage;
    words[2] = (DWORD_PTR)reason;
    length = CALL(FormatMessageW)(ours, request->format, 0, 0, request->line, 2 * CHILD_LINE, (va_list *)words);
    if (CALL(WriteConsoleW)(to, request->line, length, &written, NULL)) return;
    length = CALL(WideCharToMultiByte)(CP_UTF8, 0, request->line, (int)length, request->bytes, 6 * CHILD_LINE, NULL, NULL);
    CALL(WriteFile)(to, request->bytes, length, &written, NULL);
}

INLINE void give_up(BYTE *kernel32, struct child_request *request, enum child_stage stage, const WCHAR *reason)
{
    if (request->tell) print_reason(kernel32, request, request->stages[stage], reason);
    if (request->must) CALL(TerminateProcess)((HANDLE)(LONG_PTR)-1, request->exit_code);
}

INLINE void end_process(struct child_request *request)
{
    BYTE *ntdll = find_module(request->ntdll);
    void (WINAPI *exit_process)(LONG) = (PVOID)(ntdll + request->RtlExitUserProcess);

    if (ntdll && request->RtlExitUserProcess) exit_process((LONG)request->exit_code);
}

/* The program's own copy, if it is linked with one; two would each believe to be the only one. */
INLINE enum child_stage graft(BYTE *kernel32, struct child_request *request, DWORD *error)
{
    HMODULE dll = CALL(GetModuleHandleW)(request->name);
    ULONG (WINAPI *query_version)(void);
    BOOL (WINAPI *entry)(ULONG);

    *error = ERROR_SUCCESS;
    if (!dll) dll = CALL(LoadLibraryW)(request->dll);
    if (!dll) {
        *error = CALL(GetLastError)();
        return CHILD_LOADS_DLL;
    }
    query_version = (PVOID)CALL(GetProcAddress)(dll, request->query_version);
    entry = (PVOID)CALL(GetProcAddress)(dll, request->graft);
    if (!query_version || !entry || query_version() != request->version) return CHILD_COMPARES;
    if (entry(request->graft_flags)) return CHILD_STAGES;
    *error = CALL(GetLastError)();
    return CHILD_GRAFTS;
}

/* The thread's last error, in its TEB: what it is at the program's entry point, the program may read. */
INLINE DWORD *last_error(void)
{
    return (DWORD *)NtCurrentTeb() + (sizeof(void *) == 8 ? 0x68 : 0x34) / sizeof(DWORD);
}

PLACED("a") void WINAPI child_apc(ULONG_PTR argument, ULONG_PTR none, ULONG_PTR neither)
{
    const DWORD before = *last_error();
    struct child_request *request = (struct child_request *)argument;
    BYTE *kernel32 = find_module(request->kernel32);
    enum child_stage stage;
    DWORD error;

    (void)none;
    (void)neither;
    if (!kernel32) { /* no way to say anything */
        if (request->must) end_process(request);
        return;
    }
    stage = graft(kernel32, request, &error);
    if (stage != CHILD_STAGES) {
        if (error) explain(kernel32, request, error);
        give_up(kernel32, request, stage, error ? request->reason : request->other_version);
    }
    *last_error() = before;
}

PLACED("b") void child_apc_end(void)
{
}
