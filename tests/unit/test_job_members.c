/* SPDX-License-Identifier: MIT */
/* Which processes live in a job, as NT reports by handles of any rights and in lists of any length. */
#include "apart.h"
#include "library/nt/calls.h"

#include <stdlib.h>
#include <string.h>

enum { FULL = 0x40, WEAK = 0x44, COPY = 0x48, MANY = 1000, PROCESSES = 1234 };

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
    assert_true(from == NT_CURRENT_PROCESS && to == NT_CURRENT_PROCESS && handle == (HANDLE)WEAK);
    assert_int_equal(access, JOB_OBJECT_QUERY);
    assert_int_equal(attributes | options, 0);
    if (is_denied) return STATUS_ACCESS_DENIED;
    *copy = (HANDLE)COPY;
    copies++;
    return STATUS_SUCCESS;
}

static NTSTATUS WINAPI close_handle(HANDLE handle)
{
    assert_ptr_equal(handle, (HANDLE)COPY);
    copies--;
    return STATUS_SUCCESS;
}

const struct nt_calls *nt_calls(void)
{
    static const struct nt_calls calls = {
        .NtQueryInformationJobObject = query_job, .NtDuplicateObject = duplicate, .NtClose = close_handle
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

TEST(of_many_processes_all_are_listed_as_windows_says_that_there_are_more)
{
    members = MANY;
    too_short = STATUS_BUFFER_OVERFLOW;
    assert_listed((HANDLE)FULL);
}

TEST(and_as_wine_says_it)
{
    members = MANY;
    too_short = STATUS_MORE_ENTRIES;
    assert_listed((HANDLE)FULL);
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

TEST(but_not_where_this_process_may_not_have_the_right)
{
    ULONG count = 0xcccccccc;

    members = 2;
    is_denied = TRUE;
    assert_null(nt_job_members((HANDLE)WEAK, &count));
    assert_int_equal(nt_job_processes((HANDLE)WEAK, &count), STATUS_ACCESS_DENIED);
    assert_int_equal(count, 0xcccccccc);
}
