/* SPDX-License-Identifier: MIT */
/* CycletimeQueryProcesses and CycletimeQueryProcessorPerformance on the real system. */
#include "support.h"

#include "cycletime.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static BYTE *snapshot(ULONG *length)
{
    BYTE *buffer;

    *length = 0;
    assert_fails(CycletimeQueryProcesses(length, NULL), ERROR_INSUFFICIENT_BUFFER);
    *length += 0x10000;  /* what starts meanwhile */
    assert_non_null(buffer = malloc(*length));
    assert_succeeds(CycletimeQueryProcesses(length, buffer));
    return buffer;
}

static const CYCLETIME_PROCESS *find(const BYTE *buffer, ULONG length, ULONG id)
{
    const CYCLETIME_PROCESS *process;
    ULONG offset = 0;

    for (;; offset += process->NextEntryOffset) {
        /* Windows lists an ended process to which there is a handle, without threads. */
        assert_true(offset + offsetof(CYCLETIME_PROCESS, Threads) <= length && offset % 8 == 0);
        process = (const CYCLETIME_PROCESS *)(buffer + offset);
        assert_true(process->ThreadCount <= (length - offset) / sizeof *process->Threads);
        assert_true(process->NameOffset + process->NameLength <= length - offset);
        assert_int_equal(process->ThreadSize, sizeof(CYCLETIME_THREAD));
        if (process->ProcessId == id) return process;
        if (!process->NextEntryOffset) return NULL;
    }
}

static ULONG64 own_time(void)
{
    return total(times_by(GetProcessTimes, GetCurrentProcess()));
}

TEST(this_process_is_listed_with_its_name_its_threads_and_its_times)
{
    /* Without the unixlib the list and the process see the same steps, the list up to a step of each part ahead. */
    const ULONG64 slack = with_unixlib() ? 0 : 2 * STEP;
    ULONG64 before = own_time(), reported, after;
    const CYCLETIME_PROCESS *process;
    WCHAR path[MAX_PATH], *name;
    const CYCLETIME_THREAD *thread;
    BOOL found = FALSE;
    ULONG length, i;
    BYTE *buffer = snapshot(&length);

    after = own_time();
    process = find(buffer, length, GetCurrentProcessId());
    assert_non_null(process);
    GetModuleFileNameW(NULL, path, MAX_PATH);
    name = wcsrchr(path, L'\\') + 1;
    assert_int_equal(process->NameLength, wcslen(name) * sizeof *name);
    assert_memory_equal((const BYTE *)process + process->NameOffset, name, process->NameLength);
    reported = process->KernelTime + process->UserTime;
    assert_in_range(reported, before, after + slack);
    assert_true(process->Cycles > 0);
    thread = process->Threads;
    for (i = 0; i < process->ThreadCount; i++) found |= thread[i].ThreadId == GetCurrentThreadId();
    assert_true(found);
    free(buffer);
}

static const CYCLETIME_THREAD *find_thread(const CYCLETIME_PROCESS *process, ULONG id)
{
    const CYCLETIME_THREAD *thread = process->Threads;
    ULONG i;

    for (i = 0; i < process->ThreadCount; i++)
        if (thread[i].ThreadId == id) return &thread[i];
    fail_msg("thread %u is not listed", (unsigned)id);
    return NULL;
}

TEST(this_processs_threads_are_exact_with_the_unixlib)
{
    ULONG64 before, after;
    const CYCLETIME_THREAD *thread;
    ULONG length;
    BYTE *buffer;

    if (!with_unixlib()) SKIP_BECAUSE("no Linux side");
    assert_true(QueryThreadCycleTime(GetCurrentThread(), &before));
    buffer = snapshot(&length);
    assert_true(QueryThreadCycleTime(GetCurrentThread(), &after));
    thread = find_thread(find(buffer, length, GetCurrentProcessId()), GetCurrentThreadId());
    assert_in_range(thread->Cycles, before, after);
    assert_int_equal(thread->Flags, CYCLETIME_CYCLES_COUNTED);
    assert_in_range(thread->KernelTime + thread->UserTime, 1, total(times_by(GetThreadTimes, GetCurrentThread())));
    free(buffer);
}

static ULONG64 own_working_set(void)
{
    CYCLETIME_PROCESS_EXTENSION extension;
    const CYCLETIME_PROCESS *process;
    ULONG length;
    BYTE *buffer = snapshot(&length);

    process = find(buffer, length, GetCurrentProcessId());
    memcpy(&extension, process->Threads + process->ThreadCount, sizeof extension);
    free(buffer);
    return extension.WorkingSet;
}

TEST(a_process_is_listed_with_its_working_set)
{
    const SIZE_T more = 64 << 20;
    const ULONG64 before = own_working_set();
    BYTE *memory = VirtualAlloc(NULL, more, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE);
    ULONG64 after;

    assert_non_null(memory);
    memset(memory, 1, more);
    after = own_working_set();
    VirtualFree(memory, 0, MEM_RELEASE);
    assert_in_range(after - before, more / 10 * 9, more / 10 * 11);
}

TEST(a_short_buffer_returns_the_need_and_is_not_written_to)
{
    BYTE buffer[64];
    ULONG length = sizeof buffer;
    size_t i;

    memset(buffer, 0xcc, sizeof buffer);
    assert_fails(CycletimeQueryProcesses(&length, buffer), ERROR_INSUFFICIENT_BUFFER);
    assert_true(length > sizeof buffer);
    for (i = 0; i < sizeof buffer; i++) assert_int_equal(buffer[i], 0xcc);
    assert_fails(CycletimeQueryProcesses(NULL, buffer), ERROR_INVALID_PARAMETER);
}

/* By how much more than by the clock may pass on a processor: each of its times is rounded to a step. Windows stops the
   clock tick of an idle processor, and no page says for how long its times stand still then. */
static ULONG64 processor_slack(void)
{
    return is_wine() ? ticks_of_100ns(10 * STEP) : ticks_of_ms(2000);
}

/* One-sided: what a hypervisor takes is in none of the times. */
/* By the counter: Wine 8's server moves the tick count, and is late where it has to wait for a processor itself. */
TEST(a_processors_times_pass_no_faster_than_the_clock)
{
    CYCLETIME_PROCESSOR_PERFORMANCE before[64], after[64];
    ULONG length = sizeof before, i, count;
    ULONG64 begin, passed, sum;

    begin = tsc();
    assert_int_equal(CycletimeQueryProcessorPerformance(0, &length, before), TRUE);
    count = length / sizeof *before;
    assert_true(count >= 1);
    Sleep(500);
    length = sizeof after;
    assert_int_equal(CycletimeQueryProcessorPerformance(0, &length, after), TRUE);
    passed = tsc() - begin;
    for (i = 0; i < count; i++) {
        assert_true(after[i].KernelTime >= after[i].IdleTime + after[i].DpcTime + after[i].InterruptTime);
        assert_true(after[i].IdleTime >= before[i].IdleTime && after[i].KernelTime >= before[i].KernelTime);
        sum = after[i].KernelTime - before[i].KernelTime + after[i].UserTime - before[i].UserTime;
        assert_in_range(ticks_of_100ns(sum), 0, passed / 100 * 101 + processor_slack());
        if (with_unixlib()) assert_true(after[i].InterruptCount - before[i].InterruptCount > 0);
    }
}
