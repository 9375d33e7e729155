/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_COMMAND_SERVICES_H
#define CYCLETIME_COMMAND_SERVICES_H

#include <stdbool.h>

/* Whether Wine's services of this prefix already run without our library, so that the programs that they start do not load
   it. */
bool services_run_without_us(void);

#endif
