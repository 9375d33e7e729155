/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_PRELOAD_EXIT_STATUS_H
#define CYCLETIME_PRELOAD_EXIT_STATUS_H

#include "inject/preload/ntdll.h"

/* READ_OWN_CODE is the unixlib's call that reads this process's exit code. END is called when this process ends by _exit.
   Called once, on the main thread. */
void exit_status_begin(call *read_own_code, call *end);

/* Called on this process's last Windows thread, which ends with this exit code by pthread_exit. A thread that has not begun
   can only be ended with the process. */
void exit_status_of_last_thread(uint32_t code, bool has_begun);

#endif
