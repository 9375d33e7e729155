/* SPDX-License-Identifier: MIT */
#include "facts.h"
#include "../nt/unix_side.h"
#include "../source/host_jobs.h"

#include <stdlib.h>
#include <string.h>
#include <tlhelp32.h>

/* Wine asks for the full right where the limited one, since Windows Vista, does. */
static HANDLE open_process(uint32_t process, DWORD rights)
{
    HANDLE handle = OpenProcess(rights | PROCESS_QUERY_INFORMATION, FALSE, process);

    return handle || rights ? handle : OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, process);
}

/* NULL: it may not be opened, or is gone. Not by GetProcessTimes, which here is the one that asks for all processes. */
static HANDLE open_that(uint32_t process, uint64_t created, DWORD rights)
{
    HANDLE handle = open_process(process, rights);
    struct nt_times times;

    if (!handle) return NULL;
    if (NT_SUCCESS(nt_process_times(handle, &times)) && times.creation == created) return handle;
    CloseHandle(handle);
    return NULL;
}

/* For what may not be opened, as Windows' own services; it costs as much as the whole list of processes. */
static uint32_t listed_parent(uint32_t process)
{
    HANDLE list = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
    PROCESSENTRY32W entry = { .dwSize = sizeof entry };
    uint32_t parent = 0;
    BOOL more;

    if (list == INVALID_HANDLE_VALUE) return 0;
    for (more = Process32FirstW(list, &entry); more && !parent; more = Process32NextW(list, &entry))
        if (entry.th32ProcessID == process) parent = entry.th32ParentProcessID;
    CloseHandle(list);
    return parent;
}

uint32_t facts_parent(uint32_t process, uint64_t created)
{
    HANDLE handle = open_that(process, created, 0);
    ULONG parent = 0;

    if (!handle) return GetLastError() == ERROR_ACCESS_DENIED ? listed_parent(process) : 0;
    if (!NT_SUCCESS(nt_parent_id(handle, &parent))) parent = 0;
    CloseHandle(handle);
    return parent;
}

uint32_t facts_own_parent(void)
{
    ULONG parent = 0;

    return NT_SUCCESS(nt_parent_id(GetCurrentProcess(), &parent)) ? parent : 0;
}

uint16_t *facts_command(uint32_t process, uint64_t created, size_t *length)
{
    HANDLE handle = open_that(process, created, PROCESS_VM_READ);
    uint16_t *command = NULL;
    WCHAR *line = NULL;
    ULONG bytes = 0;

    if (!handle) return NULL;
    if (NT_SUCCESS(nt_command_line(handle, &line, &bytes))) {
        if ((command = malloc(bytes))) memcpy(command, line, bytes);
        *length = bytes / sizeof *command;
        nt_release(line);
    }
    CloseHandle(handle);
    return command;
}

enum membership facts_membership(uint32_t process, uint64_t created)
{
    HANDLE handle = open_that(process, created, 0);
    BOOL in_job;
    BOOL told;

    if (!handle) return MEMBERSHIP_UNTOLD;
    told = IsProcessInJob(handle, NULL, &in_job);
    CloseHandle(handle);
    if (!told) return MEMBERSHIP_UNTOLD;
    return in_job ? MEMBERSHIP_SOME : MEMBERSHIP_NONE;
}

struct numbered {
    ULONG64 job;
    uint32_t process;
};

static int by_number(const void *left, const void *right)
{
    const struct numbered *a = left, *b = right;

    if (a->job != b->job) return a->job < b->job ? -1 : 1;
    return (a->process > b->process) - (a->process < b->process);
}

/* Those of one number are one job; 0 is none. */
static bool add_runs(struct jobs *jobs, const struct numbered *numbered, size_t count, uintptr_t *ids)
{
    size_t i, members = 0;

    for (i = 0; i < count; i++) {
        if (!numbered[i].job) continue;
        ids[members++] = numbered[i].process;
        if (i + 1 < count && numbered[i + 1].job == numbered[i].job) continue;
        if (!jobs_add(jobs, ids, members)) return false;
        members = 0;
    }
    return true;
}

/* The jobs that the Linux side has numbers for. FALSE: there is no Linux side. */
static bool numbered_jobs(struct jobs *jobs, const uint32_t *processes, size_t count)
{
    struct numbered *numbered = malloc((count + 1) * sizeof *numbered);
    uintptr_t *ids = malloc((count + 1) * sizeof *ids);
    bool done = numbered && ids && unix_side_open() == CYCLETIME_HOST_STATE_ACTIVE;
    size_t i;

    for (i = 0; i < count && done; i++) {
        const ULONG id = processes[i];

        numbered[i] = (struct numbered){ 0, processes[i] };
        host_job(&numbered[i].job, 1, &id, 1, NULL);
    }
    if (done) {
        qsort(numbered, count, sizeof *numbered, by_number);
        done = add_runs(jobs, numbered, count, ids);
    }
    free(numbered);
    free(ids);
    return done;
}

static void add(PVOID jobs, const ULONG_PTR *ids, ULONG count)
{
    jobs_add(jobs, (const uintptr_t *)ids, count);
}

/* At the question for all handles Wine 8's server crashes where a process has none, as one has that just begins; and with
   it all programs of the prefix. */
bool facts_jobs(struct jobs *jobs, const uint32_t *processes, size_t count)
{
    if (nt_is_wine()) return numbered_jobs(jobs, processes, count);
    return NT_SUCCESS(nt_each_job(add, jobs));
}
