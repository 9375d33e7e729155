/* SPDX-License-Identifier: MIT */
#include "result.h"

BOOL result(NTSTATUS status)
{
    if (NT_SUCCESS(status)) return TRUE;
    SetLastError(nt_dos_error(status));
    return FALSE;
}
