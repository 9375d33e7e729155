/* SPDX-License-Identifier: MIT */
/* hostile SEED CALLS: so many random calls, the same ones for the same seed. 0: a seed of its own. */
#include "hostile.h"
#include "run_process.h"
#include "usage.h"

#include <stdio.h>
#include <stdlib.h>

enum { PLACES = 5 };

ULONG64 random_state;
static ULONG64 seed, number;
static HANDLE handles[16];
static unsigned handle_count;
static BYTE *fields[PLACES];
static unsigned next_field;

static DWORD WINAPI do_nothing(void *argument)
{
    (void)argument;
    return 0;
}

static void keep(HANDLE handle)
{
    assert_true(handle && handle != INVALID_HANDLE_VALUE);
    handles[handle_count++] = handle;
}

void hostile_handles_open(void)
{
    struct program waiting, ended;
    HANDLE closed = CreateEventW(NULL, FALSE, FALSE, NULL);

    program_start(&waiting, beside(L"newborn.exe"), L"newborn.exe wait", NULL, NULL);
    keep(waiting.process);
    program_start(&ended, beside(L"newborn.exe"), L"newborn.exe", NULL, NULL);
    assert_int_equal(program_end(&ended), 0);
    keep(ended.process);
    keep(CreateThread(NULL, 0, do_nothing, NULL, CREATE_SUSPENDED, NULL));
    keep(CreateThread(NULL, 0, do_nothing, NULL, 0, NULL));
    assert_int_equal(WaitForSingleObject(handles[3], INFINITE), WAIT_OBJECT_0);
    keep(OpenThread(THREAD_QUERY_LIMITED_INFORMATION, FALSE, GetCurrentThreadId()));
    keep(OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, GetCurrentProcessId()));
    keep(OpenThread(SYNCHRONIZE, FALSE, GetCurrentThreadId()));
    keep(OpenProcess(SYNCHRONIZE, FALSE, GetCurrentProcessId()));
    keep(CreateMutexW(NULL, FALSE, NULL));
    keep(CreateFileMappingW(INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE, 0, 0x1000, NULL));
    keep(waiting.in);
    keep(closed);
    CloseHandle(closed);
}

HANDLE hostile_handle(void)
{
    switch (pick(8)) {
    case 0: return NULL;
    case 1: return (HANDLE)(LONG_PTR)-(LONG)pick(8);
    case 2: return (HANDLE)(ULONG_PTR)next_random(&random_state);
    case 3: return (HANDLE)(ULONG_PTR)pick(0x1000);
    case 4: return GetCurrentThread();
    default: return (HANDLE)((ULONG_PTR)handles[pick(handle_count)] | (pick(8) ? 0 : pick(4)));
    }
}

void place_take(struct place *place, ULONG size, BOOL may_be_null)
{
    BYTE *field = fields[next_field++ % PLACES];

    assert_true(size <= FIELD);
    *place = (struct place){ field, field + FIELD - size, size };
    if (pick(3) == 0) place->at = field + pick(FIELD - size + 1);
    if (may_be_null && pick(8) == 0) *place = (struct place){ field, NULL, 0 };
}

BOOL place_check(struct place *place, ULONG count)
{
    const BOOL right = field_is_clean_but(place->field, place->at ? place->at : place->field, place->at ? count : 0);

    if (place->at) memset(place->at, 0xcc, place->size);
    if (!right) memset(place->field, 0xcc, FIELD);
    return right;
}

static LONG WINAPI say_where(EXCEPTION_POINTERS *exception)
{
    printf("crashed: seed %llu, call %llu, exception %08lx at %p\n", seed, number,
           exception->ExceptionRecord->ExceptionCode, exception->ExceptionRecord->ExceptionAddress);
    fflush(stdout);
    TerminateProcess(GetCurrentProcess(), 3);
    return EXCEPTION_EXECUTE_HANDLER;
}

static const char *(*const kinds[])(void) = {
    hostile_handle_call, hostile_handle_call, hostile_value_call, hostile_array_call, hostile_other_call, hostile_nt_call,
    hostile_nt_call,
};
static const char *(*const faults[])(void) = { hostile_fault_call, hostile_array_call };

static BOOL call(const char *(*const *kinds)(void), ULONG kind_count, ULONG64 count)
{
    const char *wrong = NULL;

    for (number = 0; number < count && !wrong; number++) {
        random_state = seed + number * 0x100000001b3;
        wrong = kinds[pick(kind_count)]();
    }
    if (wrong) printf("seed %llu, call %llu: %s\n", seed, number - 1, wrong);
    return !wrong;
}

static ULONG64 count;

TEST(no_call_crashes_or_writes_where_it_may_not)
{
    const ULONG64 began = tsc();
    struct usage begin, end;

    for (next_field = 0; next_field < PLACES; next_field++) fields[next_field] = field_make();
    hostile_handles_open();
    hostile_nt_hook();
    SetUnhandledExceptionFilter(say_where);
    printf("hostile: seed %llu\n", seed);
    fflush(stdout);
    assert_true(call(faults, ARRAYSIZE(faults), count / 10));
    assert_true(call(kinds, ARRAYSIZE(kinds), count / 10));
    usage_read(&begin);
    assert_true(call(kinds, ARRAYSIZE(kinds), count));
    usage_read(&end);
    printf("hostile: %llu calls, %llu s\n", count, (tsc() - began) / ticks_per_second());
    assert_true(usage_is_flat(&begin, &end));
}

int main(int argc, char **argv)
{
    count = argc == 3 ? strtoull(argv[2], NULL, 10) : 0;
    if (!count) return 2;
    seed = strtoull(argv[1], NULL, 10);
    if (!seed) seed = tsc() & 0xffffffff;
    return finish(run_all_tests());
}
