/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_RUN_LINUX_SIDE_H
#define CYCLETIME_RUN_LINUX_SIDE_H

#include <windows.h>

/* One line on stderr, with what to do, where the Linux side should be and does not answer. */
void linux_side_report(void);

/* One line on stderr where the LIBRARY, a path of cycletime.dll, finds the processor's counter not to be trusted. */
void linux_side_report_counter(const WCHAR *library);

#endif
