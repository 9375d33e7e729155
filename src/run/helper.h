/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_HELPER_H
#define CYCLETIME_HELPER_H

#include <windows.h>

/* If a process of the other word size started this one to graft a child of its own (CHILD_HELPER_OPTION in LINE), does that
   and ends this process. */
void helper_run_if_asked(const WCHAR *line);

#endif
