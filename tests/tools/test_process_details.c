/* SPDX-License-Identifier: MIT */
/* The command line of another process, read from a memory of which little is there, and the jobs of which other processes
   have handles. */
#include "apart.h"
#include "library/nt/calls.h"
#include "tools/top/samples.h"

#include <stdlib.h>
#include <string.h>

enum { BASE = 0x10000, MEMORY_SIZE = 0x1000, PEB_AT = BASE, PARAMETERS_AT = BASE + 0x400, TEXT_AT = BASE + 0x800 };

static BYTE memory[MEMORY_SIZE]; /* at BASE of the process */
static ULONG_PTR peb_32;
static NTSTATUS basic_status;

enum { OWN = 100, OWN_JOB = 0x40, TYPE = 7, FOREIGN = 0x1000 }; /* FOREIGN: added to a handle's value by its copy here */

static struct {
    SYSTEM_HANDLES head;
    SYSTEM_HANDLE_ENTRY more[15];
} handles;
static ULONG list_bytes;
static int open_handles, blocks;
static ULONG_PTR denied, closed; /* a process, and a handle of one */
static ULONG_PTR heard[64];
static size_t heard_count, jobs_heard;

static NTSTATUS WINAPI read_memory(HANDLE process, const void *from, PVOID to, SIZE_T size, SIZE_T *got)
{
    const ULONG_PTR at = (ULONG_PTR)from;

    if (at < BASE || at > BASE + MEMORY_SIZE || size > BASE + MEMORY_SIZE - at) return STATUS_PARTIAL_COPY;
    memcpy(to, memory + (at - BASE), size);
    *got = size;
    return STATUS_SUCCESS;
}

static NTSTATUS WINAPI query_process(HANDLE process, ULONG class, PVOID buffer, ULONG length, PULONG returned)
{
    const PROCESS_BASIC_INFORMATION info = { .PebBaseAddress = (PVOID)(ULONG_PTR)PEB_AT };

    if (class == ProcessWow64Information && length == sizeof peb_32) {
        memcpy(buffer, &peb_32, sizeof peb_32);
        return STATUS_SUCCESS;
    }
    assert_int_equal(class, ProcessBasicInformation);
    assert_int_equal(length, sizeof info);
    if (NT_SUCCESS(basic_status)) memcpy(buffer, &info, sizeof info);
    return basic_status;
}

static void add(ULONG_PTR process, ULONG_PTR value, USHORT type)
{
    SYSTEM_HANDLE_ENTRY *const entries = handles.head.Handles;

    entries[handles.head.NumberOfHandles++] =
        (SYSTEM_HANDLE_ENTRY){ .UniqueProcessId = process, .HandleValue = value, .ObjectTypeIndex = type };
}

static NTSTATUS WINAPI query_system(ULONG class, PVOID buffer, ULONG length, PULONG returned)
{
    assert_int_equal(class, SystemExtendedHandleInformation);
    if (length < list_bytes) return STATUS_INFO_LENGTH_MISMATCH;
    memcpy(buffer, &handles, sizeof handles);
    return STATUS_SUCCESS;
}

static NTSTATUS WINAPI create_job(PHANDLE job, ACCESS_MASK access, const OBJECT_ATTRIBUTES *attributes)
{
    open_handles++;
    *job = (HANDLE)OWN_JOB;
    return STATUS_SUCCESS;
}

static NTSTATUS WINAPI open_process(PHANDLE process, ACCESS_MASK access, const OBJECT_ATTRIBUTES *attributes,
                                    const CLIENT_ID *id)
{
    assert_int_equal(access, PROCESS_DUP_HANDLE);
    assert_int_equal(attributes->Length, sizeof *attributes);
    if (id->UniqueProcess == (HANDLE)denied) return STATUS_ACCESS_DENIED;
    open_handles++;
    *process = id->UniqueProcess;
    return STATUS_SUCCESS;
}

static NTSTATUS WINAPI duplicate(HANDLE from, HANDLE handle, HANDLE to, PHANDLE copy, ACCESS_MASK access, ULONG attributes,
                                 ULONG options)
{
    assert_ptr_equal(to, NT_CURRENT_PROCESS);
    assert_int_equal(access, JOB_OBJECT_QUERY);
    assert_int_equal(options, 0);
    if (handle == (HANDLE)closed) return STATUS_INVALID_HANDLE;
    open_handles++;
    *copy = (HANDLE)((ULONG_PTR)handle + FOREIGN);
    return STATUS_SUCCESS;
}

/* A job's members are its handle's value, and that plus 1. */
static NTSTATUS WINAPI query_job(HANDLE job, ULONG class, PVOID buffer, ULONG length, PULONG returned)
{
    const ULONG counts[2] = { 5, 2 };
    const ULONG_PTR first = (ULONG_PTR)job - FOREIGN, ids[2] = { first, first + 1 };

    assert_int_equal(class, 3);
    assert_true(length >= sizeof counts + sizeof ids);
    memcpy(buffer, counts, sizeof counts);
    memcpy((BYTE *)buffer + sizeof counts, ids, sizeof ids);
    return STATUS_BUFFER_OVERFLOW;
}

static NTSTATUS WINAPI close_handle(HANDLE handle)
{
    open_handles--;
    return STATUS_SUCCESS;
}

DWORD WINAPI GetCurrentProcessId(void)
{
    return OWN;
}

PVOID nt_allocate(SIZE_T size)
{
    blocks++;
    return malloc(size);
}

void nt_release(PVOID block)
{
    if (!block) return;
    blocks--;
    free(block);
}

const struct nt_calls *nt_calls(void)
{
    static const struct nt_calls calls = { .NtQueryInformationProcess = query_process,
                                           .NtReadVirtualMemory = read_memory,
                                           .NtQuerySystemInformation = query_system,
                                           .NtCreateJobObject = create_job,
                                           .NtOpenProcess = open_process,
                                           .NtDuplicateObject = duplicate,
                                           .NtQueryInformationJobObject = query_job,
                                           .NtClose = close_handle };

    return &calls;
}

static void put(ULONG at, ULONG64 value, ULONG size)
{
    memcpy(memory + (at - BASE), &value, size);
}

static void put_64(const WCHAR *text, USHORT length)
{
    put(PEB_AT + 0x20, PARAMETERS_AT, 8);
    put(PARAMETERS_AT + 0x70, length, 2);
    put(PARAMETERS_AT + 0x78, TEXT_AT, 8);
    memcpy(memory + (TEXT_AT - BASE), text, length);
}

static void put_32(const WCHAR *text, USHORT length)
{
    peb_32 = PEB_AT;
    memset(memory, 0xcc, sizeof memory);
    put(PEB_AT + 0x10, PARAMETERS_AT, 4);
    put(PARAMETERS_AT + 0x40, length, 2);
    put(PARAMETERS_AT + 0x44, TEXT_AT, 4);
    memcpy(memory + (TEXT_AT - BASE), text, length);
}

static void expect_none(NTSTATUS expected)
{
    WCHAR *line = (WCHAR *)(ULONG_PTR)1;
    ULONG bytes = 0xcccccccc;

    assert_int_equal(process_command_line((HANDLE)4, &line, &bytes), expected);
    assert_ptr_equal(line, (WCHAR *)(ULONG_PTR)1);
    assert_int_equal(bytes, 0xcccccccc);
    assert_int_equal(blocks, 0);
}

static void expect_line(const WCHAR *expected, ULONG expected_bytes)
{
    WCHAR *line;
    ULONG bytes;

    assert_int_equal(process_command_line((HANDLE)4, &line, &bytes), STATUS_SUCCESS);
    assert_int_equal(bytes, expected_bytes);
    assert_memory_equal(line, expected, bytes);
    nt_release(line);
    assert_int_equal(blocks, 0);
}

TEST(a_64_bit_program_s_is_read)
{
    put_64(L"a.exe -b", 16);
    expect_line(L"a.exe -b", 16);
}

TEST(a_32_bit_program_s_is_read_from_its_own_peb)
{
    put_32(L"a.exe -b", 16);
    expect_line(L"a.exe -b", 16);
}

TEST(half_a_character_is_none)
{
    put_64(L"a.exe", 9);
    expect_line(L"a.exe", 8);
}

TEST(where_there_is_no_parameter_nothing_is_reported)
{
    put_64(L"a.exe", 10);
    put(PEB_AT + 0x20, 0, 8);
    expect_none(STATUS_PARTIAL_COPY);
    put(PEB_AT + 0x20, 0xffffffffffffffe0, 8); /* at the end of all addresses */
    expect_none(STATUS_PARTIAL_COPY);
    put(PEB_AT + 0x20, 0x7fff00000000, 8);
    expect_none(STATUS_PARTIAL_COPY);
}

TEST(a_missing_text_is_not_reported)
{
    put_64(L"a.exe", 10);
    put(PARAMETERS_AT + 0x70, 0xfffe, 2);
    expect_none(STATUS_PARTIAL_COPY);
    put(PARAMETERS_AT + 0x70, 10, 2);
    put(PARAMETERS_AT + 0x78, 0, 8);
    expect_none(STATUS_PARTIAL_COPY);
    put(PARAMETERS_AT + 0x70, 0, 2);
    expect_none(STATUS_NOT_FOUND);
}

TEST(caller_without_rights_is_refused)
{
    basic_status = STATUS_ACCESS_DENIED;
    expect_none(STATUS_ACCESS_DENIED);
}

static void hear(PVOID context, const ULONG_PTR *ids, ULONG count)
{
    assert_ptr_equal(context, &heard);
    jobs_heard++;
    while (count--) heard[heard_count++] = *ids++;
}

static NTSTATUS ask(void)
{
    const NTSTATUS status = process_each_job(hear, &heard);

    assert_int_equal(open_handles, 0);
    assert_int_equal(blocks, 0);
    return status;
}

TEST(each_job_of_another_process_is_reported_with_its_members)
{
    const ULONG_PTR expected[] = { 0x10, 0x11, 0x20, 0x21 };

    add(8, 0x10, TYPE);
    add(8, 0x14, TYPE + 1);
    add(OWN, OWN_JOB, TYPE);
    add(OWN, 0x44, TYPE);
    add(12, 0x20, TYPE);
    assert_int_equal(ask(), STATUS_SUCCESS);
    assert_int_equal(jobs_heard, 2);
    assert_memory_equal(heard, expected, sizeof expected);
}

TEST(a_longer_list_is_asked_for_again)
{
    list_bytes = 0x100000;
    add(OWN, OWN_JOB, TYPE);
    add(12, 0x20, TYPE);
    assert_int_equal(ask(), STATUS_SUCCESS);
    assert_int_equal(jobs_heard, 1);
}

TEST(a_job_whose_handle_may_not_be_had_is_left_out)
{
    denied = 8;
    closed = 0x24;
    add(OWN, OWN_JOB, TYPE);
    add(8, 0x10, TYPE);
    add(12, 0x20, TYPE);
    add(12, 0x24, TYPE);
    assert_int_equal(ask(), STATUS_SUCCESS);
    assert_int_equal(jobs_heard, 1);
    assert_int_equal(heard[0], 0x20);
}

TEST(without_its_own_handle_in_the_list_no_type_is_known)
{
    add(12, 0x20, TYPE);
    add(OWN, OWN_JOB + 4, TYPE);
    assert_int_equal(ask(), STATUS_NOT_FOUND);
    assert_int_equal(jobs_heard, 0);
}

TEST(a_list_without_end_is_given_up)
{
    list_bytes = 0xffffffff;
    assert_int_equal(ask(), STATUS_INFO_LENGTH_MISMATCH);
}
