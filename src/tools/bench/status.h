/* SPDX-License-Identifier: MIT */
#ifndef STATUS_H
#define STATUS_H

#include <windows.h>

/* Prints which system this is, which length rule holds, the source and step of every question, and the idle states of a
   processor. */
BOOL status_print(void);

#endif
