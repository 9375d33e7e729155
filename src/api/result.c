/* SPDX-License-Identifier: MIT */
#include "result.h"

BOOL result_of_failure(NTSTATUS status)
{
    SetLastError(nt_dos_error(status));
    return FALSE;
}
