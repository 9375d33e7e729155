/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_DOS_PATH_H
#define CYCLETIME_DOS_PATH_H

#include <windows.h>

/* Returns, under Wine, the DOS path of a Unix path, which the caller frees. NULL: there is none, or this is not Wine. */
WCHAR *dos_path_of_unix_path(const WCHAR *path);

#endif
