/* SPDX-License-Identifier: MIT */
/* Many children at once, and what else a parent runs. */
#include "family.h"

#include <stdlib.h>

enum { THREADS = 8, EACH = 7, CHILDREN = 50 };

static LONG created, failed, by_state[4];

static DWORD WINAPI create_some(LPVOID argument)
{
    PROCESS_INFORMATION children[EACH];
    int count = 0, i;
    DWORD state;

    (void)argument;
    while (count < EACH && InterlockedIncrement(&created) <= CHILDREN) {
        if (start(L"state", 0, &children[count])) count++;
        else InterlockedIncrement(&failed);
    }
    for (i = 0; i < count; i++) {
        state = end_of(&children[i], FALSE);
        InterlockedIncrement(&by_state[state < ARRAYSIZE(by_state) ? state : 3]);
    }
    return 0;
}

int parent_many(int argc, WCHAR **argv)
{
    HANDLE threads[THREADS];
    int i;

    (void)argc;
    (void)argv;
    for (i = 0; i < THREADS; i++) threads[i] = CreateThread(NULL, 0, create_some, NULL, 0, NULL);
    WaitForMultipleObjects(THREADS, threads, TRUE, INFINITE);
    say("%ld grafted, %ld plain, %ld otherwise, %ld not created", by_state[1], by_state[2], by_state[0] + by_state[3], failed);
    return 0;
}

/* Whose the functions are that create processes. */
int parent_functions(int argc, WCHAR **argv)
{
    static const char *const names[] = { "CreateProcessA", "CreateProcessW", "CreateProcessAsUserA", "CreateProcessAsUserW",
                                         "CreateProcessInternalA", "CreateProcessInternalW" };
    static const WCHAR *const modules[] = { L"kernel32.dll", L"kernelbase.dll" };
    unsigned i, module;
    PVOID function;

    (void)argc;
    (void)argv;
    say("%s", graft_state());
    say("imported CreateProcessW: %s", is_systems((PVOID)CreateProcessW) ? "system's" : "another");
    for (module = 0; module < ARRAYSIZE(modules); module++)
        for (i = 0; i < ARRAYSIZE(names); i++) {
            function = (PVOID)GetProcAddress(GetModuleHandleW(modules[module]), names[i]);
            say("%ls %s: %s", modules[module], names[i], !function ? "none" : is_systems(function) ? "system's" : "another");
        }
    return 0;
}

/* run APPLICATION [COMMAND LINE]: "" for none. */
int parent_run(int argc, WCHAR **argv)
{
    const WCHAR *application = argc > 1 && argv[1][0] ? argv[1] : NULL;
    WCHAR *line = argc > 2 && argv[2][0] ? argv[2] : NULL;
    STARTUPINFOW startup = { .cb = sizeof startup };
    PROCESS_INFORMATION child;

    SetLastError(0xdeadbeef);
    if (!CreateProcessW(application, line, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &child)) {
        say("error %lu", GetLastError());
        return 0;
    }
    end_of(&child, TRUE);
    return 0;
}

/* unix DOS-PATH: a program that is not Windows'. */
int parent_unix(int argc, WCHAR **argv)
{
    PROCESS_INFORMATION child;
    STARTUPINFOW startup = { .cb = sizeof startup };
    BOOL created;

    memset(&child, 0xcc, sizeof child);
    SetLastError(0xdeadbeef);
    created = CreateProcessW(argc > 1 ? argv[1] : NULL, wcscpy(malloc(64), L"x from unix"), NULL, NULL, TRUE, 0, NULL, NULL,
                             &startup, &child);
    say("%d, error 0x%lx", created, GetLastError());
    say("%d %d 0x%lx 0x%lx", child.hProcess != NULL, child.hThread != NULL, child.dwProcessId, child.dwThreadId);
    return 0;
}
