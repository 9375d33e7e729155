/* SPDX-License-Identifier: MIT */
/*
 * stress PART SECONDS [PERCENT]: one part, first for a tenth of the time as a warm-up; what it does by count is that
 * share of its whole (100). Prints what it counted, and the memory, the handles and the file descriptors behind the warm-up
 * and at the end, which may not have grown.
 */
#include "stress.h"
#include "usage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct part {
    const char *name;
    BOOL (*run)(struct effort effort);
} parts[] = {
    { "functions", functions_part },
    { "threads", threads_part },
    { "processes", processes_part },
    { "handles", handles_part },
};

HANDLE stress_threads[THREADS];

void stress_run(DWORD (WINAPI *run)(void *number))
{
    ULONG_PTR i;

    for (i = 0; i < THREADS; i++)
        assert_non_null(stress_threads[i] = CreateThread(NULL, 0, run, (void *)i, CREATE_SUSPENDED, NULL));
    for (i = 0; i < THREADS; i++) ResumeThread(stress_threads[i]);
    for (i = 0; i < THREADS; i++) assert_int_equal(WaitForSingleObject(stress_threads[i], INFINITE), WAIT_OBJECT_0);
    for (i = 0; i < THREADS; i++) CloseHandle(stress_threads[i]);
}

void must(BOOL done, const char *what)
{
    if (done) return;
    printf("%s: error %lu\n", what, GetLastError());
    fflush(stdout);
    TerminateProcess(GetCurrentProcess(), 1);
}

void fault_note(struct fault *fault, DWORD error, ULONG64 value, ULONG64 bound)
{
    if (InterlockedIncrement(&fault->count) == 1)
        printf("%s: error %lu, value %llu, bound %llu\n", fault->name, error, value, bound);
}

static const struct part *part;
static ULONG seconds, percent;

TEST(holds_under_stress)
{
    struct usage begin, end;
    ULONG64 began = tsc();
    BOOL right;

    ticks_per_second();
    right = part->run((struct effort){ seconds * 100, TRUE, percent });
    usage_read(&begin);
    right &= part->run((struct effort){ seconds * 1000, FALSE, percent });
    usage_read(&end);
    printf("%s: %llu s\n", part->name, (tsc() - began) / ticks_per_second());
    assert_true(usage_is_flat(&begin, &end));
    assert_true(right);
}

int main(int argc, char **argv)
{
    unsigned i;

    for (i = 0; i < ARRAYSIZE(parts); i++)
        if (argc >= 3 && argc <= 4 && !strcmp(argv[1], parts[i].name)) part = &parts[i];
    percent = argc == 4 ? strtoul(argv[3], NULL, 10) : 100;
    if (!part || !percent || percent > 100 || !(seconds = strtoul(argv[2], NULL, 10))) {
        printf("usage: stress PART SECONDS [PERCENT]\n");
        return 2;
    }
    return finish(run_all_tests());
}
