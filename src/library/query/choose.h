/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_CHOOSE_H
#define CYCLETIME_CHOOSE_H

#include "library/source/source.h"

extern const struct source *chosen_source[CYCLETIME_QUESTIONS];
const struct source *choose_first(CYCLETIME_QUESTION question);

/* Returns the source that answers a question on this system: the first one that works, which then stays the one for that
   question unless an earlier source may still become available. NULL: no source works. */
static inline const struct source *choose_source(CYCLETIME_QUESTION question)
{
    const struct source *source = __atomic_load_n(&chosen_source[question], __ATOMIC_ACQUIRE);

    return source ? source : choose_first(question);
}

/* Returns the source for what the first one, the unixlib, does not know. NULL: there is none, or SOURCE is not the
   first. */
const struct source *choose_next(const struct source *source, CYCLETIME_QUESTION question);

/* Returns the functions by which the chosen source answers the question. NULL: no source answers it. */
static inline const struct answer *choose_answer(CYCLETIME_QUESTION question)
{
    const struct source *source = choose_source(question);

    return source ? &source->answers[question] : NULL;
}

BOOLEAN is_in_cycles(CYCLETIME_QUESTION question);

#endif
