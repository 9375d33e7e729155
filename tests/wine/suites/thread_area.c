/* SPDX-License-Identifier: MIT */
/* With the Linux side: where the records of threads lie, and threads and processes that end with Linux writing there. */
#include "cycletime.h"
#include "kernel_clock.h"
#include "run_process.h"
#include "support.h"
#include "protocol/host_calls.h"
#include "nt/unix_side.h"
#include "protocol/thread_record.h"

#include <stdio.h>
#include <string.h>

static struct host_records records(void)
{
    struct host_records where = { .address = 0 };

    assert_true(kernel_clock_open());
    assert_int_equal(unix_side_call(HOST_CALL_RECORDS, &where), HOST_DONE);
    assert_int_equal(where.layout, THREAD_RECORD_LAYOUT);
    return where;
}

static ULONG64 own_cycles(void)
{
    ULONG64 cycles;

    assert_true(QueryThreadCycleTime(GetCurrentThread(), &cycles));
    return cycles;
}

/* So that 32-bit code can read them too. This program has a part of cycletime in it beside the DLL. */
static void records_lie_below_2_gb_in_memory_of_windows(void **state)
{
    struct host_records where;
    MEMORY_BASIC_INFORMATION memory;

    (void)state;
    own_cycles();
    where = records();
    assert_in_range(where.address, 0x10000, 0x7fffffff - where.size);
    assert_true(VirtualQuery((const void *)(ULONG_PTR)where.address, &memory, sizeof memory));
    assert_int_equal(memory.State, MEM_COMMIT);
    assert_int_equal(memory.Protect, PAGE_READWRITE);
    assert_true((ULONG_PTR)memory.BaseAddress + memory.RegionSize >= where.address + where.size);
}

static const struct thread_line *find_line(ULONG64 own)
{
    const struct host_records where = records();
    const struct thread_line *line;
    ULONG64 at;

    for (at = where.address; at < where.address + where.size; at += THREAD_RECORD_SIZE) {
        line = (const struct thread_line *)(ULONG_PTR)at;
        if (line->own == own) return line;
    }
    return NULL;
}

static void record_has_what_the_thread_was_told_last(void **state)
{
    const struct thread_line *line;
    ULONG64 cycles = own_cycles();

    (void)state;
    assert_non_null(line = find_line(cycles));
    assert_true(line->cycles <= cycles && line->tsc <= __builtin_ia32_rdtsc());
    cycles = own_cycles();
    assert_true(line->own == cycles);
}

static CYCLETIME_HOST_CLOCK host_clock(void)
{
    CYCLETIME_HOST_CLOCK clock;

    assert_true(CycletimeQueryHostClock(&clock));
    return clock;
}

static void mark_falls_when_the_thread_waits(void **state)
{
    const struct thread_line *line;
    ULONG64 tsc;
    int i;

    (void)state;
    if (host_clock() != CycletimeHostClockCounter) SKIP_BECAUSE("this machine does not allow the mark");
    assert_non_null(line = find_line(own_cycles()));
    for (i = 0; i < 50; i++) {
        own_cycles();
        tsc = line->tsc;
        Sleep(2);
        assert_int_not_equal(*(const volatile UINT32 *)&line->area.cpu_id_start, THREAD_MARK);
        own_cycles();
        assert_true(line->tsc != tsc);
    }
}

static void number_of_the_processor_is_told_as_before(void **state)
{
    const DWORD processors = GetActiveProcessorCount(0);
    DWORD i;

    (void)state;
    for (i = 0; i < 50; i++) {
        assert_true(SetThreadAffinityMask(GetCurrentThread(), (DWORD_PTR)1 << i % processors));
        own_cycles();
        assert_int_equal(GetCurrentProcessorNumber(), i % processors);
        Sleep(1);
        assert_int_equal(GetCurrentProcessorNumber(), i % processors);
    }
    SetThreadAffinityMask(GetCurrentThread(), ((DWORD_PTR)1 << processors) - 1);
}

static DWORD WINAPI ask_for_good(void *asked)
{
    ULONG64 cycles;

    for (;;) {
        if (!QueryThreadCycleTime(GetCurrentThread(), &cycles)) ExitProcess(1);
        InterlockedIncrement(asked);
    }
}

static HANDLE start_asker(volatile LONG *asked)
{
    HANDLE thread;

    *asked = 0;
    assert_non_null(thread = CreateThread(NULL, 0x10000, ask_for_good, (void *)asked, STACK_SIZE_PARAM_IS_A_RESERVATION, NULL));
    while (!*asked) Sleep(0);
    return thread;
}

/* A hypervisor's millisecond is allowed for. */
static DWORD WINAPI is_told_its_own(void *unused)
{
    ULONG64 rate, cycles;

    (void)unused;
    if (!CycletimeQueryFrequency(&rate) || !QueryThreadCycleTime(GetCurrentThread(), &cycles)) return 1;
    return cycles / (rate / 1000000) > kernel_clock_of_thread() / 1000 + 1100;
}

/* The next one may have the id and the Linux number of one that was terminated. */
static void threads_that_are_terminated_in_the_midst_leave_nothing_to_others(void **state)
{
    volatile LONG asked;
    HANDLE thread;
    DWORD code;
    int i;

    (void)state;
    for (i = 0; i < 300; i++) {
        thread = start_asker(&asked);
        assert_true(TerminateThread(thread, 0));
        assert_int_equal(WaitForSingleObject(thread, INFINITE), WAIT_OBJECT_0);
        CloseHandle(thread);
        assert_non_null(thread = CreateThread(NULL, 0, is_told_its_own, NULL, 0, NULL));
        assert_int_equal(WaitForSingleObject(thread, INFINITE), WAIT_OBJECT_0);
        assert_true(GetExitCodeThread(thread, &code));
        assert_int_equal(code, 0);
        CloseHandle(thread);
    }
}

enum { CHILD_DONE = 42 };

static int end_in_the_midst(BOOL by_itself)
{
    static volatile LONG asked[6];
    int i;

    for (i = 0; i < 6; i++) start_asker(&asked[i]);
    own_cycles();
    if (!by_itself) TerminateProcess(GetCurrentProcess(), CHILD_DONE);
    return CHILD_DONE;
}

static int live_as_child(const char *what)
{
    if (!strcmp(what, "asks")) {
        own_cycles();
        return CHILD_DONE;
    }
    return end_in_the_midst(!strcmp(what, "returns"));
}

static DWORD run_child(const WCHAR *what)
{
    struct program child;
    WCHAR line[64];
    DWORD code;

    assert_in_range(_snwprintf(line, ARRAYSIZE(line), L"thread_area %ls", what), 1, ARRAYSIZE(line) - 1);
    program_start(&child, beside(L"thread_area.exe"), line, NULL, NULL);
    code = program_end(&child);
    program_close(&child);
    return code;
}

/* Wine forks for each, from the thread that asks for it. */
static void thread_that_has_asked_creates_processes_that_ask(void **state)
{
    ULONG64 before = own_cycles(), after;
    int i;

    (void)state;
    for (i = 0; i < 10; i++) {
        assert_int_equal(run_child(L"asks"), CHILD_DONE);
        after = own_cycles();
        assert_true(after > before);
        before = after;
    }
}

static void processes_end_in_the_midst_of_questions(void **state)
{
    int i;

    (void)state;
    for (i = 0; i < 5; i++) {
        assert_int_equal(run_child(L"returns"), CHILD_DONE);
        assert_int_equal(run_child(L"terminates"), CHILD_DONE);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_lie_below_2_gb_in_memory_of_windows),
        cmocka_unit_test(record_has_what_the_thread_was_told_last),
        cmocka_unit_test(mark_falls_when_the_thread_waits),
        cmocka_unit_test(number_of_the_processor_is_told_as_before),
        cmocka_unit_test(threads_that_are_terminated_in_the_midst_leave_nothing_to_others),
        cmocka_unit_test(thread_that_has_asked_creates_processes_that_ask),
        cmocka_unit_test(processes_end_in_the_midst_of_questions),
    };

    if (argc > 1) return live_as_child(argv[1]);
    return finish(cmocka_run_group_tests_name("thread_area", tests, NULL, NULL));
}
