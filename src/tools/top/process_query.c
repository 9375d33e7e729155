/* SPDX-License-Identifier: MIT */
/* Asks the system about one process: its parent, command line and jobs. */
#include "tools/top/samples.h"
#include "library/nt/nt.h"
#include "library/source/unixlib.h"

#include <stdlib.h>
#include <string.h>
#include <tlhelp32.h>

/* NULL: the process may not be opened, or is gone. Its creation time is read from NT: GetProcessTimes here is cycletime's,
   which reads the list of all processes. Wine wants the full right also where Windows, since Vista, is content with the
   limited one. */
static HANDLE open_that(uint32_t process, uint64_t created, DWORD rights)
{
    HANDLE handle = OpenProcess(rights | PROCESS_QUERY_INFORMATION, FALSE, process);
    struct nt_times times;

    if (!handle && !rights) handle = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, process);
    if (!handle) return NULL;
    if (NT_SUCCESS(nt_process_times(handle, &times)) && times.creation == created) return handle;
    CloseHandle(handle);
    return NULL;
}

/* Windows' own services may not be opened. Their parents are looked up in the list of all processes, which costs as much as
   the whole list. */
uint32_t query_process_parent(uint32_t process, uint64_t created)
{
    HANDLE handle = open_that(process, created, 0);
    PROCESSENTRY32W entry = { .dwSize = sizeof entry };
    ULONG parent = 0;
    BOOL more;

    if (handle) {
        if (!NT_SUCCESS(nt_parent_id(handle, &parent))) parent = 0;
        CloseHandle(handle);
        return parent;
    }
    if (GetLastError() != ERROR_ACCESS_DENIED) return 0;
    handle = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
    if (handle == INVALID_HANDLE_VALUE) return 0;
    for (more = Process32FirstW(handle, &entry); more && !parent; more = Process32NextW(handle, &entry))
        if (entry.th32ProcessID == process) parent = entry.th32ParentProcessID;
    CloseHandle(handle);
    return parent;
}

uint16_t *query_process_command(uint32_t process, uint64_t created, size_t *length)
{
    HANDLE handle = open_that(process, created, PROCESS_VM_READ);
    uint16_t *command = NULL;
    WCHAR *line = NULL;
    ULONG bytes = 0;

    if (!handle) return NULL;
    if (NT_SUCCESS(process_command_line(handle, &line, &bytes))) {
        command = malloc(bytes);
        if (command) memcpy(command, line, bytes);
        *length = bytes / sizeof *command;
        nt_release(line);
    }
    CloseHandle(handle);
    return command;
}

bool process_has_no_job(uint32_t process, uint64_t created)
{
    HANDLE handle = open_that(process, created, 0);
    BOOL in_job = TRUE;

    if (!handle) return false;
    if (!IsProcessInJob(handle, NULL, &in_job)) in_job = TRUE;
    CloseHandle(handle);
    return !in_job;
}

struct search {
    const uint32_t *processes;
    size_t count;
    uint64_t *jobs, last; /* the number of the latest one */
    ULONG *sizes;         /* of the jobs */
};

/* A job that some process has a handle of: of jobs within others the smallest is the innermost. */
static void add_job(PVOID context, const ULONG_PTR *ids, ULONG count)
{
    struct search *search = context;
    size_t i, at;

    search->last++;
    for (i = 0; i < search->count; i++) {
        if (search->jobs[i] && search->sizes[i] <= count) continue;
        for (at = 0; at < count && ids[at] != search->processes[i]; at++) continue;
        if (at == count) continue;
        search->jobs[i] = search->last;
        search->sizes[i] = count;
    }
}

/* Wine 8's server crashes at a query for all handles if a process has no handle, such as one that has just begun; all
   programs of the prefix then end too. The unixlib has numbers of its own. */
void query_process_jobs(const uint32_t *processes, size_t count, uint64_t *jobs)
{
    struct search search = { processes, count, jobs, 0, NULL };
    ULONG id;
    size_t i;

    memset(jobs, 0, count * sizeof *jobs);
    if (!nt_is_wine()) search.sizes = malloc((count + 1) * sizeof *search.sizes);
    if (search.sizes) process_each_job(add_job, &search);
    free(search.sizes);
    if (!nt_is_wine() || nt_unixlib_open() != CYCLETIME_UNIXLIB_STATE_ACTIVE) return;
    for (i = 0; i < count; i++) {
        id = processes[i];
        unixlib_job(&jobs[i], 1, &id, 1, NULL);
    }
}
