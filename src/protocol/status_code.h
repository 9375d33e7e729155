/* SPDX-License-Identifier: MIT */
/* How the benchmark ends that `cycletime status` runs. */
#ifndef CYCLETIME_STATUS_CODE_H
#define CYCLETIME_STATUS_CODE_H

enum status_code {
    STATUS_WORKS, /* the Linux side is active, or turned off */
    STATUS_FAILED,
    STATUS_NO_LINUX_SIDE
};

#endif
