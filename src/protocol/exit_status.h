/* SPDX-License-Identifier: MIT */
/* The exit statuses of the benchmark. */
#ifndef CYCLETIME_EXIT_STATUS_H
#define CYCLETIME_EXIT_STATUS_H

/* How the benchmark ends that `cycletime status` runs. */
enum status_code {
    STATUS_WORKS, /* the Linux side is active, or turned off */
    STATUS_FAILED,
    STATUS_NO_LINUX_SIDE
};

#endif
