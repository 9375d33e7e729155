/* SPDX-License-Identifier: MIT */
#ifndef STATUS_H
#define STATUS_H

#include <windows.h>

/* Prints which system this is, which length contract holds, and for every question its source and step. */
BOOL status_print(HMODULE cycletime);

#endif
