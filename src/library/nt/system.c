/* SPDX-License-Identifier: MIT */
#include "library/nt/calls.h"

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

/* kernel32's function is not called: it sets the last error when there is no such variable. */
BOOLEAN nt_environment(const WCHAR *name, WCHAR *value, USHORT size)
{
    UNICODE_STRING key = { bytes_of(name), bytes_of(name), (PWSTR)name };
    UNICODE_STRING found = { 0, (size - 1) * sizeof *value, value };

    if (!NT_SUCCESS(nt_calls()->RtlQueryEnvironmentVariable_U(NULL, &key, &found))) return FALSE;
    value[found.Length / sizeof *value] = 0;
    return TRUE;
}

BOOLEAN nt_environment_is(const WCHAR *name, const WCHAR *value)
{
    WCHAR found[32];
    USHORT i = 0;

    if (!nt_environment(name, found, ARRAYSIZE(found))) return FALSE;
    while (found[i] && found[i] == value[i]) i++;
    return found[i] == value[i];
}
