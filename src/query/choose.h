/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_CHOOSE_H
#define CYCLETIME_CHOOSE_H

#include "../source/source.h"

extern const struct source *chosen_source[CYCLETIME_QUESTIONS];
const struct source *choose_first(CYCLETIME_QUESTION question);

/* The source that answers a question on this system: the first that works, and the question stays with it, unless one
   before it may still come. NULL: none. */
static inline const struct source *choose(CYCLETIME_QUESTION question)
{
    const struct source *source = __atomic_load_n(&chosen_source[question], __ATOMIC_ACQUIRE);

    return source ? source : choose_first(question);
}

/* The one that answers what the first, the Linux side, knows nothing of. NULL: none, or SOURCE is not the first. */
const struct source *choose_next(const struct source *source, CYCLETIME_QUESTION question);

BOOLEAN is_in_cycles(CYCLETIME_QUESTION question);

#endif
