/* SPDX-License-Identifier: MIT */
/* ntdll's queries before the graft and after, and the functions that must answer alike. */
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
extern struct queries ungrafted, grafted;

enum {
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

int nt_fault_tests(void);
int nt_length_tests(void);
int nt_list_tests(void);
int nt_other_tests(void);

#endif
