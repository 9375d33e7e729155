/* SPDX-License-Identifier: MIT */
/* Many children at once, and what else a parent runs. */
#include "family.h"
#include "lost.h"

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
    say("%ld hooked, %ld plain, %ld otherwise, %ld not created", by_state[1], by_state[2], by_state[0] + by_state[3],
        failed);
    return 0;
}

/* Reports whose functions create processes. */
int parent_functions(int argc, WCHAR **argv)
{
    static const char *const names[] = { "CreateProcessA", "CreateProcessW", "CreateProcessAsUserA", "CreateProcessAsUserW",
                                         "CreateProcessInternalA", "CreateProcessInternalW" };
    static const WCHAR *const modules[] = { L"kernel32.dll", L"kernelbase.dll" };
    unsigned i, module;
    PVOID function;

    (void)argc;
    (void)argv;
    say("%s", hook_state());
    say("imported CreateProcessW: %s", is_systems((PVOID)CreateProcessW) ? "system's" : "another");
    for (module = 0; module < ARRAYSIZE(modules); module++)
        for (i = 0; i < ARRAYSIZE(names); i++) {
            function = (PVOID)GetProcAddress(GetModuleHandleW(modules[module]), names[i]);
            say("%ls %s: %s", modules[module], names[i],
                !function ? "none" : is_systems(function) ? "system's" : "another");
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
    BOOL done;

    SetLastError(0xdeadbeef);
    do done = CreateProcessW(application, line, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &child);
    while (is_lost(done));
    if (!done) {
        say("error %lu", GetLastError());
        return 0;
    }
    end_of(&child, TRUE);
    return 0;
}

/* Wine up to 8 reports about a Unix program what happens to lie on the stack: let that be handles of this process. */
static __attribute__((noinline)) void fill_stack(HANDLE handle)
{
    volatile HANDLE values[0x1800];
    unsigned i;

    for (i = 0; i < ARRAYSIZE(values); i++) values[i] = handle;
}

/* unix DOS-PATH ARGUMENT: a program that is not Windows'. */
int parent_unix(int argc, WCHAR **argv)
{
    STARTUPINFOW startup = { .cb = sizeof startup };
    WCHAR line[FAMILY_LINE];
    PROCESS_INFORMATION child;
    HANDLE self;
    BOOL created;

    DuplicateHandle(GetCurrentProcess(), GetCurrentProcess(), GetCurrentProcess(), &self, 0, FALSE, DUPLICATE_SAME_ACCESS);
    _snwprintf(line, ARRAYSIZE(line), L"unix %ls", argc > 2 ? argv[2] : L"");
    fill_stack(self);
    SetLastError(0xdeadbeef);
    created = CreateProcessW(argc > 1 ? argv[1] : NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &child);
    say("%d, error 0x%lx", created, GetLastError());
    say("its parent lives");
    return 0;
}
