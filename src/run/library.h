/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_LIBRARY_H
#define CYCLETIME_LIBRARY_H

#include <windows.h>

/* The cycletime.dll beside this launcher. FALSE: there is none. */
BOOL library_path(WCHAR path[MAX_PATH]);

#endif
