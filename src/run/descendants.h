/* SPDX-License-Identifier: MIT */
/* What the program and its descendants used to their very end, which only their common parent is told by Linux: this
   process (host/subreaper.h). Without the Linux side these do nothing. */
#ifndef CYCLETIME_RUN_DESCENDANTS_H
#define CYCLETIME_RUN_DESCENDANTS_H

#include <windows.h>

/* Before there are any. */
void descendants_expect(void);

/* After the last process that is created here, before the program runs. */
void descendants_follow(void);

/* PROCESS, the program, has ended. */
void descendants_leave(HANDLE process);

#endif
