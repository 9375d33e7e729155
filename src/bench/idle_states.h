/* SPDX-License-Identifier: MIT */
#ifndef IDLE_STATES_H
#define IDLE_STATES_H

#include <windows.h>

/* Prints the idle states of the first processor, a line each; nothing where nobody tells. FALSE: they could not be read. */
BOOL idle_states_print(HMODULE cycletime);

#endif
