/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_COMMAND_SERVICES_H
#define CYCLETIME_COMMAND_SERVICES_H

#include <stdbool.h>

/* Whether Wine's services of this prefix run already, without our library, so that what they start does not have it. */
bool services_run_without_us(void);

#endif
