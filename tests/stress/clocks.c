/* SPDX-License-Identifier: MIT */
/* clocks SECONDS: eight threads in each of two processes ask the clocks of CYCLETIME_HOOK_FAST_CLOCK between two readings
   of the system's own. No answer may be more than a tick behind what any of them was reported by the system before, or than
   that ahead of what the system reports after; within a process no counter goes back. Prints how many there were, and the
   farthest off. At least 10^8 in ten minutes; it takes longer where these take longer. */
#include "both_clocks.h"
#include "race.h"
#include "run_process.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

enum { THREADS = 8, A_SECOND = 170000, AT_ONCE = 1000, TICK = 1 };

/* The latest that anyone got, of the counter and of the date. What is asked then comes later. */
struct reported {
    ULONG64 systems, ours;
} __attribute__((aligned(64)));

static struct shared {
    struct reported of[2];
    LONG64 sandwiches;
} *shared;

static ULONG seconds;
static ULONG64 end, reported_here; /* by our counter, in this process */
static LONG64 farthest_behind, farthest_ahead;
static LONG outside, back;

static void note(LONG64 *farthest, LONG64 off)
{
    LONG64 known = __atomic_load_n(farthest, __ATOMIC_RELAXED);

    while (off > known && !__atomic_compare_exchange_n(farthest, &known, off, FALSE, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
    if (off > TICK) InterlockedIncrement(&outside);
}

static ULONG64 later(ULONG64 left, ULONG64 right)
{
    return left > right ? left : right;
}

/* The loads are done before the counter is read: both ways to it wait for them. */
static void ask_between(enum clock clock)
{
    const BOOL is_date = clock == PRECISE_DATE;
    struct reported *reported = &shared->of[is_date];
    ULONG64 before, here, now, ours_before, after;

    before = __atomic_load_n(&reported->systems, __ATOMIC_ACQUIRE);
    before = later(before, report(&systems, clock));
    here = __atomic_load_n(&reported_here, __ATOMIC_ACQUIRE);
    now = report(&ours, clock);
    if (!is_date && now < here) InterlockedIncrement(&back);
    if (!is_date) publish(&reported_here, now);
    publish(&reported->ours, now);
    ours_before = __atomic_load_n(&reported->ours, __ATOMIC_ACQUIRE);
    after = report(&systems, clock);
    publish(&reported->systems, after);
    note(&farthest_behind, (LONG64)(before - now));
    note(&farthest_ahead, (LONG64)(ours_before - after));
}

static BOOL is_over(void)
{
    return tsc() >= end && __atomic_load_n(&shared->sandwiches, __ATOMIC_RELAXED) >= (LONG64)seconds * A_SECOND;
}

static DWORD WINAPI ask(void *unused)
{
    int i;

    (void)unused;
    while (!is_over()) {
        for (i = 0; i < AT_ONCE; i++) ask_between((enum clock)(i % CLOCKS));
        __atomic_fetch_add(&shared->sandwiches, AT_ONCE, __ATOMIC_RELAXED);
    }
    return 0;
}

static void ask_on_all_threads(void)
{
    HANDLE threads[THREADS];
    int i;

    farthest_behind = farthest_ahead = -1000000;
    end = tsc() + ticks_of_ms(1000) * seconds;
    for (i = 0; i < THREADS; i++) assert_non_null(threads[i] = CreateThread(NULL, 0, ask, NULL, 0, NULL));
    for (i = 0; i < THREADS; i++) assert_int_equal(WaitForSingleObject(threads[i], INFINITE), WAIT_OBJECT_0);
    for (i = 0; i < THREADS; i++) CloseHandle(threads[i]);
    printf("process %lu: at most %lld ticks behind the system and %lld ahead of it, %ld outside; %ld steps back\n",
           GetCurrentProcessId(), farthest_behind, farthest_ahead, outside, back);
    fflush(stdout);
}

/* The same in another process, which is given the memory's handle. */
static HANDLE begin_another(HANDLE memory)
{
    STARTUPINFOW startup = { .cb = sizeof startup };
    PROCESS_INFORMATION created;
    WCHAR path[MAX_PATH], line[MAX_PATH + 64];

    assert_in_range(GetModuleFileNameW(NULL, path, MAX_PATH), 1, MAX_PATH - 1);
    _snwprintf(line, ARRAYSIZE(line), L"\"%ls\" %lu %lu", path, seconds, (ULONG)(ULONG_PTR)memory);
    assert_true(CreateProcessW(path, line, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &created));
    CloseHandle(created.hThread);
    return created.hProcess;
}

static HANDLE memory;
static BOOL is_first;

TEST(hooked_clocks_lie_between_the_systems_answers_in_two_processes)
{
    HANDLE other = NULL;
    DWORD code = 1;

    assert_true(ours.QueryPerformanceCounter != systems.QueryPerformanceCounter);
    assert_non_null(shared = MapViewOfFile(memory, FILE_MAP_WRITE, 0, 0, 0));
    if (is_first) other = begin_another(memory);
    ask_on_all_threads();
    if (is_first) {
        assert_int_equal(WaitForSingleObject(other, INFINITE), WAIT_OBJECT_0);
        assert_true(GetExitCodeProcess(other, &code));
        assert_int_equal(code, 0);
        printf("clocks: %d threads in each of two processes, %lld answers in %lu s\n", THREADS, shared->sandwiches,
               seconds);
        CloseHandle(other);
    }
    assert_int_equal(outside, 0);
    assert_int_equal(back, 0);
}

int main(int argc, char **argv)
{
    SECURITY_ATTRIBUTES inherited = { .nLength = sizeof inherited, .bInheritHandle = TRUE };

    seconds = argc >= 2 ? strtoul(argv[1], NULL, 10) : 0;
    is_first = argc == 2;
    if (!seconds || argc > 3) return 2;
    memory = is_first ? CreateFileMappingW(INVALID_HANDLE_VALUE, &inherited, PAGE_READWRITE, 0, sizeof *shared, NULL)
                      : (HANDLE)(ULONG_PTR)strtoul(argv[2], NULL, 10);
    if (!memory || !both_clocks_open()) return 1;
    if (is_first) return finish(run_all_tests());
    return run_all_tests();
}
