/* SPDX-License-Identifier: MIT */
/* Objects of a test's own for src/counters, in place of those that ask the system. */
#ifndef CYCLETIME_FAKE_COUNTERS_H
#define CYCLETIME_FAKE_COUNTERS_H

#include "counters/catalogue.h"

enum { FAKE_UNKNOWN = 100, FAKE_UNREAD = 101 }; /* figures: not known on this system; unknown to all sources */

/* Has that many instances; the name of one is FAKE_NAME without as many of its first letters as its number says. Each
   figure is read as fake_figure says, and its base is one more. */
extern ULONG fake_instances;
extern WCHAR fake_name[INSTANCE_NAME];
ULONG64 fake_figure(ULONG instance, ULONG figure);

struct object_kind fake_object(ULONG index, BOOLEAN is_named, const struct counter_kind *counters, ULONG count);

/* wcslen of 16-bit characters, which the C library here does not have. */
size_t fake_wcslen(const WCHAR *string);

#endif
