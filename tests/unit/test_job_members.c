/* SPDX-License-Identifier: MIT */
/* Which processes live in a job, as NT reports by handles of any rights and in lists of any length. */
#include "apart.h"
#include "library/nt/calls.h"

#include <stdlib.h>
#include <string.h>

enum { FULL = 0x40, WEAK = 0x44, COPY = 0x48, MANY = 1000, PROCESSES = 1234 };
enum { OWN = 0x20, OTHER = 0x24, PROCESS = 0x4c, THERE = 0x50 };

static ULONG members; /* the ids are 4, 8, ... */
static NTSTATUS too_short; /* what a list that is longer than its room is answered with */
static BOOLEAN is_denied; /* another right */
static int copies; /* that are open */

static NTSTATUS list(ULONG_PTR *words, ULONG length, PULONG counts)
{
    const ULONG room = (ULONG)((length - 2 * sizeof *counts) / sizeof *words);
    ULONG i;

    counts[0] = members;
    counts[1] = min(room, members);
    for (i = 0; i < counts[1]; i++) words[i] = 4 * (i + 1);
    return counts[1] < members ? too_short : STATUS_SUCCESS;
}

static NTSTATUS WINAPI query_job(HANDLE job, ULONG class, PVOID buffer, ULONG length, PULONG returned)
{
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION *const accounting = buffer;

    assert_null(returned);
    if (job != (HANDLE)FULL && job != (HANDLE)COPY) return STATUS_ACCESS_DENIED;
    if (class == 3) return list((ULONG_PTR *)buffer + 8 / sizeof(ULONG_PTR), length, buffer);
    assert_int_equal(class, 1);
    memset(accounting, 0, length);
    accounting->TotalProcesses = PROCESSES;
    return STATUS_SUCCESS;
}

static NTSTATUS WINAPI duplicate(HANDLE from, HANDLE handle, HANDLE to, PHANDLE copy, ACCESS_MASK access, ULONG attributes,
                                 ULONG options)
{
    assert_ptr_equal(to, NT_CURRENT_PROCESS);
    assert_true(from == NT_CURRENT_PROCESS ? handle == (HANDLE)WEAK && access == JOB_OBJECT_QUERY
                                           : from == (HANDLE)PROCESS && handle == (HANDLE)THERE && !access);
    assert_int_equal(attributes | options, 0);
    if (is_denied) return STATUS_ACCESS_DENIED;
    *copy = (HANDLE)COPY;
    copies++;
    return STATUS_SUCCESS;
}

static NTSTATUS WINAPI close_handle(HANDLE handle)
{
    assert_true(handle == (HANDLE)COPY || handle == (HANDLE)PROCESS);
    copies--;
    return STATUS_SUCCESS;
}

static NTSTATUS WINAPI open_process(PHANDLE process, ACCESS_MASK access, const OBJECT_ATTRIBUTES *attributes,
                                    const CLIENT_ID *client)
{
    assert_int_equal(access, PROCESS_DUP_HANDLE);
    assert_ptr_equal(client->UniqueProcess, (HANDLE)OTHER);
    if (is_denied) return STATUS_ACCESS_DENIED;
    *process = (HANDLE)PROCESS;
    copies++;
    return STATUS_SUCCESS;
}

/* COPY is of THERE, a handle of the other process, and leads to the same object as FULL. */
static NTSTATUS WINAPI compare(HANDLE first, HANDLE second)
{
    assert_true(second == (HANDLE)COPY || second == (HANDLE)WEAK);
    return first == (HANDLE)FULL ? STATUS_SUCCESS : (NTSTATUS)0xc00001ac; /* STATUS_NOT_SAME_OBJECT */
}

DWORD WINAPI GetCurrentThreadId(void)
{
    return 0;
}

DWORD WINAPI GetCurrentProcessId(void)
{
    return OWN;
}

const struct nt_calls *nt_calls(void)
{
    static const struct nt_calls calls = {
        .NtQueryInformationJobObject = query_job, .NtDuplicateObject = duplicate, .NtClose = close_handle,
        .NtOpenProcess = open_process, .NtCompareObjects = compare
    };

    return &calls;
}

PVOID nt_allocate(SIZE_T size)
{
    return malloc(size);
}

void nt_release(PVOID block)
{
    free(block);
}

static void assert_listed(HANDLE job)
{
    ULONG count = 0xcccccccc, *ids = nt_job_members(job, &count), i;

    assert_non_null(ids);
    assert_int_equal(count, members);
    for (i = 0; i < count; i++) assert_int_equal(ids[i], 4 * (i + 1));
    nt_release(ids);
    assert_int_equal(copies, 0);
}

/* Windows says with the first status that there are more, Wine with the second. */
TEST(of_many_processes_all_are_listed)
{
    static const NTSTATUS statuses[] = { STATUS_BUFFER_OVERFLOW, STATUS_MORE_ENTRIES };
    size_t i;

    members = MANY;
    for (i = 0; i < ARRAYSIZE(statuses); i++) {
        too_short = statuses[i];
        assert_listed((HANDLE)FULL);
    }
}

TEST(a_handle_without_the_right_to_query_will_do)
{
    ULONG count = 0xcccccccc;

    members = 2;
    assert_listed((HANDLE)WEAK);
    assert_int_equal(nt_job_processes((HANDLE)WEAK, &count), STATUS_SUCCESS);
    assert_int_equal(count, PROCESSES);
    assert_int_equal(copies, 0);
}

TEST(a_handle_whose_right_to_query_is_denied_to_this_process_lists_nothing)
{
    ULONG count = 0xcccccccc;

    members = 2;
    is_denied = TRUE;
    assert_null(nt_job_members((HANDLE)WEAK, &count));
    assert_int_equal(nt_job_processes((HANDLE)WEAK, &count), STATUS_ACCESS_DENIED);
    assert_int_equal(count, 0xcccccccc);
}

TEST(a_handle_of_another_process_is_compared_by_a_copy)
{
    is_denied = FALSE;
    assert_true(nt_is_same_object((HANDLE)FULL, OTHER, (HANDLE)THERE));
    assert_false(nt_is_same_object((HANDLE)WEAK, OTHER, (HANDLE)THERE));
    assert_int_equal(copies, 0);
}

TEST(a_handle_of_a_process_that_may_not_be_opened_is_no_other_one)
{
    is_denied = TRUE;
    assert_false(nt_is_same_object((HANDLE)FULL, OTHER, (HANDLE)THERE));
    assert_int_equal(copies, 0);
}

TEST(a_handle_of_this_process_is_compared_itself)
{
    is_denied = TRUE;
    assert_true(nt_is_same_object((HANDLE)FULL, OWN, (HANDLE)WEAK));
    assert_false(nt_is_same_object((HANDLE)WEAK, OWN, (HANDLE)WEAK));
}
