/* SPDX-License-Identifier: MIT */
/* What this program noted before the graft, and what its parts share. */
#ifndef GRAFT_H
#define GRAFT_H

#include "ledger_text.h"
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
extern struct ledger_line ledger[LEDGER_LINES];
extern size_t ledger_count;

extern HMODULE cycletime;
extern BOOL (WINAPI *graft_entry)(ULONG);
extern BOOL first_graft_succeeded, system_has_thread_cycles;

BOOL is_ledgers(const struct target *target, const char *name);
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
extern LONG failures_meanwhile;   /* of a system call's, in threads that ran while the graft was made */
DWORD protection_of(const void *at);

int export_walk_tests(void);
int grafted_tests(void);

#endif
