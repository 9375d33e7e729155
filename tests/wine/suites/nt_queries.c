/* SPDX-License-Identifier: MIT */
/* In a hooked program, ntdll's queries return the answers of the functions above them. */
#include "nt_queries.h"
#include "pe.h"
#include "run_process.h"
#include "worker.h"

#include <ntstatus.h>
#include <string.h>

struct queries unhooked, hooked;
struct answers answers;

static struct queries resolve(void)
{
    HMODULE ntdll = GetModuleHandleW(L"ntdll.dll");

    return (struct queries){
        (query_information)(void *)GetProcAddress(ntdll, "NtQueryInformationProcess"),
        (query_information)(void *)GetProcAddress(ntdll, "NtQueryInformationThread"),
        (query_system)(void *)GetProcAddress(ntdll, "NtQuerySystemInformation"),
        (query_system_ex)(void *)GetProcAddress(ntdll, "NtQuerySystemInformationEx"),
    };
}

/* After hooking, the originals lead to cycletime. */
static struct queries copy(struct queries queries)
{
    return (struct queries){
        pe_copy_system_call(queries.process), pe_copy_system_call(queries.thread), pe_copy_system_call(queries.system),
        pe_copy_system_call(queries.system_ex),
    };
}

static BOOL install_hooks(void)
{
    HMODULE cycletime;

    unhooked = copy(resolve());
    if (!unhooked.process || !unhooked.thread || !unhooked.system || !(cycletime = hook_this_program(0))) return FALSE;
    hooked = resolve();
#define FIND(field, name) (answers.field = (void *)GetProcAddress(cycletime, name))
    return FIND(performance, "CycletimeQueryProcessorPerformance") && FIND(idle, "CycletimeQueryProcessorIdle")
        && FIND(idle_cycles, "QueryIdleProcessorCycleTimeEx") && FIND(system_cycles, "GetProcessorSystemCycleTime")
        && FIND(thread_cycles, "QueryThreadCycleTime") && FIND(process_cycles, "QueryProcessCycleTime")
        && FIND(thread_times, "GetThreadTimes") && FIND(process_times, "GetProcessTimes")
        && FIND(system_times, "GetSystemTimes");
#undef FIND
}

static struct times ask_times(query_information query, HANDLE handle, ULONG class)
{
    struct times times = { UNTOUCHED, UNTOUCHED, UNTOUCHED, UNTOUCHED };
    ULONG reported = 0xcccccccc;

    assert_result(query(handle, class, &times, sizeof times, &reported), STATUS_SUCCESS, POISON);
    assert_int_equal(reported, sizeof times);
    return times;
}

static void assert_between(struct times before, struct times reported, struct times after)
{
    assert_true(reported.creation == before.creation && reported.exit == before.exit);
    assert_true(before.kernel <= reported.kernel && reported.kernel <= after.kernel);
    assert_true(before.user <= reported.user && reported.user <= after.user);
    assert_true(reported.user || reported.kernel);
}

TEST(a_thread_s_times_are_those_of_get_thread_times)
{
    struct times before, reported;
    struct worker worker;

    spin(ticks_of_ms(30));
    before = times_by(answers.thread_times, GetCurrentThread());
    reported = ask_times(hooked.thread, GetCurrentThread(), 1);
    assert_between(before, reported, times_by(answers.thread_times, GetCurrentThread()));

    worker_start(&worker, 30);
    reported = ask_times(hooked.thread, worker.thread, 1);
    worker_end(&worker);
    before = times_by(answers.thread_times, worker.thread);
    assert_true(total(reported) <= total(before));
    reported = ask_times(hooked.thread, worker.thread, 1);
    assert_memory_equal(&reported, &before, sizeof reported);
    assert_true(reported.exit);
    worker_close(&worker);
}

TEST(a_process_s_times_are_those_of_get_process_times)
{
    struct times before, reported;
    struct program child;

    before = times_by(answers.process_times, GetCurrentProcess());
    reported = ask_times(hooked.process, GetCurrentProcess(), 4);
    assert_between(before, reported, times_by(answers.process_times, GetCurrentProcess()));

    program_start(&child, beside(L"sentinel.exe"), L"sentinel", NULL, NULL);
    assert_int_equal(program_end(&child), 0);
    before = times_by(answers.process_times, child.process);
    reported = ask_times(hooked.process, child.process, 4);
    assert_memory_equal(&reported, &before, sizeof reported);
    assert_true(reported.exit);
    program_close(&child);
}

struct cycles {
    ULONG64 cycles, counter;
};

static void assert_cycles(query_information query, HANDLE handle, ULONG class, BOOL (WINAPI *win32)(HANDLE, PULONG64))
{
    struct cycles reported = { UNTOUCHED, UNTOUCHED };
    ULONG64 before, after, begin = __builtin_ia32_rdtsc();
    ULONG length = 0;

    assert_true(win32(handle, &before));
    assert_result(query(handle, class, &reported, sizeof reported, &length), STATUS_SUCCESS, POISON);
    assert_true(win32(handle, &after));
    assert_int_equal(length, sizeof reported);
    assert_true(before && before <= reported.cycles && reported.cycles <= after);
    assert_true(begin < reported.counter && reported.counter < __builtin_ia32_rdtsc());
}

TEST(cycles_are_those_of_query_thread_and_process_cycle_time_beside_the_counter)
{
    spin(ticks_of_ms(30));
    assert_cycles(hooked.thread, GetCurrentThread(), 23, answers.thread_cycles);
    assert_cycles(hooked.process, GetCurrentProcess(), 38, answers.process_cycles);
}

/* Sums of 64 bits each, none ever back. */
static void assert_all_between(const ULONG64 *before, const ULONG64 *reported, const ULONG64 *after, ULONG bytes)
{
    ULONG i;

    for (i = 0; i < bytes / sizeof *reported; i++) assert_true(before[i] <= reported[i] && reported[i] <= after[i]);
}

static void assert_processors(ULONG class, USHORT *group, ULONG (*ask)(ULONG64 *values))
{
    ULONG64 before[1024], reported[1024], after[1024];
    ULONG need, length = 0;

    memset(reported, 0xcc, sizeof reported);
    need = ask(before);
    assert_result(group ? hooked.system_ex(class, group, sizeof *group, reported, sizeof reported, &length)
                           : hooked.system(class, reported, sizeof reported, &length), STATUS_SUCCESS, POISON);
    assert_int_equal(length, need);
    assert_int_equal(ask(after), need);
    assert_all_between(before, reported, after, need);
    assert_true(reported[need / sizeof *reported] == UNTOUCHED);
}

/* Fills `values` by cycletime's own function, and returns their length. */
#define ASK(what, arguments) \
    static ULONG ask_##what(ULONG64 *values) \
    { \
        ULONG length = 1024 * sizeof *values; \
\
        assert_true(answers.what arguments); \
        return length; \
    }

ASK(performance, (0, &length, values))
ASK(idle_cycles, (0, &length, values))
ASK(system_cycles, (0, values, &length))
ASK(idle, (0, &length, values))

TEST(processors_times_are_those_of_cycletime_query_processor_performance)
{
    USHORT group = 0;

    assert_processors(PERFORMANCE, NULL, ask_performance);
    assert_processors(PERFORMANCE, &group, ask_performance);
}

TEST(processors_idle_cycles_are_those_of_query_idle_processor_cycle_time)
{
    USHORT group = 0;

    assert_processors(IDLE_CYCLES, NULL, ask_idle_cycles);
    assert_processors(IDLE_CYCLES, &group, ask_idle_cycles);
}

static BOOL same_as_the_system(ULONG class)
{
    BYTE one[0x1000], other[0x1000];
    ULONG length = 0;

    memset(one, 0xcc, sizeof one);
    memset(other, 0xcc, sizeof other);
    return hooked.system(class, one, sizeof one, &length) == unhooked.system(class, other, sizeof other, &length)
        && !memcmp(one, other, sizeof one);
}

TEST(the_system_is_asked_what_cycletime_does_not_know_of_processors)
{
    ULONG64 values[1024];
    ULONG length = sizeof values;
    USHORT group = 0;

    if (answers.system_cycles(0, values, &length)) {
        assert_processors(SYSTEM_CYCLES, NULL, ask_system_cycles);
        assert_processors(SYSTEM_CYCLES, &group, ask_system_cycles);
    } else {
        assert_true(same_as_the_system(SYSTEM_CYCLES));
    }
    length = sizeof values;
    if (answers.idle(0, &length, values)) {
        assert_processors(IDLE, NULL, ask_idle);
        assert_processors(IDLE, &group, ask_idle);
    } else {
        assert_true(same_as_the_system(IDLE));
    }
}

/* In WoW64 it knows few classes; elsewhere it is the same function, and knows what the other knows. */
int main(void)
{
    return finish(install_hooks() ? run_all_tests() : 1);
}
