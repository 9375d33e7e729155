/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_OPTIONS_H
#define CYCLETIME_OPTIONS_H

#include <windows.h>

struct options {
    ULONG flags;       /* CHILD_... */
    const WCHAR *name; /* of the program */
    const WCHAR *rest; /* byte for byte what stands behind it */
};

/* Reads the launcher's own command line, the name into NAME, which has room for all of LINE. FALSE after one line on
   stderr. */
BOOL options_read(const WCHAR *line, WCHAR *name, struct options *options);

#endif
