/* SPDX-License-Identifier: MIT */
/* def/cycletime.def and def/hooks.def, read by these tests on their own. */
#ifndef EXPORT_LIST_TEXT_H
#define EXPORT_LIST_TEXT_H

#include <windows.h>

struct export_list_line {
    char name[64];
    unsigned bytes;                /* behind the @ */
    BOOL in_kernel32, in_kernelbase;
};

enum { EXPORT_LIST_LINES = 256 };

/* Their number. */
size_t export_list_read(struct export_list_line lines[EXPORT_LIST_LINES]);

/* Whether def/hooks.def has that name for the module of that file name, or for some module where it is NULL, without
   anything that has to be asked for. */
BOOL hook_names_for(const char *module, const char *name);

/* Whether include/cycletime.h has a prototype of it. */
BOOL header_declares(const char *function);

#endif
