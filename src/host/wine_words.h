/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_HOST_WINE_WORDS_H
#define CYCLETIME_HOST_WINE_WORDS_H

#include <stdbool.h>

/*
 * Whether the ntdll.so of this process has WORD among its strings, as one that reads the environment variable of that name
 * must. The variable itself tells nothing: it is set for a Proton, and plain Wine started beside it takes no notice.
 */
bool wine_has_word(const char *word);

#endif
