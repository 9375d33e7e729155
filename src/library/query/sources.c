/* SPDX-License-Identifier: MIT */
/* Chooses the source that answers a question: the first that works, once and for all unless a better one may still come. */
#include "library/query/sources.h"
#include "library/query/tsc_rate.h"

/* The sources, in the order in which they are asked. */
static const struct source *const sources[] = { &source_unixlib, &source_nt_counters, &source_nt_times };

const struct source *chosen_source[CYCLETIME_QUESTIONS];

BOOLEAN is_in_cycles(CYCLETIME_QUESTION question)
{
    return question == CYCLETIME_QUESTION_THREAD_CYCLES || question == CYCLETIME_QUESTION_PROCESS_CYCLES
           || question == CYCLETIME_QUESTION_IDLE_CYCLES || question == CYCLETIME_QUESTION_SYSTEM_CYCLES;
}

/* NULL: no source works. *FINAL becomes FALSE if an earlier source may still become available. */
static const struct source *find_source(CYCLETIME_QUESTION question, SIZE_T first, BOOLEAN *final)
{
    const struct source *source;
    const struct answer *answer;
    enum presence presence;
    SIZE_T i;

    *final = TRUE;
    for (i = first; i < ARRAYSIZE(sources); i++) {
        source = sources[i];
        answer = &source->answers[question];
        presence = source->presence ? source->presence() : PRESENT;
        if (presence == NOT_YET) *final = FALSE;
        if (presence != PRESENT) continue;
        if (!answer->of_handle && !answer->cycles_of_group && !answer->times_of_group && !answer->idle_of_group) continue;
        if (source->set_tsc_rate && is_in_cycles(question) && !source->set_tsc_rate(query_tsc_rate())) continue;
        if (!answer->works || answer->works(question)) return source;
    }
    return NULL;
}

const struct source *choose_first(CYCLETIME_QUESTION question)
{
    BOOLEAN final;
    const struct source *source = find_source(question, 0, &final);

    if (final) __atomic_store_n(&chosen_source[question], source, __ATOMIC_RELEASE);
    return source;
}

const struct source *choose_next(const struct source *source, CYCLETIME_QUESTION question)
{
    static const struct source *chosen[CYCLETIME_QUESTIONS];
    const struct source *next;
    BOOLEAN final;

    if (source != sources[0]) return NULL;
    next = __atomic_load_n(&chosen[question], __ATOMIC_ACQUIRE);
    if (next) return next;
    next = find_source(question, 1, &final);
    __atomic_store_n(&chosen[question], next, __ATOMIC_RELEASE);
    return next;
}
