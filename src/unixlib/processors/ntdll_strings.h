/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_UNIXLIB_NTDLL_STRINGS_H
#define CYCLETIME_UNIXLIB_NTDLL_STRINGS_H

#include <stdbool.h>

/*
 * Whether WORD is among the strings of this process's ntdll.so. It must be if that ntdll.so reads the environment variable
 * WORD. That the variable is set proves nothing: it is set for Proton, and a plain Wine that inherits it ignores it.
 */
bool ntdll_has_string(const char *word);

#endif
