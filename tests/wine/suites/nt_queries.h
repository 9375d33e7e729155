/* SPDX-License-Identifier: MIT */
/* ntdll's queries before hooking and after, and the functions that must answer alike. */
#ifndef NT_QUERIES_H
#define NT_QUERIES_H

#include "support.h"

typedef LONG (WINAPI *query_information)(HANDLE, ULONG, PVOID, ULONG, PULONG);
typedef LONG (WINAPI *query_system)(ULONG, PVOID, ULONG, PULONG);
typedef LONG (WINAPI *query_system_ex)(ULONG, PVOID, ULONG, PVOID, ULONG, PULONG);

struct queries {
    query_information process, thread;
    query_system system;
    query_system_ex system_ex;  /* NULL before Windows 7 */
};

/* As GetProcAddress gave them. */
extern struct queries unhooked, hooked;

enum {
    THREAD_ENTRY = 40, /* NtQueryInformationThread's */
    LIST = 5, PERFORMANCE = 8, EXTENDED_LIST = 57, IDLE = 0x2a, IDLE_CYCLES = 83,
    SYSTEM_CYCLES = 108
};

/* cycletime.dll's own. */
extern struct answers {
    BOOL (WINAPI *performance)(USHORT, PULONG, PVOID);
    BOOL (WINAPI *idle)(USHORT, PULONG, PVOID);
    BOOL (WINAPI *idle_cycles)(USHORT, PULONG, PULONG64);
    BOOL (WINAPI *system_cycles)(USHORT, PVOID, PULONG);
    BOOL (WINAPI *thread_cycles)(HANDLE, PULONG64);
    BOOL (WINAPI *process_cycles)(HANDLE, PULONG64);
    BOOL (WINAPI *thread_times)(HANDLE, LPFILETIME, LPFILETIME, LPFILETIME, LPFILETIME);
    BOOL (WINAPI *system_times)(LPFILETIME, LPFILETIME, LPFILETIME);
    BOOL (WINAPI *process_times)(HANDLE, LPFILETIME, LPFILETIME, LPFILETIME, LPFILETIME);
} answers;

/* As in winternl.h of Wine. */
struct listed_thread {
    LARGE_INTEGER kernel, user, creation;
    ULONG wait;
    PVOID start;
    HANDLE process, thread;
    LONG priority, base_priority;
    ULONG switches, state, reason, padding;
};

/* The entry of a thread of this process in the list, which is there. */
struct listed_thread nt_listed_thread(ULONG class, ULONG id);

/* The id of the first thread of a program; 0: it does not run. */
ULONG nt_first_thread_of(const WCHAR *name);

#endif
