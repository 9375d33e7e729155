/* SPDX-License-Identifier: MIT */
/* The hooks of NT's queries over the library and its fake machines. The system behind the hooks returns what the test sets;
   where a machine's own answer is needed, it is the machine. */
#include "ask.h"
#include "inject/hooks/hooks.h"

#include <string.h>

#define UNWRITABLE ((PVOID)0x1000)
#define GUARDED ((PVOID)0x2000)

enum { ROOM = 0x1000, SENTINEL = 0xcc };

struct trampolines trampolines;

static NTSTATUS systems; /* what the system returns */
static struct {
    ULONG count, class, length;
    const void *subject, *buffer, *returned;
} passed; /* to the system, the last call */
static ULONG guards_spent;
static _Alignas(8) BYTE buffer[ROOM];
static ULONG returned;

NTSTATUS nt_copy(PVOID to, const void *from, SIZE_T size)
{
    if (!to || !from || to == UNWRITABLE || from == UNWRITABLE) return STATUS_ACCESS_VIOLATION;
    if (to == GUARDED || from == GUARDED) return STATUS_GUARD_PAGE_VIOLATION;
    memcpy(to, from, size);
    return STATUS_SUCCESS;
}

NTSTATUS nt_answer(PVOID to, const void *from, SIZE_T size)
{
    return nt_copy(to, from, size);
}

BOOLEAN nt_spend_guard(PVOID memory, SIZE_T size)
{
    if (memory != GUARDED) return FALSE;
    guards_spent++;
    return TRUE;
}

static NTSTATUS pass(const void *subject, ULONG class, const void *at, ULONG length, const void *reported)
{
    passed.count++;
    passed.subject = subject;
    passed.class = class;
    passed.buffer = at;
    passed.length = length;
    passed.returned = reported;
    return systems;
}

static NTSTATUS WINAPI query_object(HANDLE handle, ULONG class, PVOID at, ULONG length, PULONG reported)
{
    return pass(handle, class, at, length, reported);
}

static NTSTATUS WINAPI query_system(ULONG class, PVOID at, ULONG length, PULONG reported)
{
    return pass(NULL, class, at, length, reported);
}

static NTSTATUS WINAPI query_system_ex(ULONG class, PVOID query, ULONG query_length, PVOID at, ULONG length,
                                       PULONG reported)
{
    return pass(query, class, at, length, reported);
}

static NTSTATUS WINAPI query_machine(ULONG class, PVOID at, ULONG length, PULONG reported)
{
    return nt_calls()->NtQuerySystemInformation(class, at, length, reported);
}

static int boot_hooked(void **state)
{
    boot(state);
    trampolines = (struct trampolines){
        .NtQueryInformationThread = query_object, .NtQueryInformationProcess = query_object,
        .NtQuerySystemInformation = query_system, .NtQuerySystemInformationEx = query_system_ex,
    };
    memset(buffer, SENTINEL, sizeof buffer);
    returned = 0xcccccccc;
    systems = STATUS_UNSUCCESSFUL;
    return 0;
}

static void assert_written(ULONG size)
{
    ULONG i;

    for (i = size; i < ROOM; i++) assert_int_equal(buffer[i], SENTINEL);
    for (i = 0; i < size && buffer[i] == SENTINEL;) i++;
    assert_true(i < size || !size);
    assert_int_equal(returned, size ? size : 0xcccccccc);
}

#define assert_passed(expected_class, expected_length) do { \
    assert_int_equal(passed.count, 1); \
    assert_int_equal(passed.class, expected_class); \
    assert_ptr_equal(passed.buffer, buffer); \
    assert_int_equal(passed.length, expected_length); \
    assert_ptr_equal(passed.returned, &returned); \
    memset(&passed, 0, sizeof passed); \
} while (0)

TEST_AFTER_ON_EVERY(boot_hooked, times_are_the_librarys)
{
    HANDLE thread = fake_handle(FAKE_THREAD), process = fake_handle(FAKE_PROCESS);
    struct nt_times times;

    assert_int_equal(HookedNtQueryInformationThread(thread, ThreadTimes, buffer, sizeof times, &returned), STATUS_SUCCESS);
    assert_written(sizeof times);
    memcpy(&times, buffer, sizeof times);
    assert_true(times.kernel == fake_object_of(thread)->kernel && times.user == fake_object_of(thread)->user);
    assert_int_equal(HookedNtQueryInformationProcess(process, ProcessTimes, buffer, sizeof times, NULL), STATUS_SUCCESS);
    memcpy(&times, buffer, sizeof times);
    assert_true(times.kernel == fake_object_of(process)->kernel && times.user == fake_object_of(process)->user);
    assert_int_equal(passed.count, 0);
}

TEST_AFTER_ON_EVERY(boot_hooked, cycles_come_with_the_time_stamp_counter)
{
    HANDLE process = fake_handle(FAKE_PROCESS);
    CYCLE_TIME_INFORMATION answer;
    ULONG64 before;

    HookedNtQueryInformationProcess(process, ProcessCycleTime, buffer, sizeof answer, &returned);
    before = fake_processor.tsc;
    memset(buffer, SENTINEL, sizeof buffer);
    assert_int_equal(HookedNtQueryInformationProcess(process, ProcessCycleTime, buffer, sizeof answer, &returned),
                     STATUS_SUCCESS);
    assert_written(sizeof answer);
    memcpy(&answer, buffer, sizeof answer);
    assert_true(answer.AccumulatedCycles == true_answer(PROCESS_CYCLES, process).cycles);
    assert_in_range(answer.CurrentCycleCount, before, fake_processor.tsc);
    assert_int_equal(passed.count, 0);
}

TEST_AFTER_ON_EVERY(boot_hooked, length_that_is_not_the_structures_is_the_systems_to_judge)
{
    static const ULONG wrong[] = { 0, 15, 17, 31, 33, 0x1000 };
    HANDLE thread = fake_handle(FAKE_THREAD), process = fake_handle(FAKE_PROCESS);
    size_t i;

    systems = STATUS_INFO_LENGTH_MISMATCH;
    for (i = 0; i < ARRAYSIZE(wrong); i++) {
        assert_int_equal(HookedNtQueryInformationThread(thread, ThreadTimes, buffer, wrong[i], &returned), systems);
        assert_passed(ThreadTimes, wrong[i]);
        assert_int_equal(HookedNtQueryInformationThread(thread, ThreadCycleTime, buffer, wrong[i], &returned), systems);
        assert_passed(ThreadCycleTime, wrong[i]);
        assert_int_equal(HookedNtQueryInformationProcess(process, ProcessTimes, buffer, wrong[i], &returned), systems);
        assert_passed(ProcessTimes, wrong[i]);
        assert_int_equal(HookedNtQueryInformationProcess(process, ProcessCycleTime, buffer, wrong[i], &returned), systems);
        assert_passed(ProcessCycleTime, wrong[i]);
    }
    assert_written(0);
}

/* Class 23 of the system, SystemInterruptInformation, are Wine's random numbers. */
TEST_AFTER_ON_EVERY(boot_hooked, other_classes_are_passed_on_untouched)
{
    static const ULONG objects[] = { 0, 2, 9, 24, 37, 60 }, system[] = { 0, 3, 23, 64, 107 };
    USHORT group = 0;
    size_t i;

    systems = (NTSTATUS)0x4000001f;
    for (i = 0; i < ARRAYSIZE(objects); i++) {
        assert_int_equal(HookedNtQueryInformationThread((HANDLE)8, objects[i], buffer, 32, &returned), systems);
        assert_ptr_equal(passed.subject, (HANDLE)8);
        assert_passed(objects[i], 32);
        assert_int_equal(HookedNtQueryInformationProcess((HANDLE)8, objects[i], buffer, 32, &returned), systems);
        assert_ptr_equal(passed.subject, (HANDLE)8);
        assert_passed(objects[i], 32);
    }
    for (i = 0; i < ARRAYSIZE(system); i++) {
        assert_int_equal(HookedNtQuerySystemInformation(system[i], buffer, 32, &returned), systems);
        assert_passed(system[i], 32);
        assert_int_equal(HookedNtQuerySystemInformationEx(system[i], &group, sizeof group, buffer, 32, &returned), systems);
        assert_ptr_equal(passed.subject, &group);
        assert_passed(system[i], 32);
    }
    assert_written(0);
}

TEST_AFTER_ON_EVERY(boot_hooked, failure_is_the_systems)
{
    systems = STATUS_OBJECT_TYPE_MISMATCH;
    assert_int_equal(HookedNtQueryInformationThread((HANDLE)0x7770, ThreadTimes, buffer, 32, &returned), systems);
    assert_passed(ThreadTimes, 32);
    assert_int_equal(HookedNtQueryInformationProcess((HANDLE)0x7770, ProcessTimes, buffer, 32, &returned), systems);
    assert_passed(ProcessTimes, 32);
    assert_written(0);
}

/* Wine 10 succeeds for a process's cycles with an invalid handle. */
TEST_AFTER_ON_EVERY(boot_hooked, failure_is_the_librarys_where_the_system_has_none_or_does_not_know_the_class)
{
    static const NTSTATUS unknown[] = { STATUS_INVALID_INFO_CLASS, STATUS_NOT_IMPLEMENTED, STATUS_SUCCESS };
    size_t i;

    for (i = 0; i < ARRAYSIZE(unknown); i++) {
        systems = unknown[i];
        assert_int_equal(HookedNtQueryInformationProcess((HANDLE)0x7770, ProcessCycleTime, buffer, 16, &returned),
                         STATUS_INVALID_HANDLE);
    }
    assert_written(0);
}

TEST_AFTER_ON_EVERY(boot_hooked, memory_that_cannot_be_written_is_reported_as_by_the_system)
{
    HANDLE thread = fake_handle(FAKE_THREAD);

    systems = STATUS_SUCCESS;
    assert_int_equal(HookedNtQueryInformationThread(thread, ThreadTimes, UNWRITABLE, 32, NULL), STATUS_SUCCESS);
    systems = STATUS_ACCESS_VIOLATION;
    assert_int_equal(HookedNtQueryInformationThread(thread, ThreadTimes, buffer, 32, UNWRITABLE), STATUS_ACCESS_VIOLATION);
    systems = STATUS_INVALID_INFO_CLASS;
    assert_int_equal(HookedNtQueryInformationThread(thread, ThreadTimes, UNWRITABLE, 32, NULL), STATUS_ACCESS_VIOLATION);
    assert_int_equal(passed.count, 3);
}

TEST_AFTER_ON_EVERY(boot_hooked, guard_page_is_spent_only_where_the_system_would_not_spend_it)
{
    HANDLE thread = fake_handle(FAKE_THREAD);

    systems = STATUS_GUARD_PAGE_VIOLATION;
    assert_int_equal(HookedNtQueryInformationThread(thread, ThreadTimes, GUARDED, 32, NULL), STATUS_GUARD_PAGE_VIOLATION);
    assert_int_equal(guards_spent, 0);
    systems = STATUS_NOT_IMPLEMENTED;
    assert_int_equal(HookedNtQueryInformationThread(thread, ThreadTimes, GUARDED, 32, NULL), STATUS_GUARD_PAGE_VIOLATION);
    assert_int_equal(guards_spent, 1);
    assert_int_equal(HookedNtQueryInformationThread(thread, ThreadTimes, buffer, 32, GUARDED), STATUS_GUARD_PAGE_VIOLATION);
    assert_int_equal(guards_spent, 2);
}

TEST_AFTER_ON_EVERY(boot_hooked, threads_information_is_the_systems_without_the_unixlib)
{
    static const ULONG lengths[] = { 0, 0x4f, 0x50, 0x51 };
    HANDLE thread = fake_handle(FAKE_THREAD);
    size_t i;

    systems = STATUS_INVALID_INFO_CLASS;
    for (i = 0; i < ARRAYSIZE(lengths); i++) {
        assert_int_equal(HookedNtQueryInformationThread(thread, ThreadSystemThreadInformation, buffer, lengths[i],
                                                        &returned),
                         systems);
        assert_passed(ThreadSystemThreadInformation, lengths[i]);
    }
    assert_written(0);
}

static int boot_hooked_with_unixlib(void **state)
{
    boot_hooked(state);
    fake_unix_install();
    return 0;
}

TEST_CASES(length_of_threads_information_must_be_exact,
           AFTER(boot_hooked_with_unixlib, wine_8, length_of_threads_information_must_be_exact))
{
    static const ULONG wrong[] = { 0, 0x4f, 0x51 };
    HANDLE thread = fake_handle(FAKE_THREAD);
    size_t i;

    systems = STATUS_INVALID_INFO_CLASS;
    for (i = 0; i < ARRAYSIZE(wrong); i++)
        assert_int_equal(HookedNtQueryInformationThread(thread, ThreadSystemThreadInformation, buffer, wrong[i], &returned),
                         STATUS_INFO_LENGTH_MISMATCH);
    systems = STATUS_ACCESS_DENIED;
    assert_int_equal(HookedNtQueryInformationThread(thread, ThreadSystemThreadInformation, buffer, 0, &returned), systems);
    assert_written(0);
}

/* The fake Windows refuses a buffer for some of the processors. */
TEST_AFTER_ON_WINE(boot_hooked, processors_times_fill_what_there_is_room_for)
{
    const ULONG size = sizeof(struct nt_processor_times), need = 2 * size;

    assert_int_equal(HookedNtQuerySystemInformation(8, buffer, size - 1, &returned), STATUS_INFO_LENGTH_MISMATCH);
    assert_int_equal(returned, need);
    returned = 0xcccccccc;
    assert_written(0);
    assert_int_equal(HookedNtQuerySystemInformation(8, buffer, need - 1, &returned), STATUS_SUCCESS);
    assert_written(size);
    assert_int_equal(HookedNtQuerySystemInformation(8, buffer, need + 1, &returned), STATUS_SUCCESS);
    assert_written(need);
    assert_int_equal(HookedNtQuerySystemInformation(8, buffer, 0, NULL), STATUS_INFO_LENGTH_MISMATCH);
    assert_int_equal(passed.count, 0);
}

TEST_AFTER_ON_EVERY(boot_hooked, idle_cycles_fill_all_or_nothing)
{
    const ULONG need = 2 * sizeof(ULONG64);

    assert_int_equal(HookedNtQuerySystemInformation(83, buffer, need - 1, &returned), STATUS_BUFFER_TOO_SMALL);
    assert_int_equal(returned, need);
    returned = 0xcccccccc;
    assert_written(0);
    assert_int_equal(HookedNtQuerySystemInformation(83, buffer, need + 1, &returned), STATUS_SUCCESS);
    assert_written(need);
}

TEST_AFTER_ON_EVERY(boot_hooked, array_into_memory_that_cannot_be_written_is_the_systems)
{
    systems = STATUS_ACCESS_VIOLATION;
    assert_int_equal(HookedNtQuerySystemInformation(8, UNWRITABLE, 0x100, NULL), STATUS_ACCESS_VIOLATION);
    assert_int_equal(HookedNtQuerySystemInformation(8, buffer, 0x100, UNWRITABLE), STATUS_ACCESS_VIOLATION);
    assert_int_equal(passed.count, 2);
    assert_int_equal(fake.blocks, 0);
}

TEST_AFTER_ON_EVERY(boot_hooked, array_without_memory_for_it_fails)
{
    nt_current_group();
    HookedNtQuerySystemInformation(8, buffer, 0x100, &returned);
    fake.status[CALL_ALLOCATE] = STATUS_NO_MEMORY;
    assert_int_equal(HookedNtQuerySystemInformation(8, buffer, 0x100, &returned), STATUS_NO_MEMORY);
    assert_int_equal(passed.count, 0);
}

TEST_AFTER_ON_EVERY(boot_hooked, group_that_does_not_exist_is_invalid)
{
    USHORT group = 1;

    assert_int_equal(HookedNtQuerySystemInformationEx(8, &group, sizeof group, buffer, 0x100, &returned),
                     STATUS_INVALID_PARAMETER);
    assert_int_equal(passed.count, 0);
    group = 0;
    assert_int_equal(HookedNtQuerySystemInformationEx(8, &group, sizeof group, buffer, 0x100, &returned), STATUS_SUCCESS);
    assert_written(2 * sizeof(struct nt_processor_times));
}

TEST_AFTER_ON_EVERY(boot_hooked, group_that_is_too_short_or_cannot_be_read_is_the_systems)
{
    USHORT group = 0;

    systems = STATUS_INVALID_PARAMETER;
    assert_int_equal(HookedNtQuerySystemInformationEx(8, &group, 1, buffer, 0x100, &returned), STATUS_INVALID_PARAMETER);
    assert_passed(8, 0x100);
    systems = STATUS_ACCESS_VIOLATION;
    assert_int_equal(HookedNtQuerySystemInformationEx(8, UNWRITABLE, 2, buffer, 0x100, &returned), STATUS_ACCESS_VIOLATION);
    assert_passed(8, 0x100);
    assert_written(0);
}

/* Without the unixlib, only this process's entry changes: the system's list has the others' times under Wine. */
TEST_AFTER_ON_WINE(boot_hooked, list_of_processes_is_the_systems_own)
{
    static _Alignas(8) BYTE expected[ROOM];
    ULONG length;

    fake_handle(FAKE_PROCESS);
    trampolines.NtQuerySystemInformation = query_machine;
    assert_int_equal(query_machine(SystemProcessInformation, expected, ROOM, &length), STATUS_SUCCESS);
    assert_int_equal(HookedNtQuerySystemInformation(SystemProcessInformation, buffer, ROOM, &returned), STATUS_SUCCESS);
    assert_int_equal(returned, length);
    assert_written(length);
    assert_int_equal(((SYSTEM_PROCESS_INFORMATION *)buffer)->NextEntryOffset,
                     ((SYSTEM_PROCESS_INFORMATION *)expected)->NextEntryOffset);
    assert_int_equal(fake.blocks, 0);
}

TEST_AFTER_ON_WINE(boot_hooked, list_without_room_or_memory_is_the_systems_answer)
{
    trampolines.NtQuerySystemInformation = query_machine;
    assert_int_equal(HookedNtQuerySystemInformation(SystemProcessInformation, buffer, 0x10, &returned),
                     STATUS_INFO_LENGTH_MISMATCH);
    fake.status[CALL_ALLOCATE] = STATUS_NO_MEMORY;
    assert_int_equal(HookedNtQuerySystemInformation(SystemProcessInformation, buffer, ROOM, NULL), STATUS_SUCCESS);
    assert_int_equal(fake.blocks, 0);
}

TEST_AFTER_ON_WINE(boot_hooked, memory_of_an_ended_process_is_0_also_where_the_system_denies_it)
{
    static const NTSTATUS statuses[] = { STATUS_SUCCESS, STATUS_ACCESS_DENIED };
    HANDLE ended = fake_ended(FAKE_PROCESS);
    const struct nt_memory_counters none = { 0 };
    size_t i;

    for (i = 0; i < ARRAYSIZE(statuses); i++) {
        systems = statuses[i];
        memset(buffer, SENTINEL, sizeof buffer);
        assert_int_equal(HookedNtQueryInformationProcess(ended, ProcessVmCounters, buffer, sizeof none, &returned),
                         STATUS_SUCCESS);
        assert_memory_equal(buffer, &none, sizeof none);
        assert_written(sizeof none);
        assert_int_equal(HookedNtQueryInformationProcess(ended, ProcessVmCounters, buffer, sizeof none + 1, &returned),
                         STATUS_INFO_LENGTH_MISMATCH);
    }
}

TEST_AFTER_ON_WINE(boot_hooked, memory_of_a_live_process_is_the_systems)
{
    const ULONG size = sizeof(struct nt_memory_counters);

    systems = STATUS_SUCCESS;
    assert_int_equal(HookedNtQueryInformationProcess(fake_handle(FAKE_PROCESS), ProcessVmCounters, buffer, size, &returned),
                     STATUS_SUCCESS);
    systems = STATUS_ACCESS_DENIED;
    assert_int_equal(HookedNtQueryInformationProcess(NT_CURRENT_PROCESS, ProcessVmCounters, buffer, size, &returned),
                     systems);
    assert_int_equal(HookedNtQueryInformationProcess(fake_ended(FAKE_PROCESS), ProcessVmCounters, buffer, 1, &returned),
                     systems);
    assert_int_equal(passed.count, 3);
    assert_written(0);
}
