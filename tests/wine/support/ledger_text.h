/* SPDX-License-Identifier: MIT */
/* def/cycletime.def and def/graft.def, read by these tests on their own. */
#ifndef LEDGER_TEXT_H
#define LEDGER_TEXT_H

#include <windows.h>

struct ledger_line {
    char name[64];
    unsigned bytes;                /* behind the @ */
    BOOL in_kernel32, in_kernelbase;
};

enum { LEDGER_LINES = 256 };

/* Their number. */
size_t ledger_read(struct ledger_line lines[LEDGER_LINES]);

/* Whether def/graft.def has that name for the module of that file name, or for some module where it is NULL, without
   anything that has to be asked for. */
BOOL graft_names_for(const char *module, const char *name);

/* Whether include/cycletime.h has a prototype of it. */
BOOL header_declares(const char *function);

#endif
