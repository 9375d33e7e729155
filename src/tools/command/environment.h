/* SPDX-License-Identifier: MIT */
/* The variables by which each process of Wine gets the preload library (src/inject/preload) and its options. */
#ifndef CYCLETIME_COMMAND_ENVIRONMENT_H
#define CYCLETIME_COMMAND_ENVIRONMENT_H

#include "tools/command/arguments.h"
#include "tools/command/tree.h"

/* Sets one variable. On failure, prints a message and ends this process. */
void environment_set(const char *variable, const char *value);

/* Appends the library of TREE, which tree_link has linked, to LD_PRELOAD. */
void environment_name_library(const struct tree *tree);

/* Sets the options, and the acknowledgement file ACK (hook_ack.h); NULL: there is none. */
void environment_set_options(const struct options *options, const char *ack);

#endif
