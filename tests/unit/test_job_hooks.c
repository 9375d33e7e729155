/* SPDX-License-Identifier: MIT */
/* Tests the hooks of NT's job functions over a system that answers what the test sets: the calls to the system and to the
   query layer, and the answer to the caller. */
#include "apart.h"
#include "inject/hooks/hooks.h"
#include "library/query/query.h"

#include <stdio.h>
#include <string.h>

#define JOB ((HANDLE)0x10)
#define OTHER ((HANDLE)0x24)
#define UNREADABLE ((PVOID)0x1000)

enum { BASIC = JobObjectBasicAccountingInformation, AND_IO = JobObjectBasicAndIoAccountingInformation };

struct trampolines trampolines;

static NTSTATUS systems;       /* what each function of the system returns */
static NTSTATUS systems_basic; /* the same for the class BASIC */
static NTSTATUS times_known;   /* what query_job_times returns */
static BOOLEAN is_kept;        /* what query_membership_begins returns */
static char told[200];         /* the calls to the query layer and to the system, in order */
static ULONG length_passed;

#define TELL(...) snprintf(told + strlen(told), sizeof told - strlen(told), __VA_ARGS__)

void query_job_handle_is_new(HANDLE handle, BOOLEAN is_opened)
{
    TELL("%s %p;", is_opened ? "opened" : "new", handle);
}

void query_job_handle_is_copied(HANDLE from, HANDLE handle, HANDLE to, HANDLE copy)
{
    TELL("copied %p %p %p %p;", from, handle, to, copy);
}

BOOLEAN query_membership_begins(HANDLE job, HANDLE process, struct unixlib_membership *membership)
{
    TELL("begins %p %p;", job, process);
    return is_kept;
}

void query_membership_ends(struct unixlib_membership *membership, BOOLEAN holds)
{
    TELL("ends %d;", holds);
}

struct query_kill *query_job_kills_begin(HANDLE job, ULONG code, ULONG *count)
{
    TELL("kills %p %u;", job, code);
    *count = 3;
    return NULL;
}

void query_job_kills_end(struct query_kill *kills, ULONG count, BOOLEAN is_done)
{
    TELL("killed %u %d;", count, is_done);
}

void query_job_period_begins(HANDLE job)
{
    TELL("period %p;", job);
}

NTSTATUS query_job_times(HANDLE job, struct query_job_times *times)
{
    *times = (struct query_job_times){ .kernel = 1, .user = 2, .period_kernel = 3, .period_user = 4 };
    return times_known;
}

NTSTATUS nt_copy(PVOID to, const void *from, SIZE_T size)
{
    if (!to || !from || to == UNREADABLE || from == UNREADABLE) return STATUS_ACCESS_VIOLATION;
    memcpy(to, from, size);
    return STATUS_SUCCESS;
}

static NTSTATUS WINAPI make(PHANDLE job, ACCESS_MASK access, PVOID attributes)
{
    TELL("system;");
    if (job != UNREADABLE) *job = JOB;
    return systems;
}

static NTSTATUS WINAPI duplicate(HANDLE from, HANDLE handle, HANDLE to, PHANDLE copy, ACCESS_MASK access, ULONG attributes,
                                 ULONG options)
{
    if (copy) *copy = OTHER;
    return systems;
}

static NTSTATUS WINAPI assign(HANDLE job, HANDLE process)
{
    TELL("system;");
    return systems;
}

static NTSTATUS WINAPI terminate(HANDLE job, NTSTATUS code)
{
    TELL("system;");
    return systems;
}

static NTSTATUS WINAPI set(HANDLE job, ULONG class, PVOID buffer, ULONG length)
{
    TELL("system %u;", class);
    return systems;
}

/* Fills the answer with 7s. */
static NTSTATUS WINAPI query(HANDLE job, ULONG class, PVOID buffer, ULONG length, PULONG returned)
{
    const NTSTATUS status = class == BASIC ? systems_basic : systems;

    length_passed = length;
    if (NT_SUCCESS(status)) memset(buffer, 7, length);
    if (NT_SUCCESS(status) && returned) *returned = length;
    return status;
}

static int prepare(void **state)
{
    (void)state;
    trampolines = (struct trampolines){
        .NtCreateJobObject = make, .NtOpenJobObject = make, .NtDuplicateObject = duplicate,
        .NtAssignProcessToJobObject = assign, .NtTerminateJobObject = terminate, .NtSetInformationJobObject = set,
        .NtQueryInformationJobObject = query,
    };
    return 0;
}

TEST_AFTER(prepare, created_job_is_new_and_a_job_that_existed_is_opened)
{
    HANDLE job;

    assert_int_equal(HookedNtCreateJobObject(&job, 0, NULL), STATUS_SUCCESS);
    assert_string_equal(told, "system;new 0x10;");
    systems = STATUS_OBJECT_NAME_EXISTS;
    *told = 0;
    assert_int_equal(HookedNtCreateJobObject(&job, 0, NULL), STATUS_OBJECT_NAME_EXISTS);
    assert_string_equal(told, "system;opened 0x10;");
    systems = STATUS_SUCCESS;
    *told = 0;
    assert_int_equal(HookedNtOpenJobObject(&job, 0, NULL), STATUS_SUCCESS);
    assert_string_equal(told, "system;opened 0x10;");
}

TEST_AFTER(prepare, refused_job_and_unreadable_handle_are_no_handles)
{
    HANDLE job;

    assert_int_equal(HookedNtCreateJobObject(UNREADABLE, 0, NULL), STATUS_SUCCESS);
    systems = STATUS_ACCESS_DENIED;
    assert_int_equal(HookedNtOpenJobObject(&job, 0, NULL), STATUS_ACCESS_DENIED);
    assert_string_equal(told, "system;system;");
}

TEST_AFTER(prepare, copied_handle_is_reported_with_both_processes)
{
    HANDLE copy;

    assert_int_equal(HookedNtDuplicateObject((HANDLE)1, JOB, (HANDLE)2, &copy, 0, 0, 0), STATUS_SUCCESS);
    assert_string_equal(told, "copied 0x1 0x10 0x2 0x24;");
}

TEST_AFTER(prepare, copy_without_a_place_for_it_or_refused_is_not_reported)
{
    HANDLE copy;

    assert_int_equal(HookedNtDuplicateObject((HANDLE)1, JOB, (HANDLE)2, NULL, 0, 0, 0), STATUS_SUCCESS);
    systems = STATUS_INVALID_HANDLE;
    assert_int_equal(HookedNtDuplicateObject((HANDLE)1, JOB, (HANDLE)2, &copy, 0, 0, 0), STATUS_INVALID_HANDLE);
    assert_string_equal(told, "");
}

TEST_AFTER(prepare, membership_begins_before_the_system_is_asked_and_ends_by_its_answer)
{
    is_kept = TRUE;
    assert_int_equal(HookedNtAssignProcessToJobObject(JOB, OTHER), STATUS_SUCCESS);
    assert_string_equal(told, "begins 0x10 0x24;system;ends 1;");
    systems = STATUS_ACCESS_DENIED;
    *told = 0;
    assert_int_equal(HookedNtAssignProcessToJobObject(JOB, OTHER), STATUS_ACCESS_DENIED);
    assert_string_equal(told, "begins 0x10 0x24;system;ends 0;");
}

TEST_AFTER(prepare, membership_that_is_not_kept_does_not_end)
{
    assert_int_equal(HookedNtAssignProcessToJobObject(JOB, OTHER), STATUS_SUCCESS);
    assert_string_equal(told, "begins 0x10 0x24;system;");
}

TEST_AFTER(prepare, kills_are_recorded_before_and_after_the_system_is_asked)
{
    assert_int_equal(HookedNtTerminateJobObject(JOB, 9), STATUS_SUCCESS);
    assert_string_equal(told, "kills 0x10 9;system;killed 3 1;");
    systems = STATUS_ACCESS_DENIED;
    *told = 0;
    assert_int_equal(HookedNtTerminateJobObject(JOB, 9), STATUS_ACCESS_DENIED);
    assert_string_equal(told, "kills 0x10 9;system;killed 3 0;");
}

static BOOLEAN begins_period(ULONG class, ULONG flags, ULONG length, NTSTATUS status)
{
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limit = { .BasicLimitInformation.LimitFlags = flags };

    *told = 0;
    systems = status;
    assert_int_equal(HookedNtSetInformationJobObject(JOB, class, &limit, length), status);
    return strstr(told, "period 0x10;") != NULL;
}

TEST_AFTER(prepare, period_begins_with_each_limit_of_time_that_is_not_preserved)
{
    const ULONG basic = JobObjectBasicLimitInformation, extended = JobObjectExtendedLimitInformation;
    const ULONG time = JOB_OBJECT_LIMIT_JOB_TIME, size = sizeof(JOBOBJECT_BASIC_LIMIT_INFORMATION);

    assert_true(begins_period(basic, time, size, STATUS_SUCCESS));
    assert_true(begins_period(extended, time | JOB_OBJECT_LIMIT_PRIORITY_CLASS, size, STATUS_SUCCESS));
    assert_false(begins_period(basic, time | JOB_OBJECT_LIMIT_PRESERVE_JOB_TIME, size, STATUS_SUCCESS));
    assert_false(begins_period(basic, JOB_OBJECT_LIMIT_PRIORITY_CLASS, size, STATUS_SUCCESS));
    assert_false(begins_period(basic, time, size, STATUS_ACCESS_DENIED));
    assert_false(begins_period(basic, time, size - 1, STATUS_SUCCESS));
    assert_false(begins_period(JobObjectEndOfJobTimeInformation, time, size, STATUS_SUCCESS));
}

TEST_AFTER(prepare, limit_that_cannot_be_read_begins_no_period)
{
    assert_int_equal(HookedNtSetInformationJobObject(JOB, JobObjectBasicLimitInformation, UNREADABLE, 0x100),
                     STATUS_SUCCESS);
    assert_string_equal(told, "system 2;");
}

TEST_AFTER(prepare, times_replace_those_of_the_system_and_nothing_else)
{
    JOBOBJECT_BASIC_AND_IO_ACCOUNTING_INFORMATION answer, expected;
    const ULONG classes[] = { BASIC, AND_IO };
    ULONG i, length;

    for (i = 0; i < ARRAYSIZE(classes); i++) {
        memset(&expected, 7, sizeof expected);
        expected.BasicInfo.TotalKernelTime.QuadPart = 1;
        expected.BasicInfo.TotalUserTime.QuadPart = 2;
        expected.BasicInfo.ThisPeriodTotalKernelTime.QuadPart = 3;
        expected.BasicInfo.ThisPeriodTotalUserTime.QuadPart = 4;
        assert_int_equal(HookedNtQueryInformationJobObject(JOB, classes[i], &answer, sizeof answer, &length),
                         STATUS_SUCCESS);
        assert_memory_equal(&answer, &expected, sizeof answer);
        assert_int_equal(length, sizeof answer);
    }
}

TEST_AFTER(prepare, answer_stays_the_systems_where_the_times_are_not_known_or_the_class_is_another)
{
    BYTE answer[0x60], expected[0x60];

    memset(expected, 7, sizeof expected);
    assert_int_equal(HookedNtQueryInformationJobObject(JOB, 3, answer, sizeof answer, NULL), STATUS_SUCCESS);
    assert_memory_equal(answer, expected, sizeof answer);
    times_known = STATUS_NOT_SUPPORTED;
    assert_int_equal(HookedNtQueryInformationJobObject(JOB, BASIC, answer, sizeof answer, NULL), STATUS_SUCCESS);
    assert_memory_equal(answer, expected, sizeof answer);
}

TEST_AFTER(prepare, failure_is_the_systems_and_nothing_is_written)
{
    BYTE answer[0x60] = { 0 }, expected[0x60] = { 0 };
    const ULONG lengths[] = { 0, 1, 0x2f, 0x30, 0x60 };
    ULONG i, length = 5;

    systems_basic = STATUS_INFO_LENGTH_MISMATCH;
    for (i = 0; i < ARRAYSIZE(lengths); i++) {
        assert_int_equal(HookedNtQueryInformationJobObject(JOB, BASIC, answer, lengths[i], &length), systems_basic);
        assert_int_equal(length_passed, lengths[i]);
    }
    assert_memory_equal(answer, expected, sizeof answer);
    assert_int_equal(length, 5);
}

TEST_AFTER(prepare, counters_of_io_are_0_where_the_system_does_not_know_the_class)
{
    const NTSTATUS unknown[] = { STATUS_NOT_IMPLEMENTED, STATUS_INVALID_INFO_CLASS };
    JOBOBJECT_BASIC_AND_IO_ACCOUNTING_INFORMATION answer;
    const IO_COUNTERS none = { 0 };
    ULONG i, length;

    for (i = 0; i < ARRAYSIZE(unknown); i++) {
        systems = unknown[i];
        memset(&answer, 0xcc, sizeof answer);
        assert_int_equal(HookedNtQueryInformationJobObject(JOB, AND_IO, &answer, sizeof answer, &length), STATUS_SUCCESS);
        assert_int_equal(length, sizeof answer);
        assert_int_equal(answer.BasicInfo.TotalUserTime.QuadPart, 2);
        assert_int_equal(answer.BasicInfo.TotalProcesses, 0x7070707);
        assert_memory_equal(&answer.IoInfo, &none, sizeof none);
    }
}

TEST_AFTER(prepare, length_of_the_class_with_counters_of_io_must_be_exact)
{
    BYTE answer[0x61] = { 0 }, expected[0x61] = { 0 };
    const ULONG lengths[] = { 0, 0x30, 0x5f, 0x61 };
    ULONG i, length = 5;

    systems = STATUS_NOT_IMPLEMENTED;
    for (i = 0; i < ARRAYSIZE(lengths); i++)
        assert_int_equal(HookedNtQueryInformationJobObject(JOB, AND_IO, answer, lengths[i], &length),
                         STATUS_INFO_LENGTH_MISMATCH);
    assert_memory_equal(answer, expected, sizeof answer);
    assert_int_equal(length, 5);
}

TEST_AFTER(prepare, class_with_counters_of_io_fails_with_the_status_of_the_class_without)
{
    BYTE answer[0x60];

    systems = STATUS_INVALID_INFO_CLASS;
    systems_basic = STATUS_ACCESS_DENIED;
    assert_int_equal(HookedNtQueryInformationJobObject(JOB, AND_IO, answer, sizeof answer, NULL), STATUS_ACCESS_DENIED);
}

TEST_AFTER(prepare, class_with_counters_of_io_reports_memory_that_cannot_be_written)
{
    BYTE answer[0x60];

    systems = STATUS_INVALID_INFO_CLASS;
    assert_int_equal(HookedNtQueryInformationJobObject(JOB, AND_IO, UNREADABLE, 0x60, NULL), STATUS_ACCESS_VIOLATION);
    assert_int_equal(HookedNtQueryInformationJobObject(JOB, AND_IO, answer, 0x60, UNREADABLE), STATUS_ACCESS_VIOLATION);
}
