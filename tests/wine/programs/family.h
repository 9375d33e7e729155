/* SPDX-License-Identifier: MIT */
/* A program with no knowledge of cycletime that has children, and its children. A parent prints what it met; a child
   reports in the file that the environment variable REPORT names, so that it need not have our handles. */
#ifndef FAMILY_H
#define FAMILY_H

#include <windows.h>

#include <wchar.h>

enum { FAMILY_LINE = 1024, PATIENCE_MS = 60000 };

/* A line on stdout, at once. */
void say(const char *format, ...);

/* The child's: appends a line to the report. */
void family_report(const char *format, ...);

/* The parent's: says the report's lines as soon as there are COUNT, and removes it. */
void relay(unsigned count);
BOOL has_report(void);

/* "hooked" or "plain": where the functions in question lead, by import and by export; anything else is a fault. */
const char *hook_state(void);

/* Returns whose functions ntdll exports as NT's queries. */
const char *queries_state(void);

/* Returns whose functions kernel32 and ntdll export as the performance counter. */
const char *clocks_state(void);
BOOL is_systems(PVOID function);  /* does it lie in kernel32 or kernelbase? */

/* This program, or the one that the environment variable CHILD names. */
const WCHAR *own_path(void);

/* A command line that may be written to: "own path" and the arguments that FORMAT makes. */
WCHAR *own_line(const WCHAR *format, ...);

/* Of this process. Wine 8's own count is always 0. */
unsigned handle_count(void);

HANDLE inheritable_event(void);

/* Creates a child by CreateProcessW, and again if Wine loses it. Says the error if that fails. */
BOOL create_child(const WCHAR *application, WCHAR *line, BOOL inherit, DWORD flags, PVOID environment,
                  const WCHAR *directory, STARTUPINFOW *startup, PROCESS_INFORMATION *child);

/* Does the same for a child that inherits handles and gets no startup information. */
BOOL start(WCHAR *line, DWORD flags, PROCESS_INFORMATION *child);

/* Creates a child, waits for it, and says its exit code. */
void run_child(const WCHAR *application, WCHAR *line, DWORD flags, PVOID environment, const WCHAR *directory);

/* Waits for it, says its exit code if SAYING, closes it. */
DWORD end_of(PROCESS_INFORMATION *child, BOOL saying);

/* The argument of this number after the member's name, which is number 0; "" if there is none. */
WCHAR *argument(int number);

/* Returns the text, or NULL if it is empty. */
WCHAR *or_null(WCHAR *text);

/* A member that ends with another exit code than 0 calls exit. */
typedef void family_member(void);

family_member child_report, child_chain, child_descend, child_state, child_echo, child_environment, child_directory,
    child_console, child_startup, child_handles, child_handle, child_count, child_job, child_exit;
family_member parent_call, parent_suspended, parent_apc, parent_unresumed, parent_debug, parent_streams, parent_handles,
    parent_leak, parent_job, parent_job_left, parent_job_limit, parent_environment, parent_directory, parent_flags,
    parent_many, parent_functions, parent_run, parent_unix, parent_console;

#endif
