/* SPDX-License-Identifier: MIT */
#ifndef STATUS_H
#define STATUS_H

#include <windows.h>

/* Prints which system this is, which length contract holds, for every question its source and step, and a processor's idle
   states. */
BOOL status_print(HMODULE cycletime);

#endif
