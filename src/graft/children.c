/* SPDX-License-Identifier: MIT */
#include "children.h"
#include "originals.h"
#include "cycletime.h"
#include "../inject/child.h"
#include "../query/host_state.h"

#include <stdio.h>

static ULONG child_flags;

void children_start(ULONG graft_flags)
{
    child_flags = CHILD_WITH_CHILDREN;
    if (graft_flags & CYCLETIME_GRAFT_VERBOSE) child_flags |= CHILD_VERBOSE;
    if (graft_flags & CYCLETIME_GRAFT_NO_NT) child_flags |= CHILD_NO_NT;
    if (graft_flags & CYCLETIME_GRAFT_FAST_CLOCK) child_flags |= CHILD_FAST_CLOCK;
}

static void report(DWORD id, DWORD error)
{
    DWORD written;
    char line[80];
    int length = _snprintf(line, sizeof line, "cycletime: process %lu runs without cycletime: error %lu\n", id, error);

    WriteFile(GetStdHandle(STD_ERROR_HANDLE), line, length, &written, NULL);
}

static DWORD own_path(WCHAR path[MAX_PATH])
{
    HMODULE self;
    DWORD length;

    if (!GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT | GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS,
                            (PVOID)&child_flags, &self))
        return GetLastError();
    length = GetModuleFileNameW(self, path, MAX_PATH);
    if (!length) return GetLastError();
    return length < MAX_PATH ? ERROR_SUCCESS : ERROR_FILENAME_EXCED_RANGE;
}

void children_graft(const PROCESS_INFORMATION *child)
{
    const ULONG awaited = query_host_is_in_use() ? CHILD_AWAITED : 0;
    WCHAR path[MAX_PATH];
    DWORD error = own_path(path);

    if (!error) error = child_graft(child, path, child_flags | awaited, originals.CreateProcessW);
    if (error && child_flags & CHILD_VERBOSE) report(child->dwProcessId, error);
}
