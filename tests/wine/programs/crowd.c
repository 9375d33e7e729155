/* SPDX-License-Identifier: MIT */
/* crowd COUNT: a program that has so many children at once. Each ends with a code of its own when all are there. */
#include "lost.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 1000, PATIENCE_MS = 300000 };

static HANDLE children[MOST], here[MOST];

static ULONG64 value(FILETIME time)
{
    return (ULONG64)time.dwHighDateTime << 32 | time.dwLowDateTime;
}

static HANDLE event(const char *handle)
{
    return (HANDLE)(ULONG_PTR)strtoull(handle, NULL, 16);
}

/* The child gets its exit code, and the events "all are there" and "I am here". */
static int child(char **argv)
{
    SetEvent(event(argv[3]));
    return WaitForSingleObject(event(argv[2]), PATIENCE_MS) ? -1 : atoi(argv[1]);
}

static HANDLE inherited_event(void)
{
    SECURITY_ATTRIBUTES inherited = { sizeof inherited, NULL, TRUE };

    return CreateEventA(&inherited, TRUE, FALSE, NULL);
}

static HANDLE start(int code, HANDLE go, HANDLE begun)
{
    STARTUPINFOA startup = { .cb = sizeof startup };
    char path[MAX_PATH], line[MAX_PATH + 64];
    PROCESS_INFORMATION created;
    BOOL done;

    if (!GetModuleFileNameA(NULL, path, sizeof path)) return NULL;
    snprintf(line, sizeof line, "\"%s\" %d %llx %llx", path, code, (ULONG64)(ULONG_PTR)go, (ULONG64)(ULONG_PTR)begun);
    do done = CreateProcessA(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &created);
    while (is_lost(done));
    if (!done) {
        printf("child %d: error %lu\n", code, GetLastError());
        return NULL;
    }
    CloseHandle(created.hThread);
    return created.hProcess;
}

static struct {
    int created, at_once, own_code, reported, used;
} count;

static void start_all(int wanted)
{
    HANDLE go = inherited_event();
    int i;

    for (i = 0; i < wanted; i++) {
        here[i] = inherited_event();
        children[i] = start(i + 1, go, here[i]);
    }
    for (i = 0; i < wanted; i++) count.created += children[i] && !WaitForSingleObject(here[i], PATIENCE_MS);
    for (i = 0; i < wanted; i++) count.at_once += WaitForSingleObject(children[i], 0) == WAIT_TIMEOUT;
    SetEvent(go);
}

static void ask(HANDLE ended, DWORD own)
{
    FILETIME creation, exit, kernel, user;
    DWORD code;

    count.own_code += !WaitForSingleObject(ended, PATIENCE_MS) && GetExitCodeProcess(ended, &code) && code == own;
    if (!GetProcessTimes(ended, &creation, &exit, &kernel, &user)) return;
    count.reported += value(creation) && value(creation) <= value(exit);
    count.used += value(kernel) + value(user) > 0;
}

int main(int argc, char **argv)
{
    const int wanted = argc == 2 ? atoi(argv[1]) : 0;
    int i;

    if (argc == 4) return child(argv);
    if (wanted < 1 || wanted > MOST) return 2;
    start_all(wanted);
    for (i = 0; i < wanted; i++) ask(children[i], (DWORD)i + 1);
    printf("%d children, %d of them at once, %d ended with their own codes, %d reported of\n", count.created, count.at_once,
           count.own_code, count.reported);
    printf("%d used time\n", count.used);
    return 0;
}
