/* SPDX-License-Identifier: MIT */
#include "calls.h"

BOOLEAN nt_is_wine(void)
{
    return nt_calls()->is_wine;
}

ULONG nt_dos_error(NTSTATUS status)
{
    return nt_calls()->RtlNtStatusToDosError(status);
}

PVOID nt_allocate(SIZE_T size)
{
    return nt_calls()->allocate(size);
}

void nt_release(PVOID block)
{
    if (block) nt_calls()->release(block);
}

static USHORT bytes_of(const WCHAR *string)
{
    USHORT length = 0;

    while (string[length]) length++;
    return length * sizeof *string;
}

/* Not kernel32's: that sets the last error when there is no such variable. */
BOOLEAN nt_environment_is(const WCHAR *name, const WCHAR *value)
{
    WCHAR buffer[32];
    UNICODE_STRING key = { bytes_of(name), bytes_of(name), (PWSTR)name };
    UNICODE_STRING found = { 0, sizeof buffer, buffer };
    USHORT i;

    if (!NT_SUCCESS(nt_calls()->RtlQueryEnvironmentVariable_U(NULL, &key, &found))) return FALSE;
    if (found.Length != bytes_of(value)) return FALSE;
    for (i = 0; i < found.Length / sizeof *value; i++)
        if (buffer[i] != value[i]) return FALSE;
    return TRUE;
}
