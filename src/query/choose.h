/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_CHOOSE_H
#define CYCLETIME_CHOOSE_H

#include "../source/source.h"

/* The source that answers a question on this system: the first that works, and the question stays with it. NULL: none. */
const struct source *choose(CYCLETIME_QUESTION question);

#endif
