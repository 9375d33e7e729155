/* SPDX-License-Identifier: MIT */
/* The child that the program processors starts. */
#ifndef PROCESSORS_H
#define PROCESSORS_H

#include "support.h"

/* Prints how the idle cycle functions treat lengths in this process, with the length rule unset, or SET. */
int length_rule_child(BOOL set);

#endif
