/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_LAUNCH_H
#define CYCLETIME_LAUNCH_H

#include <windows.h>

/* Beside CHILD_...: no word of the Linux side. */
enum { LAUNCH_QUIET = 0x100 };

/* As env(1), timeout(1) and the shells: the launcher's own failure, no program that can run, none there. */
enum { EXIT_FAILED = 125, EXIT_CANNOT_RUN = 126, EXIT_NOT_FOUND = 127 };

/* Runs PATH grafted, FLAGS: CHILD_..., with the command line that is its quoted path and then REST. Returns its exit code
   or, after one line on stderr, one of the above. */
DWORD launch(const WCHAR *path, const WCHAR *rest, ULONG flags);

#endif
