/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_DOS_PATH_H
#define CYCLETIME_DOS_PATH_H

#include <windows.h>

/* Under Wine, the DOS path of a Unix path, to be freed. NULL: there is none, or this is not Wine. */
WCHAR *dos_path_of_unix_path(const WCHAR *path);

#endif
