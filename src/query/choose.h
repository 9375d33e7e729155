/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_CHOOSE_H
#define CYCLETIME_CHOOSE_H

#include "../source/source.h"

/* The source that answers a question on this system: the first that works, and the question stays with it, unless one
   before it may still come. NULL: none. */
const struct source *choose(CYCLETIME_QUESTION question);

/* The one that answers what the first, the Linux side, knows nothing of. NULL: none, or SOURCE is not the first. */
const struct source *choose_next(const struct source *source, CYCLETIME_QUESTION question);

BOOLEAN is_in_cycles(CYCLETIME_QUESTION question);

#endif
