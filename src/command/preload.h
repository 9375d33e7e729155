/* SPDX-License-Identifier: MIT */
/* What the command's environment says to each process of Wine (src/preload). */
#ifndef CYCLETIME_COMMAND_PRELOAD_H
#define CYCLETIME_COMMAND_PRELOAD_H

#include "options.h"
#include "tree.h"

/* Names the library of TREE, which is linked, in LD_PRELOAD, behind what stands there. 0, or the exit code after one
   line. */
int preload_name(const struct tree *tree);

/* OPTIONS, and the file FIRST, NULL: there is none. 0, or the exit code after one line. */
int preload_tell(const struct options *options, const char *first);

#endif
