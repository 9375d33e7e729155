/* SPDX-License-Identifier: MIT */
/* strtol and its like by the names that every glibc has: from 2.38 on its headers mean others, so what was built there
   would not run on an older one. */
#ifndef CYCLETIME_HOST_STRTOL_H
#define CYCLETIME_HOST_STRTOL_H

long any_strtol(const char *text, char **end, int base) __asm__("strtol");
unsigned long any_strtoul(const char *text, char **end, int base) __asm__("strtoul");
unsigned long long any_strtoull(const char *text, char **end, int base) __asm__("strtoull");

#endif
