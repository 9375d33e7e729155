/* SPDX-License-Identifier: MIT */
/* The functions as a program calls them that was linked with them: this source is linked once with the static library
   and once through the import library. */
#include "functions.h"
#include "calls.h"
#include "linkage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const linked[] = { "QueryThreadCycleTime", "QueryProcessCycleTime", "GetThreadTimes", "GetProcessTimes",
                               "CycletimeQueryThreadCpuTime", "CycletimeQueryProcessCpuTime", NULL };

static void start_as(struct program *child, const WCHAR *role, unsigned ms)
{
    char ready[8];

    program_start_self(child, format_line(L"%ls %u", role, ms));
    program_read_line(child, ready, sizeof ready);
    assert_string_equal(ready, "ready");
}

void child_start(struct program *child, unsigned ms)
{
    start_as(child, L"child", ms);
}

void child_start_asking(struct program *child)
{
    start_as(child, L"asking", 0);
}

struct times child_ask(struct program *child)
{
    struct times times = { 0, 0, 0, 0 };
    char line[128];
    DWORD written;

    assert_true(WriteFile(child->in, "?", 1, &written, NULL));
    program_read_line(child, line, sizeof line);
    assert_int_equal(sscanf(line, "%llu %llu", &times.kernel, &times.user), 2);
    return times;
}

static int child_main(unsigned ms)
{
    struct times own;

    spin(ticks_of_ms(ms));
    printf("ready\n");
    fflush(stdout);
    while (getchar() == '?') {
        own = system_process_times(GetCurrentProcess());
        printf("%llu %llu\n", own.kernel, own.user);
        fflush(stdout);
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 3 && !strcmp(argv[1], "asking")) times_of(PROCESS_TIMES, GetCurrentProcess());
    if (argc == 3) return child_main(atoi(argv[2]));
    return finish(run_all_tests());
}
