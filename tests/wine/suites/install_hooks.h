/* SPDX-License-Identifier: MIT */
/* Holds what this program noted before hooking, and what its parts share. */
#ifndef INSTALL_HOOKS_H
#define INSTALL_HOOKS_H

#include "export_list_text.h"
#include "pe.h"
#include "run_process.h"
#include "support.h"

/* kernel32, kernelbase and ntdll. */
struct target {
    const char *name;
    HMODULE module;
    BYTE headers[0x400];
    IMAGE_EXPORT_DIRECTORY directory;
    DWORD protection;             /* of the page that holds it */
    struct pe_exports exports;
    void **names, **ordinals;     /* what they resolved to */
};

enum { NTDLL = 2, TARGETS };

extern struct target targets[TARGETS];
extern struct export_list_line export_list[EXPORT_LIST_LINES];
extern size_t export_list_count;

extern HMODULE cycletime;
extern BOOL (WINAPI *hook_entry)(ULONG);
extern BOOL first_install_succeeded;

BOOL is_in_export_list(const struct target *target, const char *name);
BOOL is_ours(const void *function, const char *name);
void resolve(const struct target *target, void **names, void **ordinals);

struct slot {
    PVOID *at, value;
    DWORD protection;
};

/* Of all modules that are loaded now. */
struct slots {
    struct slot *list;
    size_t count;
};

struct slots read_slots(void);
extern struct slots slots_before;
extern LONG failures_meanwhile;   /* of a system call's, in threads that ran while hooks were installed */
DWORD protection_of(const void *at);

#endif
