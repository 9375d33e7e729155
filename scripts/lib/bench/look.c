/* SPDX-License-Identifier: MIT */
/* look.exe nt | functions | crowd N | sleep: what the viewer's cost is compared with, and a crowd to look at. */
#include "tools/top/samples.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>
#include <winternl.h>

enum { INTERVAL = 1000, TIME = 300000 };  /* ms */

/* The two queries of NT that no viewer can do without: all processes and threads, and the processors' times. */
static int ask_nt(void)
{
    static BYTE list[0x400000], times[0x10000];
    ULONG length;

    for (;; Sleep(INTERVAL)) {
        if (NtQuerySystemInformation(SystemProcessInformation, list, sizeof list, &length)) return 1;
        if (NtQuerySystemInformation(SystemProcessorPerformanceInformation, times, sizeof times, &length)) return 1;
    }
}

/* Takes the same samples as the viewer. */
static int ask_functions(void)
{
    static struct sample sample;

    for (;; Sleep(INTERVAL))
        if (!sample_take(&sample)) return 1;
}

static int start_crowd(char *program, int count)
{
    STARTUPINFOA startup = { .cb = sizeof startup };
    char line[MAX_PATH + 16];
    PROCESS_INFORMATION made;
    int i;

    for (i = 0; i < count; i++) {
        snprintf(line, sizeof line, "\"%s\" sleep", program);
        if (!CreateProcessA(NULL, line, NULL, NULL, FALSE, 0, NULL, NULL, &startup, &made)) return 1;
    }
    printf("crowd of %d\n", count);
    fflush(stdout);
    Sleep(TIME);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "nt")) return ask_nt();
    if (argc == 2 && !strcmp(argv[1], "functions")) return ask_functions();
    if (argc == 3 && !strcmp(argv[1], "crowd")) return start_crowd(argv[0], atoi(argv[2]));
    if (argc == 2 && !strcmp(argv[1], "sleep")) return Sleep(TIME), 0;
    return 2;
}
