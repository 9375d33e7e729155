/* SPDX-License-Identifier: MIT */
/* Exit statuses: Wine's rule that makes a Linux exit status of a Windows exit code, and the statuses of the benchmark. */
#ifndef CYCLETIME_EXIT_STATUS_H
#define CYCLETIME_EXIT_STATUS_H

#include <stdint.h>

#define EXIT_CODE_OF_CTRL_C 0xC000013A /* STATUS_CONTROL_C_EXIT */

/* Linux keeps the low byte. A code whose low byte alone is 0 becomes 1, a failure (Wine's get_unix_exit_code). */
static inline int exit_status_of(uint32_t code)
{
    return code && !(code & 0xff) ? 1 : (int)(code & 0xff);
}

/* How the benchmark ends that `cycletime status` runs. */
enum status_code {
    STATUS_WORKS, /* the Linux side is active, or turned off */
    STATUS_FAILED,
    STATUS_NO_LINUX_SIDE
};

#endif
