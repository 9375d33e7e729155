/* SPDX-License-Identifier: MIT */
/* A program for Windows: prints its arguments in UTF-8, or does what the first one says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>
#include <shellapi.h>

enum { LINE = 4096 };

static int print_words(void)
{
    char text[LINE];
    int count, i;
    LPWSTR *words = CommandLineToArgvW(GetCommandLineW(), &count);

    for (i = 1; i < count; i++) {
        WideCharToMultiByte(CP_UTF8, 0, words[i], -1, text, sizeof text, NULL, NULL);
        printf("[%s]", text);
    }
    putchar('\n');
    return 0;
}

static int copy_input(void)
{
    char text[LINE];

    while (fgets(text, sizeof text, stdin)) fputs(text, stdout);
    fputs("end of input\n", stderr);
    return 0;
}

/* Returns the exit code of the program of this command line, or Windows' error. */
static int create_process(char *line)
{
    STARTUPINFOA start = { .cb = sizeof start };
    PROCESS_INFORMATION process;
    DWORD code = 0;

    if (!CreateProcessA(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &start, &process)) return (int)GetLastError();
    WaitForSingleObject(process.hProcess, INFINITE);
    GetExitCodeProcess(process.hProcess, &code);
    return (int)code;
}

int main(int count, char **words)
{
    const char *mode = count > 1 ? words[1] : "";
    unsigned long long cycles = 0;

    if (!strcmp(mode, "exit")) return atoi(words[2]);
    if (!strcmp(mode, "copy")) return copy_input();
    if (!strcmp(mode, "crash")) *(volatile int *)NULL = 1; /* Wine 11.13 goes on after RaiseException */
    if (!strcmp(mode, "count")) return printf("%d words\n", count - 2) < 0;
    if (!strcmp(mode, "cycles"))
        return printf("cycles %d\n", QueryThreadCycleTime(GetCurrentThread(), &cycles) && cycles) < 0;
    if (!strcmp(mode, "create")) return create_process(words[2]);
    return print_words();
}
