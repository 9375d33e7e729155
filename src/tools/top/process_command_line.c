/* SPDX-License-Identifier: MIT */
#include "tools/top/process_memory.h"
#include "library/nt/calls.h"

/* Where it stands: in the PEB the address of the parameters, in them the string. The same since NT 4 (phnt; Wine's
   winternl.h). */
struct layout {
    ULONG parameters, string, pointer; /* bytes */
};

static const struct layout layout_32 = { 0x10, 0x40, 4 }, layout_64 = { 0x20, 0x70, 8 };

static BOOLEAN read_memory(HANDLE process, ULONG64 from, PVOID to, SIZE_T size)
{
    SIZE_T got = 0;

    if (!from || from > (ULONG_PTR)-1 - size) return FALSE;
    return NT_SUCCESS(nt_calls()->NtReadVirtualMemory(process, (PVOID)(ULONG_PTR)from, to, size, &got)) && got == size;
}

static BOOLEAN read_pointer(HANDLE process, ULONG64 from, const struct layout *layout, ULONG64 *pointer)
{
    *pointer = 0;
    return read_memory(process, from, pointer, layout->pointer);
}

/* 0: it has none, as it is no 32-bit process of a 64-bit system. */
static ULONG64 peb_32_of(HANDLE process)
{
    ULONG_PTR peb = 0;

    if (!NT_SUCCESS(nt_calls()->NtQueryInformationProcess(process, ProcessWow64Information, &peb, sizeof peb, NULL)))
        return 0;
    return peb;
}

static NTSTATUS find_peb(HANDLE process, ULONG64 *peb, const struct layout **layout)
{
    PROCESS_BASIC_INFORMATION info;
    NTSTATUS status;

    *layout = &layout_32;
    if ((*peb = peb_32_of(process))) return STATUS_SUCCESS;
    if (sizeof(void *) == 4 && peb_32_of(NT_CURRENT_PROCESS)) return STATUS_NOT_SUPPORTED;
    status = nt_calls()->NtQueryInformationProcess(process, ProcessBasicInformation, &info, sizeof info, NULL);
    if (!NT_SUCCESS(status)) return status;
    *peb = (ULONG_PTR)info.PebBaseAddress;
    if (sizeof(void *) == 8) *layout = &layout_64;
    return STATUS_SUCCESS;
}

/* While a process begins, or is another, what is read may be anything; then it is not read, or is no text of that
   length. */
NTSTATUS nt_command_line(HANDLE process, WCHAR **line, ULONG *bytes)
{
    const struct layout *layout;
    ULONG64 peb, parameters, text;
    WCHAR *block;
    USHORT length;
    NTSTATUS status = find_peb(process, &peb, &layout);

    if (!NT_SUCCESS(status)) return status;
    if (!read_pointer(process, peb + layout->parameters, layout, &parameters)
        || !read_memory(process, parameters + layout->string, &length, sizeof length)
        || !read_pointer(process, parameters + layout->string + layout->pointer, layout, &text))
        return STATUS_PARTIAL_COPY;
    length -= length % sizeof(WCHAR);
    if (!length) return STATUS_NOT_FOUND;
    if (!(block = nt_calls()->allocate(length))) return STATUS_NO_MEMORY;
    if (!read_memory(process, text, block, length)) {
        nt_calls()->release(block);
        return STATUS_PARTIAL_COPY;
    }
    *line = block;
    *bytes = length;
    return STATUS_SUCCESS;
}
