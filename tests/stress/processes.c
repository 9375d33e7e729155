/* SPDX-License-Identifier: MIT */
/* Two of the eight threads create processes with cycletime in them, the others ask about those. */
#include "cycletime.h"
#include "created_objects.h"
#include "lost.h"
#include "run_process.h"
#include "stress.h"

#include <stdio.h>

enum { MANY_PROCESSES = 2000, LEAST_PROCESSES = 40, CREATORS = 2, MOST_LOST = 20 };

static struct effort effort;
static ULONG64 began;
static LONG64 created, asked, listed, left, lost;
static struct object_faults faults;
static struct fault failed = { "a process failed, its exit code", 0 };
static struct fault unlisted = { "the list of processes failed", 0 };

/* As in threads.c. */
static BOOL is_over(void)
{
    if (created < LEAST_PROCESSES) return FALSE;
    if (!effort.warm_up && with_unixlib()) return created >= MANY_PROCESSES / 100 * effort.percent;
    return tsc() - began >= ticks_of_ms(effort.ms);
}

static void create(const WCHAR *path)
{
    STARTUPINFOW startup = { .cb = sizeof startup };
    const ULONG64 born = tsc();
    PROCESS_INFORMATION child;
    DWORD code;
    BOOL done;

    do done = CreateProcessW(path, NULL, NULL, NULL, FALSE, 0, NULL, NULL, &startup, &child);
    while (is_lost(done) && InterlockedIncrement64(&lost) < MOST_LOST);
    must(done, "CreateProcess");
    CloseHandle(child.hThread);
    created_object_await(child.hProcess, born);
    must(GetExitCodeProcess(child.hProcess, &code), "GetExitCodeProcess");
    if (code) fault_note(&failed, code, 0, 0);
    CloseHandle(child.hProcess);
}

static void list(void)
{
    BYTE buffer[0x10000];
    ULONG length = sizeof buffer;

    if (!CycletimeQueryProcesses(&length, buffer)) fault_note(&unlisted, GetLastError(), length, sizeof buffer);
    InterlockedIncrement64(&listed);
}

static const WCHAR *newborn;

static DWORD WINAPI take_part(void *number)
{
    ULONG64 random = (ULONG_PTR)number;

    if (random < CREATORS) {
        for (; !is_over(); InterlockedIncrement64(&created)) create(newborn);
        InterlockedDecrement64(&left);
        return 0;
    }
    while (left) {
        if (asked > created || !created_objects_ask(next_random(&random), PROCESS_CYCLES, PROCESS_TIMES, &faults)) {
            Sleep(1);
            continue;
        }
        InterlockedIncrement64(&asked);
        if (next_random(&random) % 16 == 0) list();
    }
    return 0;
}

BOOL processes_part(struct effort given_effort)
{
    effort = given_effort;
    /* Records of ended processes go with the last one that uses the unixlib, which so is not the first child. */
    assert_answered(PROCESS_CYCLES, GetCurrentProcess());
    if (!newborn) newborn = beside(L"newborn.exe");
    began = tsc();
    created = asked = listed = lost = 0;
    left = CREATORS;
    stress_run(take_part);
    created_objects_end();
    if (effort.warm_up) return TRUE;
    printf("processes: %lld created and ended, %lld more that the system lost, %ld failed, %lld lists of all\n", created,
           lost, failed.count, listed);
    return object_faults_none("processes", &faults) && !failed.count && !unlisted.count;
}
