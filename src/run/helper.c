/* SPDX-License-Identifier: MIT */
#include "helper.h"
#include "library.h"
#include "../inject/child_helper.h"
#include "../inject/child_queue.h"

#include <wchar.h>

static DWORD graft(DWORD process_id, DWORD thread_id, ULONG flags)
{
    HANDLE process = OpenProcess(PROCESS_VM_OPERATION | PROCESS_VM_WRITE | PROCESS_QUERY_INFORMATION, FALSE, process_id);
    HANDLE thread = process ? OpenThread(THREAD_SET_CONTEXT, FALSE, thread_id) : NULL;
    WCHAR library[MAX_PATH];
    DWORD error = thread ? ERROR_SUCCESS : GetLastError();

    if (!error) error = library_path(library) ? child_queue(process, thread, library, flags) : ERROR_MOD_NOT_FOUND;
    if (thread) CloseHandle(thread);
    if (process) CloseHandle(process);
    return error;
}

void helper_run_if_asked(const WCHAR *line)
{
    DWORD process_id, thread_id;
    ULONG flags;

    if (swscanf(line, L"\"%*[^\"]\" " CHILD_HELPER_OPTION L" %lu %lu %lu", &process_id, &thread_id, &flags) != 3) return;
    ExitProcess(CHILD_HELPER_ANSWERED | (graft(process_id, thread_id, flags) & 0xffff));
}
