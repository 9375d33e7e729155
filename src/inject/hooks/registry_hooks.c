/* SPDX-License-Identifier: MIT */
/* The hooks of RegQueryValueEx: the values of the performance keys have cycletime's objects too, all other values are the
   system's. */
#include "inject/hooks/hooks.h"
#include "counters/performance_data.h"

/* The system reports wrong arguments. */
static BOOLEAN is_performance_query(HKEY key, const DWORD *reserved, const DWORD *size)
{
    const ULONG low = (ULONG)(ULONG_PTR)key;

    return !reserved && size
           && (low == (ULONG)(ULONG_PTR)HKEY_PERFORMANCE_DATA || low == (ULONG)(ULONG_PTR)HKEY_PERFORMANCE_TEXT
               || low == (ULONG)(ULONG_PTR)HKEY_PERFORMANCE_NLSTEXT);
}

/* RegQueryValueEx returns its error and does not set the last error. */
static __attribute__((noinline)) LSTATUS query_narrow(HKEY key, LPCSTR name, LPDWORD reserved, LPDWORD type, LPBYTE data,
                                                      LPDWORD size)
{
    const struct registry_output output = { FALSE, type, data, size };
    const DWORD error = GetLastError();
    BOOLEAN is_answered = FALSE;
    LSTATUS status;
    WCHAR *wide;
    int length;

    if (is_performance_query(key, reserved, size)) {
        length = MultiByteToWideChar(CP_ACP, 0, name ? name : "", -1, NULL, 0);
        wide = length > 0 ? HeapAlloc(GetProcessHeap(), 0, (SIZE_T)length * sizeof *wide) : NULL;
        if (wide) {
            if (MultiByteToWideChar(CP_ACP, 0, name ? name : "", -1, wide, length) == length)
                is_answered = registry_value(key, wide, trampolines.RegQueryValueExW, &output, &status);
            HeapFree(GetProcessHeap(), 0, wide);
        }
    }
    if (!is_answered) return trampolines.RegQueryValueExA(key, name, reserved, type, data, size);
    SetLastError(error);
    return status;
}

static __attribute__((noinline)) LSTATUS query_wide(HKEY key, LPCWSTR name, LPDWORD reserved, LPDWORD type, LPBYTE data,
                                                    LPDWORD size)
{
    const struct registry_output output = { TRUE, type, data, size };
    const DWORD error = GetLastError();
    LSTATUS status;

    if (!is_performance_query(key, reserved, size)
        || !registry_value(key, name, trampolines.RegQueryValueExW, &output, &status))
        return trampolines.RegQueryValueExW(key, name, reserved, type, data, size);
    SetLastError(error);
    return status;
}

/* HKEY_PERFORMANCE_DATA is 0x80000004; only predefined keys have higher handles, and programs query few of them. */
LSTATUS WINAPI HookedRegQueryValueExA(HKEY Key, LPCSTR Name, LPDWORD Reserved, LPDWORD Type, LPBYTE Data, LPDWORD Size)
{
    if ((ULONG)(ULONG_PTR)Key < (ULONG)(ULONG_PTR)HKEY_PERFORMANCE_DATA)
        return trampolines.RegQueryValueExA(Key, Name, Reserved, Type, Data, Size);
    return query_narrow(Key, Name, Reserved, Type, Data, Size);
}

LSTATUS WINAPI HookedRegQueryValueExW(HKEY Key, LPCWSTR Name, LPDWORD Reserved, LPDWORD Type, LPBYTE Data, LPDWORD Size)
{
    if ((ULONG)(ULONG_PTR)Key < (ULONG)(ULONG_PTR)HKEY_PERFORMANCE_DATA)
        return trampolines.RegQueryValueExW(Key, Name, Reserved, Type, Data, Size);
    return query_wide(Key, Name, Reserved, Type, Data, Size);
}
