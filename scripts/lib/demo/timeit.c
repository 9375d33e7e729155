/* SPDX-License-Identifier: MIT */
/* Reads the CPU time of a live process and of an ended one, as a process viewer and a "time" tool do; here of a child that
 * works for MS milliseconds. Plain Win32, with no knowledge of cycletime.
 *
 *   timeit MS         prints what the child and its parent saw, one "name: value" a line
 *   timeit MS child   the child, which lives until its standard input ends
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>
#include <x86intrin.h>

/* So that the demo can read the child's time as well, from Linux. */
#define HOLD_MS 3000

static int die(const char *what)
{
    fprintf(stderr, "timeit: %s: error %lu\n", what, GetLastError());
    return 1;
}

static double milliseconds_since(LARGE_INTEGER start)
{
    LARGE_INTEGER now, frequency;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&frequency);
    return (double)(now.QuadPart - start.QuadPart) * 1000 / (double)frequency.QuadPart;
}

static int be_child(double work_ms)
{
    LARGE_INTEGER start;
    unsigned long long tsc = __rdtsc();

    QueryPerformanceCounter(&start);
    while (milliseconds_since(start) < work_ms)
        for (volatile int i = 0; i < 100000; i++)
            ;
    tsc = __rdtsc() - tsc;

    printf("done: %.0f ms of work, %.0f million TSC ticks\n", milliseconds_since(start), (double)tsc / 1e6);
    fflush(stdout);

    getchar();
    return 0;
}

static double filetime_ms(FILETIME time)
{
    ULARGE_INTEGER units = {.LowPart = time.dwLowDateTime, .HighPart = time.dwHighDateTime};
    return (double)units.QuadPart / 10000;
}

/* The child, and the two ends of its pipes that its parent keeps. */
struct child {
    PROCESS_INFORMATION process;
    HANDLE output, input;
};

static int start_child(const char *work_ms, struct child *child)
{
    SECURITY_ATTRIBUTES inheritable = {.nLength = sizeof inheritable, .bInheritHandle = TRUE};
    STARTUPINFOA startup = {.cb = sizeof startup, .dwFlags = STARTF_USESTDHANDLES};
    if (!CreatePipe(&child->output, &startup.hStdOutput, &inheritable, 0) ||
        !CreatePipe(&startup.hStdInput, &child->input, &inheritable, 0) ||
        !SetHandleInformation(child->output, HANDLE_FLAG_INHERIT, 0) ||
        !SetHandleInformation(child->input, HANDLE_FLAG_INHERIT, 0))
        return die("pipes");
    startup.hStdError = GetStdHandle(STD_ERROR_HANDLE);

    char self[MAX_PATH], command[MAX_PATH + 64];
    if (!GetModuleFileNameA(NULL, self, sizeof self))
        return die("own name");
    snprintf(command, sizeof command, "\"%s\" %s child", self, work_ms);
    if (!CreateProcessA(self, command, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &child->process))
        return die("child");
    CloseHandle(startup.hStdInput);
    CloseHandle(startup.hStdOutput);
    return 0;
}

/* Waits for the line that the child prints after its work, and prints it. */
static int pass_line(HANDLE output)
{
    char text[512];
    DWORD length = 0, got;
    do {
        if (!ReadFile(output, text + length, sizeof text - 1 - length, &got, NULL) || got == 0)
            return die("reading from the child");
        length += got;
        text[length] = '\0';
    } while (!strchr(text, '\n'));
    printf("%s", text);
    return 0;
}

static int be_parent(const char *work_ms)
{
    struct child child;
    if (start_child(work_ms, &child) || pass_line(child.output))
        return 1;

    FILETIME creation, exit, kernel, user;
    if (!GetProcessTimes(child.process.hProcess, &creation, &exit, &kernel, &user))
        return die("GetProcessTimes");
    printf("child's kernel + user time, ms: %.0f + %.0f\n", filetime_ms(kernel), filetime_ms(user));

    ULONG64 cycles;
    if (QueryThreadCycleTime(child.process.hThread, &cycles))
        printf("child's cycles, millions: %.0f\n", (double)cycles / 1e6);
    else
        printf("child's cycles, millions: error %lu\n", GetLastError());
    fflush(stdout);

    Sleep(HOLD_MS);
    CloseHandle(child.input);
    if (WaitForSingleObject(child.process.hProcess, INFINITE) != WAIT_OBJECT_0)
        return die("waiting for the child");
    if (!GetProcessTimes(child.process.hProcess, &creation, &exit, &kernel, &user))
        return die("GetProcessTimes of the ended child");
    printf("child's time after its end, ms: %.3f\n", filetime_ms(kernel) + filetime_ms(user));
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[2], "child") == 0)
        return be_child(atof(argv[1]));
    if (argc == 2 && atof(argv[1]) > 0)
        return be_parent(argv[1]);
    fprintf(stderr, "usage: timeit MS\n");
    return 2;
}
