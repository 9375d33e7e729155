/* SPDX-License-Identifier: MIT */
/* Which source answers a question. */
#ifndef CYCLETIME_SOURCES_H
#define CYCLETIME_SOURCES_H

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

/* Whether the answers to the question are cycles, for which their rate has to be known. */
BOOLEAN is_in_cycles(CYCLETIME_QUESTION question);

/* Whether the unixlib is the source that answers the question: then its other functions answer as well (unixlib.h). */
static inline BOOLEAN unixlib_answers(CYCLETIME_QUESTION question)
{
    return choose_source(question) == &source_unixlib;
}

#endif
