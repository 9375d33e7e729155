/* SPDX-License-Identifier: MIT */
/* Memory for the time of a query: slots, and pages of the system for larger blocks and when all slots are taken. */
#include "apart.h"
#include "library/nt/calls.h"
#include "library/nt/nt.h"

#include <pthread.h>
#include <sched.h>
#include <string.h>

enum { PLACES = 64, PLACE = 0x2000, THREADS = 8, ROUNDS = 300000, OWN = 4, PROCESS = 8, TERMINATED = 12, KEPT = 16 };

static _Alignas(0x1000) BYTE pages[8][0x10000];
static ULONG pages_taken, fails;

static NTSTATUS WINAPI take_pages(HANDLE process, PVOID *memory, ULONG_PTR zero_bits, SIZE_T *size, ULONG type,
                                  ULONG access)
{
    assert_ptr_equal(process, NT_CURRENT_PROCESS);
    assert_int_equal(zero_bits, 0);
    assert_int_equal(type, MEM_RESERVE | MEM_COMMIT);
    assert_int_equal(access, PAGE_READWRITE);
    assert_null(*memory);
    if (fails || *size > sizeof pages[0]) return STATUS_NO_MEMORY;
    *memory = pages[pages_taken++ % 8];
    return STATUS_SUCCESS;
}

static NTSTATUS WINAPI free_pages(HANDLE process, PVOID *memory, SIZE_T *size, ULONG type)
{
    assert_ptr_equal(process, NT_CURRENT_PROCESS);
    assert_int_equal(*size, 0);
    assert_int_equal(type, MEM_RELEASE);
    assert_true((BYTE *)*memory >= pages[0] && (BYTE *)*memory < pages[8]);
    pages_taken--;
    return STATUS_SUCCESS;
}

static _Thread_local DWORD own_id = OWN;

DWORD WINAPI GetCurrentThreadId(void)
{
    return own_id;
}

DWORD WINAPI GetCurrentProcessId(void)
{
    return PROCESS;
}

/* The thread TERMINATED is gone; there is still a handle to the thread KEPT, which has ended too. */
static NTSTATUS WINAPI open_thread(PHANDLE handle, ACCESS_MASK access, const OBJECT_ATTRIBUTES *attributes,
                                   const CLIENT_ID *id)
{
    if (id->UniqueThread == (HANDLE)TERMINATED) return STATUS_INVALID_CID;
    *handle = id->UniqueThread;
    return STATUS_SUCCESS;
}

static NTSTATUS WINAPI query_thread(HANDLE handle, ULONG class, PVOID buffer, ULONG length, PULONG needed)
{
    THREAD_BASIC_INFORMATION *info = buffer;

    assert_int_equal(class, ThreadBasicInformation);
    assert_int_equal(length, sizeof *info);
    *info = (THREAD_BASIC_INFORMATION){ .ExitStatus = handle == (HANDLE)KEPT ? 1 : STATUS_PENDING,
                                        .ClientId = { (HANDLE)PROCESS, handle } };
    return STATUS_SUCCESS;
}

static NTSTATUS WINAPI close_handle(HANDLE handle)
{
    return STATUS_SUCCESS;
}

const struct nt_calls *nt_calls(void)
{
    static const struct nt_calls calls = { .NtAllocateVirtualMemory = take_pages,
                                           .NtFreeVirtualMemory = free_pages,
                                           .NtOpenThread = open_thread,
                                           .NtQueryInformationThread = query_thread,
                                           .NtClose = close_handle };

    return &calls;
}

TEST(what_is_small_costs_the_system_nothing_and_is_nobody_elses)
{
    BYTE *blocks[PLACES];
    ULONG i, j;

    for (i = 0; i < PLACES; i++) {
        assert_non_null(blocks[i] = nt_allocate(PLACE));
        memset(blocks[i], (int)i, PLACE);
        assert_int_equal((ULONG_PTR)blocks[i] % 16, 0);
    }
    assert_int_equal(pages_taken, 0);
    for (i = 0; i < PLACES; i++)
        for (j = 0; j < PLACE; j++) assert_int_equal(blocks[i][j], i);
    for (i = 0; i < PLACES; i++) nt_release(blocks[i]);
}

TEST(what_is_large_is_the_systems_and_goes_back)
{
    BYTE *block = nt_allocate(PLACE + 1);

    assert_int_equal(pages_taken, 1);
    memset(block, 1, PLACE + 1);
    nt_release(block);
    assert_int_equal(pages_taken, 0);
}

TEST(where_all_places_are_held_the_system_gives_more)
{
    PVOID blocks[PLACES + 1];
    ULONG i;

    for (i = 0; i <= PLACES; i++) assert_non_null(blocks[i] = nt_allocate(1));
    assert_int_equal(pages_taken, 1);
    for (i = 0; i <= PLACES; i++) nt_release(blocks[i]);
    assert_int_equal(pages_taken, 0);
    assert_non_null(blocks[0] = nt_allocate(1));
    assert_int_equal(pages_taken, 0);
    nt_release(blocks[0]);
}

/* A thread that is terminated during a query never releases its slot. */
static void slots_of_terminated_threads_are_reclaimed(DWORD thread)
{
    PVOID blocks[PLACES];
    ULONG i;

    for (i = 0; i < PLACES; i++) {
        own_id = i % 2 ? thread : OWN;
        assert_non_null(blocks[i] = nt_allocate(1));
    }
    own_id = OWN;
    for (i = 0; i < PLACES / 2; i++) assert_non_null(nt_allocate(1));
    assert_int_equal(pages_taken, 0);
    for (i = 0; i < PLACES; i++) nt_release(blocks[i]);
}

TEST(a_slot_of_a_terminated_thread_is_reclaimed)
{
    slots_of_terminated_threads_are_reclaimed(TERMINATED);
}

TEST(a_slot_of_a_terminated_thread_with_an_open_handle_is_reclaimed)
{
    slots_of_terminated_threads_are_reclaimed(KEPT);
}

TEST(where_the_system_has_none_there_is_none)
{
    fails = 1;
    assert_null(nt_allocate(PLACE + 1));
    fails = 0;
}

static void *take_and_look(void *number)
{
    BYTE *blocks[2];
    int round;

    for (round = 0; round < ROUNDS; round++) {
        blocks[0] = nt_allocate(64);
        blocks[1] = nt_allocate(64);
        memset(blocks[0], (int)(uintptr_t)number, 64);
        memset(blocks[1], (int)(uintptr_t)number, 64);
        if (round % 16 == 0) sched_yield();
        if (blocks[0][63] != (uintptr_t)number || blocks[1][63] != (uintptr_t)number) return "another's";
        nt_release(blocks[0]);
        nt_release(blocks[1]);
    }
    return NULL;
}

TEST(threads_at_once_have_blocks_of_their_own)
{
    pthread_t threads[THREADS];
    PVOID blocks[PLACES];
    void *wrong;
    uintptr_t i;

    for (i = 0; i < THREADS; i++) assert_int_equal(pthread_create(&threads[i], NULL, take_and_look, (void *)(i + 1)), 0);
    for (i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], &wrong), 0);
        assert_null(wrong);
    }
    for (i = 0; i < PLACES; i++) blocks[i] = nt_allocate(1); /* all are free again */
    assert_int_equal(pages_taken, 0);
    for (i = 0; i < PLACES; i++) nt_release(blocks[i]);
}
