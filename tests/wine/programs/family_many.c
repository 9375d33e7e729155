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
        if (start(own_line(L"state"), 0, &children[count])) count++;
        else InterlockedIncrement(&failed);
    }
    for (i = 0; i < count; i++) {
        state = end_of(&children[i], FALSE);
        InterlockedIncrement(&by_state[state < ARRAYSIZE(by_state) ? state : 3]);
    }
    return 0;
}

void parent_many(void)
{
    HANDLE threads[THREADS];
    int i;

    for (i = 0; i < THREADS; i++) threads[i] = CreateThread(NULL, 0, create_some, NULL, 0, NULL);
    WaitForMultipleObjects(THREADS, threads, TRUE, INFINITE);
    say("%ld hooked, %ld plain, %ld otherwise, %ld not created", by_state[1], by_state[2], by_state[0] + by_state[3],
        failed);
}

/* Reports whose functions create processes. */
void parent_functions(void)
{
    static const char *const names[] = { "CreateProcessA", "CreateProcessW", "CreateProcessAsUserA", "CreateProcessAsUserW",
                                         "CreateProcessInternalA", "CreateProcessInternalW" };
    static const WCHAR *const modules[] = { L"kernel32.dll", L"kernelbase.dll" };
    unsigned i, module;
    PVOID function;

    say("%s", hook_state());
    say("imported CreateProcessW: %s", is_systems((PVOID)CreateProcessW) ? "system's" : "another");
    for (module = 0; module < ARRAYSIZE(modules); module++)
        for (i = 0; i < ARRAYSIZE(names); i++) {
            function = (PVOID)GetProcAddress(GetModuleHandleW(modules[module]), names[i]);
            say("%ls %s: %s", modules[module], names[i],
                !function ? "none" : is_systems(function) ? "system's" : "another");
        }
}

/* run APPLICATION [COMMAND LINE]: "" for none. */
void parent_run(void)
{
    SetLastError(0xdeadbeef);
    run_child(or_null(argument(1)), or_null(argument(2)), 0, NULL, NULL);
}

/* Wine up to 8 reports about a Unix program what happens to lie on the stack: let that be handles of this process. */
static __attribute__((noinline)) void fill_stack(HANDLE handle)
{
    volatile HANDLE values[0x1800];
    unsigned i;

    for (i = 0; i < ARRAYSIZE(values); i++) values[i] = handle;
}

/* unix DOS-PATH ARGUMENT: a program that is not Windows'. */
void parent_unix(void)
{
    STARTUPINFOW startup = { .cb = sizeof startup };
    WCHAR line[FAMILY_LINE];
    PROCESS_INFORMATION child;
    HANDLE self;
    BOOL created;

    DuplicateHandle(GetCurrentProcess(), GetCurrentProcess(), GetCurrentProcess(), &self, 0, FALSE, DUPLICATE_SAME_ACCESS);
    _snwprintf(line, ARRAYSIZE(line), L"unix %ls", argument(2));
    fill_stack(self);
    SetLastError(0xdeadbeef);
    created = CreateProcessW(or_null(argument(1)), line, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &child);
    say("%d, error 0x%lx", created, GetLastError());
    say("its parent lives");
}
