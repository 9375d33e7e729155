/* SPDX-License-Identifier: MIT */
/* The test that the projects of runners.py run. Its argument names what it does; without one it passes. */
#include <process.h>
#include <stdio.h>
#include <string.h>
#include <windows.h>

enum { LINES = 2000, TOO_LONG = 600 * 1000 /* in ms; more than any test has */ };

static int print_to_both(void)
{
    int i;

    for (i = 1; i <= LINES; i++) fprintf(i % 2 ? stdout : stderr, "line %d\n", i);
    return 0;
}

static int crash(void)
{
    *(volatile int *)16 = 0;
    return 0;
}

/* Returns the exit code of a child that prints to this program's streams. */
static int run_child(const char *program)
{
    const int code = (int)_spawnl(_P_WAIT, program, program, "both", NULL);

    printf("the child ended with %d\n", code);
    return code;
}

/* Exceeds the runner's time limit, and so does a child. */
static int exceed_limit(const char *program)
{
    _spawnl(_P_NOWAIT, program, program, "sleep", NULL);
    puts("begun");
    fflush(stdout);
    Sleep(TOO_LONG);
    return 0;
}

int main(int count, char **words)
{
    const char *mode = count > 1 ? words[1] : "pass";

    if (!strcmp(mode, "both")) return print_to_both();
    if (!strcmp(mode, "child")) return run_child(words[0]);
    if (!strcmp(mode, "crash")) return crash();
    if (!strcmp(mode, "fail")) return 3;
    if (!strcmp(mode, "limit")) return exceed_limit(words[0]);
    if (!strcmp(mode, "sleep")) Sleep(TOO_LONG);
    puts("passed");
    return 0;
}
