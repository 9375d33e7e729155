/* SPDX-License-Identifier: MIT */
/* The TSC's rate, and CPU time in nanoseconds by it. */
#include "ask.h"

#include <stdlib.h>
#include <string.h>

typedef BOOL (WINAPI *cpu_time_function)(HANDLE, PULONG64);
static const cpu_time_function functions[] = { CycletimeQueryThreadCpuTime, CycletimeQueryProcessCpuTime };
static const enum question questions[] = { THREAD_CYCLES, PROCESS_CYCLES };

#define for_each_function(i) for (size_t i = 0; i < ARRAYSIZE(functions); i++)

/* The output lies between two sentinels, and is not aligned. */
static void check_time(cpu_time_function function, HANDLE handle, BOOL expected, DWORD error, ULONG64 value, int line)
{
    ULONG64 got, before;
    BYTE out[24];
    BOOL returned;

    memset(out, 0xcc, sizeof out);
    SetLastError(POISON);
    returned = function(handle, (PVOID)(out + 9));
    memcpy(&before, out, sizeof before);
    memcpy(&got, out + 9, sizeof got);
    if (returned == expected && GetLastError() == error && got == value && before == UNTOUCHED && out[17] == 0xcc) return;
    print_error("returned %d, last error %#x, %#llx; expected %d, %#x, %#llx\n", returned, GetLastError(),
                (unsigned long long)got, expected, error, (unsigned long long)value);
    _fail(__FILE__, line);
}
#define assert_time(function, handle, value) check_time(function, handle, TRUE, POISON, value, __LINE__)
#define assert_no_time(function, handle, error) check_time(function, handle, FALSE, error, UNTOUCHED, __LINE__)

static BOOL WINAPI query_frequency(HANDLE none, PULONG64 frequency)
{
    return CycletimeQueryFrequency(frequency);
}
#define assert_frequency(value) assert_time(query_frequency, NULL, value)

static ULONG64 nearest(ULONG64 cycles, ULONG64 rate)
{
    unsigned __int128 twice = ((unsigned __int128)cycles * 2000000000 + rate) / rate;

    return twice / 2 > ~0ull ? ~0ull : (ULONG64)(twice / 2);
}

TEST_ON_EVERY(frequency_is_the_rate)
{
    assert_frequency(FAKE_RATE);
    fake_hypervisor_rate(3000000);
    assert_frequency(FAKE_RATE);
}

TEST_ON(wine_8, frequency_beyond_32_bits)
{
    fake_hypervisor_rate(5100001);
    assert_frequency(5100001000);
}

TEST_ON_EVERY(unknown_frequency)
{
    fake_no_leaves();
    fake_processor.frequency = 0;
    assert_no_time(query_frequency, NULL, ERROR_NOT_SUPPORTED);
    assert_no_time(query_frequency, NULL, ERROR_NOT_SUPPORTED);
}

TEST_ON_EVERY(no_place_to_go)
{
    fake_invariant_tsc();
    assert_refused(CycletimeQueryFrequency(NULL), ERROR_INVALID_PARAMETER);
    for_each_function(i) {
        assert_refused(functions[i](pseudo_handle(questions[i]), NULL), ERROR_INVALID_PARAMETER);
        assert_refused(functions[i](NULL, NULL), ERROR_INVALID_PARAMETER);
    }
}

TEST_ON_EVERY(cpu_time_is_the_cycles_in_nanoseconds)
{
    fake_invariant_tsc();
    for_each_function(i) {
        HANDLE own = pseudo_handle(questions[i]), another = fake_handle(kind_of(questions[i]));
        assert_time(functions[i], own, nearest(true_answer(questions[i], own).cycles, FAKE_RATE));
        assert_time(functions[i], another, nearest(true_answer(questions[i], another).cycles, FAKE_RATE));
    }
}

/* Against 128-bit arithmetic, from 0 to what no longer fits. */
static void check_conversion(ULONG khz)
{
    ULONG64 rate = khz * 1000ull, cycles;
    int i;

    fake_hypervisor_rate(khz);
    fake_invariant_tsc();
    srandom(khz);
    for (i = 0; i < 20000; i++) {
        struct fake_object object = *fake.own_thread;
        cycles = ((ULONG64)random() << 42 ^ (ULONG64)random() << 21 ^ (ULONG64)random()) >> random() % 64;
        if (i < 64) cycles = 1ull << i;
        if (i >= 64 && i < 200) cycles = rate / 2000000000 * i + i - 64;
        if (i == 200) cycles = ~0ull;
        if (i == 201) cycles = ~0ull - 1;
        if (i == 202) cycles = (ULONG64)((unsigned __int128)~0ull * rate / 1000000000);
        /* Another thread each time, of the same name: answers are monotonic. */
        object.id += 4 * (i + 1);
        object.cycles = cycles;
        *fake.own_thread = object;
        assert_time(CycletimeQueryThreadCpuTime, NT_CURRENT_THREAD, nearest(cycles, rate));
    }
}

#define EXACT(name, khz) TEST_ON(windows_10, name) { check_conversion(khz); }
EXACT(exact_at_a_round_rate, 2500000)
EXACT(exact_at_an_odd_rate, 2599997)
EXACT(exact_at_one_ghz, 1000000)
EXACT(exact_where_the_largest_count_is_too_much, 600001)
EXACT(exact_at_a_slow_rate, 9999)
EXACT(exact_beyond_32_bits, 6123457)
EXACT(exact_at_16_ghz, 16000000)

static void every_function_fails(DWORD error)
{
    for_each_function(i) {
        assert_no_time(functions[i], pseudo_handle(questions[i]), error);
        assert_no_time(functions[i], fake_handle(kind_of(questions[i])), error);
    }
}

TEST_ON_EVERY(counter_whose_rate_varies_is_no_clock)
{
    fake_leaf(0x80000000, 0x80000008, 0, 0, 0);
    fake_leaf(0x80000007, ~0u, ~0u, ~0u, ~0x100u);
    every_function_fails(ERROR_NOT_SUPPORTED);
    assert_true_answer(THREAD_CYCLES, NT_CURRENT_THREAD);
    assert_frequency(FAKE_RATE);
}

TEST_ON_EVERY(processor_without_the_leaf_promises_nothing)
{
    fake_leaf(0x80000000, 0x80000006, 0, 0, 0);
    fake_leaf(0x80000007, 0, 0, 0, 0x100);
    every_function_fails(ERROR_NOT_SUPPORTED);
}

TEST_ON_EVERY(promise_is_asked_for_once)
{
    every_function_fails(ERROR_NOT_SUPPORTED);
    fake_invariant_tsc();
    every_function_fails(ERROR_NOT_SUPPORTED);
}

TEST_ON_EVERY(unknown_rate_is_no_clock)
{
    fake_no_leaves();
    fake_processor.frequency = 0;
    fake_invariant_tsc();
    every_function_fails(ERROR_NOT_SUPPORTED);
}

TEST_ON_EVERY(failures_are_passed_on)
{
    fake_invariant_tsc();
    for_each_function(i) {
        enum fake_kind kind = kind_of(questions[i]), other = kind == FAKE_THREAD ? FAKE_PROCESS : FAKE_THREAD;
        assert_no_time(functions[i], NULL, ERROR_INVALID_HANDLE);
        assert_no_time(functions[i], fake_handle(other), ERROR_INVALID_HANDLE);
        assert_no_time(functions[i], fake_open(fake_object(kind), SYNCHRONIZE), ERROR_ACCESS_DENIED);
        assert_time(functions[i], pseudo_handle(questions[i]),
                    nearest(true_answer(questions[i], pseudo_handle(questions[i])).cycles, FAKE_RATE));
    }
}

TEST_ON_WINE(ended_and_never_asked_is_not_known)
{
    fake_invariant_tsc();
    for_each_function(i) assert_no_time(functions[i], fake_ended(kind_of(questions[i])), ERROR_NOT_SUPPORTED);
}

TEST_ON_EVERY(cpu_time_is_monotonic)
{
    HANDLE thread = fake_handle(FAKE_THREAD);
    ULONG64 time = nearest(true_answer(THREAD_CYCLES, thread).cycles, FAKE_RATE);

    fake_invariant_tsc();
    assert_time(CycletimeQueryThreadCpuTime, thread, time);
    fake_object_of(thread)->cycles -= 1000;
    fake_object_of(thread)->user -= 1000;
    assert_time(CycletimeQueryThreadCpuTime, thread, time);
}
