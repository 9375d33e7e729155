/* SPDX-License-Identifier: MIT */
#include "ask.h"

#include <string.h>

BOOLEAN is_about_threads(enum question question)
{
    return question == THREAD_CYCLES || question == THREAD_TIMES;
}

BOOLEAN is_about_cycles(enum question question)
{
    return question == THREAD_CYCLES || question == PROCESS_CYCLES;
}

enum fake_kind kind_of(enum question question)
{
    return is_about_threads(question) ? FAKE_THREAD : FAKE_PROCESS;
}

HANDLE pseudo_handle(enum question question)
{
    return is_about_threads(question) ? NT_CURRENT_THREAD : NT_CURRENT_PROCESS;
}

struct reply ask_at(enum question question, HANDLE handle, size_t offset)
{
    _Alignas(16) BYTE out[5 * sizeof(ULONG64) + 16];
    ULONG64 values[5];
    PVOID at[5];
    BOOL returned = -1;
    size_t i;

    memset(out, 0xcc, sizeof out);
    for (i = 0; i < 5; i++) at[i] = out + offset + i * sizeof(ULONG64);
    SetLastError(POISON);
    switch (question) {
    case THREAD_CYCLES: returned = QueryThreadCycleTime(handle, at[0]); break;
    case PROCESS_CYCLES: returned = QueryProcessCycleTime(handle, at[0]); break;
    case THREAD_TIMES: returned = GetThreadTimes(handle, at[1], at[2], at[3], at[4]); break;
    case PROCESS_TIMES: returned = GetProcessTimes(handle, at[1], at[2], at[3], at[4]); break;
    default: break;
    }
    memcpy(values, out + offset, sizeof values);
    return (struct reply){ returned, GetLastError(), values[0], values[1], values[2], values[3], values[4] };
}

struct reply ask(enum question question, HANDLE handle)
{
    return ask_at(question, handle, 0);
}

struct reply cycles_are(ULONG64 cycles)
{
    return (struct reply){ TRUE, POISON, cycles, UNTOUCHED, UNTOUCHED, UNTOUCHED, UNTOUCHED };
}

struct reply times_are(ULONG64 creation, ULONG64 exit, ULONG64 kernel, ULONG64 user)
{
    return (struct reply){ TRUE, POISON, UNTOUCHED, creation, exit, kernel, user };
}

struct reply times_of(HANDLE handle, ULONG64 kernel, ULONG64 user)
{
    const struct fake_object *object = fake_object_of(handle);

    return times_are(object->creation, object->exit, kernel, user);
}

struct reply failed_with(DWORD error)
{
    return (struct reply){ FALSE, error, UNTOUCHED, UNTOUCHED, UNTOUCHED, UNTOUCHED, UNTOUCHED };
}

struct reply true_answer(enum question question, HANDLE handle)
{
    const struct fake_object *object = fake_object_of(handle);

    if (!is_about_cycles(question)) return times_are(object->creation, object->exit, object->kernel, object->user);
    if (fake.machine == &windows_10) return cycles_are(object->cycles);
    return cycles_are((object->kernel + object->user) * (FAKE_RATE / 10000000));
}

static void print(const char *what, const struct reply *answer)
{
    print_error("%s: returned %d, last error %#x, cycles %#llx, creation %#llx, exit %#llx, kernel %#llx, user %#llx\n",
                what, answer->returned, answer->error, (unsigned long long)answer->cycles,
                (unsigned long long)answer->creation, (unsigned long long)answer->exit,
                (unsigned long long)answer->kernel, (unsigned long long)answer->user);
}

void check_answer(struct reply got, struct reply expected, const char *file, int line)
{
    if (!memcmp(&got, &expected, sizeof got)) return;
    print("got", &got);
    print("expected", &expected);
    _fail(file, line);
}

void check_true_answer(enum question question, HANDLE handle, const char *file, int line)
{
    check_answer(ask(question, handle), true_answer(question, handle), file, line);
}

CYCLETIME_SOURCE source_of(CYCLETIME_QUESTION question)
{
    CYCLETIME_SOURCE source = 99;

    assert_done(CycletimeQuerySource(question, &source, NULL));
    return source;
}

int boot(void **state)
{
    fake_boot(*state);
    return 0;
}

int boot_with_unixlib(void **state)
{
    boot(state);
    fake_unix_install();
    return 0;
}
