/* SPDX-License-Identifier: MIT */
#include "result.h"

BOOL result(NTSTATUS status)
{
    if (NT_SUCCESS(status)) return TRUE;
    /* The system's own word for a short buffer varies with the query. */
    SetLastError(status == STATUS_BUFFER_TOO_SMALL ? ERROR_INSUFFICIENT_BUFFER : nt_dos_error(status));
    return FALSE;
}
