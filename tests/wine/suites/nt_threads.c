/* SPDX-License-Identifier: MIT */
/* A profiler queries ntdll about a thread: whether the thread runs, and how often a processor began to run it. Class 40 of
   NtQueryInformationThread returns the entry that the list of processes has of the thread. */
#include "field.h"
#include "nt_queries.h"
#include "worker.h"

#include <ntstatus.h>
#include <stdlib.h>
#include <string.h>

enum { RUNNING = 2, TERMINATED = 4, WAITING = 5, PATIENCE = 3000 };

static const ULONG lists[] = { LIST, EXTENDED_LIST };

#define NEEDS_UNIXLIB() \
    if (!with_unixlib()) SKIP_BECAUSE("the system does not know the class, and Linux is not asked")

static struct listed_thread ask(HANDLE thread)
{
    struct listed_thread reported;
    ULONG length = 0;

    assert_result(hooked.thread(thread, THREAD_ENTRY, &reported, sizeof reported, &length), STATUS_SUCCESS, POISON);
    assert_int_equal(length, sizeof reported);
    return reported;
}

/* Asks, by the class of a list or by THREAD_ENTRY, until the thread is in that state, which takes it a moment. */
static struct listed_thread ask_until(ULONG class, HANDLE thread, ULONG state)
{
    struct listed_thread reported;
    int tries;

    for (tries = 0; tries < PATIENCE; tries++) {
        reported = class == THREAD_ENTRY ? ask(thread) : nt_listed_thread(class, GetThreadId(thread));
        if (reported.state == state) break;
        Sleep(10);
    }
    assert_int_equal(reported.state, state);
    return reported;
}

static DWORD WINAPI run(void *is_over)
{
    while (!__atomic_load_n((BOOL *)is_over, __ATOMIC_RELAXED)) spin(1000);
    return 0;
}

TEST(a_thread_that_runs_is_seen_running)
{
    BOOL is_over = FALSE;
    HANDLE thread;
    unsigned i;

    NEEDS_UNIXLIB();
    assert_int_equal(ask(GetCurrentThread()).state, RUNNING);
    thread = start_thread(run, &is_over);
    assert_int_equal(ask_until(THREAD_ENTRY, thread, RUNNING).reason, 0);
    for (i = 0; i < ARRAYSIZE(lists); i++) {
        assert_int_equal(ask_until(lists[i], thread, RUNNING).reason, 0);
        assert_int_equal(nt_listed_thread(lists[i], GetCurrentThreadId()).state, RUNNING);
    }
    __atomic_store_n(&is_over, TRUE, __ATOMIC_RELAXED);
    assert_int_equal(WaitForSingleObject(thread, INFINITE), WAIT_OBJECT_0);
    assert_int_equal(ask(thread).state, TERMINATED);
    CloseHandle(thread);
}

static DWORD WINAPI end(void *nothing)
{
    (void)nothing;
    return 0;
}

/* Whatever moment of its life it is in. */
TEST(a_new_thread_is_answered_at_once)
{
    HANDLE thread;
    int i;

    NEEDS_UNIXLIB();
    for (i = 0; i < 200; i++) {
        thread = start_thread(end, NULL);
        ask(thread);
        if (i % 4 == 0) assert_int_equal(WaitForSingleObject(thread, INFINITE), WAIT_OBJECT_0);
        ask(thread);
        CloseHandle(thread);
    }
}

TEST(a_thread_that_waits_is_seen_waiting)
{
    struct worker worker;
    unsigned i;

    NEEDS_UNIXLIB();
    worker_start(&worker, 1);
    ask_until(THREAD_ENTRY, worker.thread, WAITING);
    for (i = 0; i < ARRAYSIZE(lists); i++) ask_until(lists[i], worker.thread, WAITING);
    worker_close(&worker);
}

TEST(each_wait_of_a_thread_is_a_context_switch)
{
    enum { WAITS = 20 };
    ULONG before, between, after, i, j;
    struct worker worker;

    NEEDS_UNIXLIB();
    worker_start(&worker, 1);
    for (i = 0; i < ARRAYSIZE(lists); i++) {
        before = ask_until(THREAD_ENTRY, worker.thread, WAITING).switches;
        assert_true(before > 0);
        for (j = 0; j < WAITS; j++) {
            worker_ask(&worker);
            ask_until(THREAD_ENTRY, worker.thread, WAITING);
        }
        between = ask_until(lists[i], worker.thread, WAITING).switches;
        after = ask(worker.thread).switches;
        assert_true(between - before >= WAITS);
        assert_true(after >= between);
    }
    worker_close(&worker);
}

TEST(times_ids_and_priorities_are_those_of_the_thread)
{
    struct worker worker;
    FILETIME creation, exit, kernel, user;
    struct listed_thread reported;
    struct {
        LONG_PTR status;
        PVOID block;
        HANDLE process, thread;
        ULONG_PTR affinity;
        LONG priority, base_priority;
    } basic;

    NEEDS_UNIXLIB();
    worker_start(&worker, 30);
    ask_until(THREAD_ENTRY, worker.thread, WAITING);
    reported = ask(worker.thread);
    assert_true(answers.thread_times(worker.thread, &creation, &exit, &kernel, &user));
    assert_memory_equal(&reported.creation, &creation, sizeof creation);
    assert_memory_equal(&reported.kernel, &kernel, sizeof kernel);
    assert_memory_equal(&reported.user, &user, sizeof user);
    assert_int_equal(unhooked.thread(worker.thread, 0, &basic, sizeof basic, NULL), STATUS_SUCCESS);
    assert_ptr_equal(reported.process, basic.process);
    assert_ptr_equal(reported.thread, basic.thread);
    assert_int_equal(reported.priority, basic.priority);
    assert_int_equal(reported.base_priority, basic.base_priority);
    assert_non_null(reported.start);
    worker_close(&worker);
}

static void assert_refused(HANDLE thread, ULONG length, LONG status)
{
    BYTE *field = field_make();
    ULONG reported = 0xcccccccc;

    assert_result(hooked.thread(thread, THREAD_ENTRY, field, length, &reported), status, POISON);
    assert_int_equal(reported, 0xcccccccc);
    assert_true(field_is_clean_but(field, field, 0));
    field_free(field);
}

TEST(any_other_length_is_refused)
{
    static const ULONG lengths[] = { 0, 1, sizeof(struct listed_thread) - 1, sizeof(struct listed_thread) + 1, 0x100 };
    unsigned i;

    NEEDS_UNIXLIB();
    assert_int_equal(sizeof(struct listed_thread), sizeof(void *) == 8 ? 0x50 : 0x40);
    for (i = 0; i < ARRAYSIZE(lengths); i++) assert_refused(GetCurrentThread(), lengths[i], STATUS_INFO_LENGTH_MISMATCH);
}

static HANDLE open_self(DWORD access)
{
    HANDLE thread = OpenThread(access, FALSE, GetCurrentThreadId());

    assert_non_null(thread);
    return thread;
}

TEST(a_handle_needs_the_right_for_limited_queries)
{
    HANDLE limited = open_self(THREAD_QUERY_LIMITED_INFORMATION), waiter = open_self(SYNCHRONIZE);

    NEEDS_UNIXLIB();
    assert_int_equal(ask(limited).state, RUNNING);
    assert_refused(waiter, sizeof(struct listed_thread), STATUS_ACCESS_DENIED);
    CloseHandle(limited);
    CloseHandle(waiter);
    assert_refused(limited, sizeof(struct listed_thread), STATUS_INVALID_HANDLE);
    assert_refused(GetCurrentProcess(), sizeof(struct listed_thread), STATUS_OBJECT_TYPE_MISMATCH);
}

TEST(memory_that_cannot_be_written_is_an_access_violation)
{
    NEEDS_UNIXLIB();
    assert_int_equal(hooked.thread(GetCurrentThread(), THREAD_ENTRY, NULL, sizeof(struct listed_thread), NULL),
                     STATUS_ACCESS_VIOLATION);
}

/* Wine's services run without cycletime in these tests. */
TEST(a_thread_of_a_program_without_cycletime_is_left_to_the_system)
{
    const ULONG id = nt_first_thread_of(L"services.exe");
    HANDLE thread = id ? OpenThread(THREAD_QUERY_LIMITED_INFORMATION, FALSE, id) : NULL;
    struct listed_thread reported, systems;

    if (!thread) SKIP_BECAUSE("no thread of a service can be opened");
    memset(&reported, 0xcc, sizeof reported);
    memset(&systems, 0xcc, sizeof systems);
    assert_int_equal(hooked.thread(thread, THREAD_ENTRY, &reported, sizeof reported, NULL),
                     unhooked.thread(thread, THREAD_ENTRY, &systems, sizeof systems, NULL));
    assert_memory_equal(&reported, &systems, sizeof reported);
    CloseHandle(thread);
}
