/* SPDX-License-Identifier: MIT */
/* A part of an unaware program that asks, in the program or in a DLL. */
#ifndef PLAIN_LIBRARY_H
#define PLAIN_LIBRARY_H

#include "plain.h"

/* OTHER: a process, or NULL. */
void library_ask(HANDLE other);

#endif
