/* SPDX-License-Identifier: MIT */
/* The command line of another process, out of a memory of which little is there. */
#include "apart.h"
#include "library/nt/calls.h"
#include "tools/top/samples.h"

#include <stdlib.h>
#include <string.h>

enum { BASE = 0x10000, MEMORY_SIZE = 0x1000, PEB_AT = BASE, PARAMETERS_AT = BASE + 0x400, TEXT_AT = BASE + 0x800 };

static BYTE memory[MEMORY_SIZE]; /* at BASE of the process */
static ULONG_PTR peb_32;
static NTSTATUS basic_status;
static int blocks;
static WCHAR *line;
static ULONG bytes;

static NTSTATUS WINAPI read_memory(HANDLE process, const void *from, PVOID to, SIZE_T size, SIZE_T *got)
{
    const ULONG_PTR at = (ULONG_PTR)from;

    (void)process;
    if (at < BASE || at > BASE + MEMORY_SIZE || size > BASE + MEMORY_SIZE - at) return STATUS_PARTIAL_COPY;
    memcpy(to, memory + (at - BASE), size);
    *got = size;
    return STATUS_SUCCESS;
}

static NTSTATUS WINAPI query_process(HANDLE process, ULONG class, PVOID buffer, ULONG length, PULONG returned)
{
    const PROCESS_BASIC_INFORMATION info = { .PebBaseAddress = (PVOID)(ULONG_PTR)PEB_AT };

    (void)process;
    (void)returned;
    if (class == ProcessWow64Information && length == sizeof peb_32) {
        memcpy(buffer, &peb_32, sizeof peb_32);
        return STATUS_SUCCESS;
    }
    assert_int_equal(class, ProcessBasicInformation);
    assert_int_equal(length, sizeof info);
    if (NT_SUCCESS(basic_status)) memcpy(buffer, &info, sizeof info);
    return basic_status;
}

static PVOID allocate(SIZE_T size)
{
    blocks++;
    return malloc(size);
}

static void release(PVOID block)
{
    blocks--;
    free(block);
}

const struct nt_calls *nt_calls(void)
{
    static const struct nt_calls calls = { .NtQueryInformationProcess = query_process,
                                           .NtReadVirtualMemory = read_memory,
                                           .allocate = allocate,
                                           .release = release };

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
    line = (WCHAR *)(ULONG_PTR)1;
    bytes = 0xcccccccc;
    assert_int_equal(nt_command_line((HANDLE)4, &line, &bytes), expected);
    assert_ptr_equal(line, (WCHAR *)(ULONG_PTR)1);
    assert_int_equal(bytes, 0xcccccccc);
    assert_int_equal(blocks, 0);
}

TEST(a_64_bit_program_s_is_read)
{
    put_64(L"a.exe -b", 16);
    assert_int_equal(nt_command_line((HANDLE)4, &line, &bytes), STATUS_SUCCESS);
    assert_int_equal(bytes, 16);
    assert_memory_equal(line, L"a.exe -b", 16);
    release(line);
    assert_int_equal(blocks, 0);
}

TEST(a_32_bit_program_s_is_read_from_its_own_peb)
{
    put_32(L"a.exe -b", 16);
    assert_int_equal(nt_command_line((HANDLE)4, &line, &bytes), STATUS_SUCCESS);
    assert_int_equal(bytes, 16);
    assert_memory_equal(line, L"a.exe -b", 16);
    release(line);
}

TEST(half_a_character_is_none)
{
    put_64(L"a.exe", 9);
    assert_int_equal(nt_command_line((HANDLE)4, &line, &bytes), STATUS_SUCCESS);
    assert_int_equal(bytes, 8);
    release(line);
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
