/* SPDX-License-Identifier: MIT */
/* With the unixlib: where the thread table lies, and threads and processes that end with Linux writing there. */
#include "cycletime.h"
#include "kernel_clock.h"
#include "run_process.h"
#include "support.h"
#include "protocol/unixlib_calls.h"
#include "library/nt/nt.h"
#include "protocol/thread_clock_snapshot.h"

#include <stdio.h>
#include <string.h>

static struct unixlib_thread_table find_thread_table(void)
{
    struct unixlib_thread_table where = { .address = 0 };

    assert_true(kernel_clock_open());
    assert_int_equal(nt_unixlib_call(UNIXLIB_CALL_THREAD_TABLE, &where), UNIXLIB_DONE);
    assert_int_equal(where.layout, THREAD_ENTRY_LAYOUT);
    return where;
}

static ULONG64 own_cycles(void)
{
    ULONG64 cycles;

    assert_true(QueryThreadCycleTime(GetCurrentThread(), &cycles));
    return cycles;
}

/* So that 32-bit code can read them too. This program has a part of cycletime in it beside the DLL. */
TEST(records_lie_below_2_gb_in_memory_of_windows)
{
    struct unixlib_thread_table where;
    MEMORY_BASIC_INFORMATION memory;

    own_cycles();
    where = find_thread_table();
    assert_in_range(where.address, 0x10000, 0x7fffffff - where.size);
    assert_true(VirtualQuery((const void *)(ULONG_PTR)where.address, &memory, sizeof memory));
    assert_int_equal(memory.State, MEM_COMMIT);
    assert_int_equal(memory.Protect, PAGE_READWRITE);
    assert_true((ULONG_PTR)memory.BaseAddress + memory.RegionSize >= where.address + where.size);
}

static const struct thread_clock_snapshot *find_snapshot(ULONG64 own)
{
    const struct unixlib_thread_table where = find_thread_table();
    const struct thread_clock_snapshot *snapshot;
    ULONG64 at;

    for (at = where.address; at < where.address + where.size; at += THREAD_ENTRY_SIZE) {
        snapshot = (const struct thread_clock_snapshot *)(ULONG_PTR)at;
        if (snapshot->own == own) return snapshot;
    }
    return NULL;
}

TEST(entry_has_what_the_thread_was_reported_last)
{
    const struct thread_clock_snapshot *snapshot;
    ULONG64 cycles = own_cycles();

    assert_non_null(snapshot = find_snapshot(cycles));
    assert_true(snapshot->cycles <= cycles && snapshot->tsc <= __builtin_ia32_rdtsc());
    cycles = own_cycles();
    assert_true(snapshot->own == cycles);
}

static CYCLETIME_UNIXLIB_CLOCK unixlib_clock(void)
{
    CYCLETIME_UNIXLIB_CLOCK clock;

    assert_true(CycletimeQueryUnixlibClock(&clock));
    return clock;
}

/* Where a hypervisor has taken the processor away until a sleep was over, it does not block, and nothing falls. Of
   80,000 sleeps of 20 and 60 us the mark stood after 8, and in none of these had Linux switched the thread; of 8,000 of
   2 ms beside two hogs, and of 2,000 under Wine, after none. So one that leaves it is tried again, twice as long. */
static BOOL falls(const struct thread_clock_snapshot *snapshot)
{
    DWORD time;

    for (time = 2; time <= 256; time *= 2) {
        own_cycles();
        Sleep(time);
        if (*(const volatile UINT32 *)&snapshot->area.cpu_id_start != THREAD_SWITCH_MARKER) return TRUE;
        print_message("the mark stands after a sleep of %lu ms\n", time);
    }
    return FALSE;
}

TEST(mark_falls_when_the_thread_waits)
{
    const struct thread_clock_snapshot *snapshot;
    ULONG64 tsc;
    int i;

    if (unixlib_clock() != CYCLETIME_UNIXLIB_CLOCK_TSC) SKIP_BECAUSE("this machine does not allow the mark");
    assert_non_null(snapshot = find_snapshot(own_cycles()));
    for (i = 0; i < 50; i++) {
        assert_true(falls(snapshot));
        tsc = snapshot->tsc;
        own_cycles();
        assert_true(snapshot->tsc != tsc);
    }
}

TEST(number_of_the_processor_is_reported_as_before)
{
    const DWORD processors = GetActiveProcessorCount(0);
    DWORD i;

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

static HANDLE start_caller(volatile LONG *asked)
{
    HANDLE thread;

    *asked = 0;
    assert_non_null(thread = CreateThread(NULL, 0x10000, ask_for_good, (void *)asked,
                                          STACK_SIZE_PARAM_IS_A_RESERVATION, NULL));
    while (!*asked) Sleep(0);
    return thread;
}

/* A hypervisor's millisecond is allowed for. */
static DWORD WINAPI gets_its_own(void *unused)
{
    ULONG64 rate, cycles;

    (void)unused;
    if (!CycletimeQueryFrequency(&rate) || !QueryThreadCycleTime(GetCurrentThread(), &cycles)) return 1;
    return cycles / (rate / 1000000) > kernel_clock_of_thread() / 1000 + 1100;
}

/* The next one may have the id and the Linux number of one that was terminated. */
TEST(threads_that_are_terminated_in_the_midst_leave_nothing_to_others)
{
    volatile LONG asked;
    HANDLE thread;
    int i;

    for (i = 0; i < 300; i++) {
        thread = start_caller(&asked);
        assert_true(TerminateThread(thread, 0));
        join_thread(thread);
        assert_int_equal(join_thread(start_thread(gets_its_own, NULL)), 0);
    }
}

/* A thread is sent elsewhere during a query, and back. */
static struct sent {
    BOOL (WINAPI *ask)(HANDLE, PULONG64);
    volatile LONG asked, there, over;
    volatile ULONG64 reported_there;
    BOOL wrong;
} sent;

static void __attribute__((noreturn)) ask_there(void)
{
    ULONG64 cycles;

    if (sent.ask(GetCurrentThread(), &cycles)) sent.reported_there = cycles;
    else sent.wrong = TRUE;
    InterlockedIncrement(&sent.there);
    for (;;) {}
}

static DWORD WINAPI ask_and_compare(void *unused)
{
    ULONG64 last = 0, there, now;

    (void)unused;
    while (!sent.over) {
        there = sent.reported_there;
        if (!sent.ask(GetCurrentThread(), &now) || now < last || now < there) sent.wrong = TRUE;
        last = now;
        sent.asked++;
    }
    return sent.wrong;
}

#ifdef _WIN64
#define AT(context) (context).Rip
#define STACK_OF(context) (context).Rsp
#else
#define AT(context) (context).Eip
#define STACK_OF(context) (context).Esp
#endif

/* TRUE: it was in the function itself, and is sent elsewhere now, well below what lies on its stack. */
static BOOL send_elsewhere(HANDLE thread, CONTEXT *before)
{
    const ULONG_PTR function = (ULONG_PTR)sent.ask;
    CONTEXT context;
    BOOL in_there;

    if (SuspendThread(thread) == (DWORD)-1) return FALSE;
    before->ContextFlags = CONTEXT_FULL;
    in_there = GetThreadContext(thread, before) && AT(*before) - function < 0x100;
    if (in_there) {
        context = *before;
        AT(context) = (ULONG_PTR)ask_there;
        STACK_OF(context) = ((STACK_OF(context) - 0x1000) & ~(ULONG_PTR)15) - sizeof(void *);
        in_there = SetThreadContext(thread, &context);
    }
    ResumeThread(thread);
    return in_there;
}

static BOOL send_back(HANDLE thread, const CONTEXT *before)
{
    return SuspendThread(thread) != (DWORD)-1 && SetThreadContext(thread, before) && ResumeThread(thread) != (DWORD)-1;
}

/* As Go's runtime does it, and collectors of garbage. */
TEST(thread_that_is_sent_elsewhere_in_the_midst_of_a_question_never_sees_its_cycles_go_back)
{
    CONTEXT before;
    LONG times, there;
    HANDLE thread;
    int tries;

    sent.ask = (void *)GetProcAddress(GetModuleHandleA("cycletime.dll"), "QueryThreadCycleTime");
    assert_non_null(sent.ask);
    thread = start_thread(ask_and_compare, NULL);
    while (!sent.asked) Sleep(1);
    for (times = 0, tries = 0; times < 300 && tries < 20000; tries++) {
        there = sent.there;
        if (!send_elsewhere(thread, &before)) continue;
        while (sent.there == there) Sleep(0);
        assert_true(send_back(thread, &before));
        times++;
    }
    sent.over = TRUE;
    assert_int_equal(join_thread(thread), 0);
    print_message("sent elsewhere %ld times in %d tries\n", times, tries);
    assert_true(times >= 10);
}

/* Two threads ask about one of them, and say what they got. 100 ns; halves that are read apart would be wrong. */
struct parts {
    ULONG64 kernel, user;
};

static struct reported {
    CRITICAL_SECTION lock;
    struct parts parts;
    volatile LONG over, wrong, asked;
} reported;

static struct parts last_reported(void)
{
    struct parts parts;

    EnterCriticalSection(&reported.lock);
    parts = reported.parts;
    LeaveCriticalSection(&reported.lock);
    return parts;
}

static void ask_for_parts(HANDLE thread)
{
    const struct parts before = last_reported();
    FILETIME creation, ended, kernel, user;
    struct parts now;

    if (!GetThreadTimes(thread, &creation, &ended, &kernel, &user)) reported.wrong = 1;
    now = (struct parts){ value_of_filetime(kernel), value_of_filetime(user) };
    if (now.kernel < before.kernel || now.user < before.user) reported.wrong = 1;
    EnterCriticalSection(&reported.lock);
    if (now.kernel > reported.parts.kernel) reported.parts.kernel = now.kernel;
    if (now.user > reported.parts.user) reported.parts.user = now.user;
    LeaveCriticalSection(&reported.lock);
}

static DWORD WINAPI ask_for_own_parts(void *unused)
{
    LONG i;

    (void)unused;
    for (i = 0; !reported.over; i++) {
        ask_for_parts(GetCurrentThread());
        if (i % 3000 == 0) Sleep(1);
        if (i % 100 == 0) GetFileAttributesA("C:\\none");
        reported.asked = i;
    }
    return 0;
}

TEST(parts_of_a_threads_time_are_monotonic_for_every_caller)
{
    HANDLE thread;
    ULONG64 begin, now;

    InitializeCriticalSection(&reported.lock);
    thread = start_thread(ask_for_own_parts, NULL);
    begin = GetTickCount();
    do {
        ask_for_parts(thread);
        if (reported.asked % 2) Sleep(1);
        now = GetTickCount();
    } while (now - begin < 2000);
    reported.over = 1;
    assert_int_equal(WaitForSingleObject(thread, INFINITE), WAIT_OBJECT_0);
    ask_for_parts(thread);
    CloseHandle(thread);
    DeleteCriticalSection(&reported.lock);
    assert_true(reported.asked > 1000);
    assert_int_equal(reported.wrong, 0);
}

/* The total is the clock's at any time, the kernel part grows with what the thread has the kernel do. */
TEST(own_times_lie_between_readings_of_the_clock)
{
    const ULONG64 slack = 1100000, begin = kernel_clock_of_thread();
    struct times times;
    ULONG64 before, after;

    do {
        before = kernel_clock_of_thread();
        times_by(GetThreadTimes, GetCurrentThread());
        times = times_by(GetThreadTimes, GetCurrentThread());
        after = kernel_clock_of_thread();
        assert_in_range(total(times) * 100 + slack, before, after + 2 * slack);
    } while (after - begin < 500000000);
    assert_in_range(times.kernel, 1, total(times));
}

struct fibers {
    void *own, *other;
    ULONG64 own_reported, wrong;
};

static void WINAPI ask_on_any_thread(void *argument)
{
    struct fibers *fibers = argument;
    ULONG64 cycles;

    for (;;) {
        if (!QueryThreadCycleTime(GetCurrentThread(), &cycles) || cycles / 10 > kernel_clock_of_thread()) fibers->wrong++;
        fibers->own_reported = cycles;
        SwitchToFiber(fibers->own);
    }
}

/* A thread that has hardly run; its kernel clock with a hypervisor's millisecond, at less than 10 cycles a nanosecond. */
static DWORD WINAPI go_on_with_the_fiber(void *argument)
{
    struct fibers *fibers = argument;

    fibers->own = ConvertThreadToFiber(NULL);
    own_cycles();
    SwitchToFiber(fibers->other);
    return fibers->own_reported > kernel_clock_of_thread() * 10 + 10 * 1100000;
}

TEST(fiber_that_goes_on_on_another_thread_gets_that_ones_cycles)
{
    const ULONG64 begin = own_cycles();
    struct fibers fibers = { .wrong = 0 };
    int i;

    while (own_cycles() - begin < 500000000) {}
    assert_non_null(fibers.own = ConvertThreadToFiber(NULL));
    assert_non_null(fibers.other = CreateFiber(0, ask_on_any_thread, &fibers));
    SwitchToFiber(fibers.other);
    assert_true(fibers.own_reported >= begin + 500000000);
    for (i = 0; i < 10; i++) assert_int_equal(join_thread(start_thread(go_on_with_the_fiber, &fibers)), 0);
    assert_int_equal(fibers.wrong, 0);
    DeleteFiber(fibers.other);
    ConvertFiberToThread();
}

enum { CHILD_DONE = 42 };

/* Before anybody asks. */
static int ask_without_a_slot(void)
{
    ULONG64 last = 0, now;
    int i;

    while (TlsAlloc() < 64) {}
    for (i = 0; i < 1000; i++) {
        now = own_cycles();
        if (now < last || (i && find_snapshot(now) == NULL)) return 1;
        last = now;
    }
    return CHILD_DONE;
}

static int end_in_the_midst(BOOL by_itself)
{
    static volatile LONG asked[6];
    int i;

    for (i = 0; i < 6; i++) start_caller(&asked[i]);
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
    if (!strcmp(what, "without_a_slot")) return ask_without_a_slot();
    return end_in_the_midst(!strcmp(what, "returns"));
}

static DWORD run_child(const WCHAR *what)
{
    struct program child;
    DWORD code;

    program_start_self(&child, what);
    code = program_end(&child);
    program_close(&child);
    return code;
}

/* Wine forks for each, from the thread that asks for it. */
TEST(thread_that_has_asked_creates_processes_that_ask)
{
    ULONG64 before = own_cycles(), after;
    int i;

    for (i = 0; i < 10; i++) {
        assert_int_equal(run_child(L"asks"), CHILD_DONE);
        after = own_cycles();
        assert_true(after > before);
        before = after;
    }
}

TEST(thread_without_a_slot_gets_its_own)
{
    assert_int_equal(run_child(L"without_a_slot"), CHILD_DONE);
}

TEST(processes_end_in_the_midst_of_questions)
{
    int i;

    for (i = 0; i < 5; i++) {
        assert_int_equal(run_child(L"returns"), CHILD_DONE);
        assert_int_equal(run_child(L"terminates"), CHILD_DONE);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1) return live_as_child(argv[1]);
    return finish(run_all_tests());
}
