/* SPDX-License-Identifier: MIT */
/* The values of HKEY_PERFORMANCE_DATA, and of HKEY_PERFORMANCE_TEXT and HKEY_PERFORMANCE_NLSTEXT. */
#ifndef CYCLETIME_COUNTERS_REGISTRY_VALUE_H
#define CYCLETIME_COUNTERS_REGISTRY_VALUE_H

#include <windows.h>
#include <winreg.h>

/* The system's RegQueryValueExW. */
typedef LSTATUS (WINAPI *registry_query)(HKEY, LPCWSTR, LPDWORD, LPDWORD, LPBYTE, LPDWORD);

/* The outputs of RegQueryValueEx's caller. */
struct registry_output {
    BOOLEAN is_wide; /* strings */
    DWORD *type;     /* may be NULL */
    BYTE *data;      /* may be NULL */
    DWORD *size;     /* the size of DATA, then what was written or, for strings, is needed */
};

/* Adds our objects and names to the system's answer. FALSE: there is nothing to add, the system has to answer, and no
   output was written. NAME may be NULL. */
BOOLEAN registry_value(HKEY key, const WCHAR *name, registry_query system, const struct registry_output *output,
                       LSTATUS *status);

#endif
