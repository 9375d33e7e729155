/* SPDX-License-Identifier: MIT */
#include "choose.h"
#include "cycle_rate.h"

/* In the order in which they are asked. */
static const struct source *const sources[] = { &source_wine_host, &source_nt_counters, &source_nt_times };

BOOLEAN is_in_cycles(CYCLETIME_QUESTION question)
{
    return question == CycletimeThreadCycles || question == CycletimeProcessCycles || question == CycletimeIdleCycles
           || question == CycletimeSystemCycles;
}

static BOOLEAN answers(const struct source *source, CYCLETIME_QUESTION question)
{
    const struct answer *answer = &source->answers[question];

    if (!answer->of_handle && !answer->cycles_of_group && !answer->times_of_group) return FALSE;
    if (source->take_rate && is_in_cycles(question) && !source->take_rate(cycle_rate())) return FALSE;
    return !answer->works || answer->works();
}

/* NULL: none. FINAL becomes FALSE if one before it may still come. */
static const struct source *find(CYCLETIME_QUESTION question, SIZE_T first, BOOLEAN *final)
{
    enum presence presence;
    SIZE_T i;

    *final = TRUE;
    for (i = first; i < ARRAYSIZE(sources); i++) {
        presence = sources[i]->presence ? sources[i]->presence() : PRESENT;
        if (presence == NOT_YET) *final = FALSE;
        if (presence == PRESENT && answers(sources[i], question)) return sources[i];
    }
    return NULL;
}

static const struct source *choose_from(const struct source **chosen, CYCLETIME_QUESTION question, SIZE_T first)
{
    const struct source *source = __atomic_load_n(chosen, __ATOMIC_ACQUIRE);
    BOOLEAN final;

    if (source) return source;
    source = find(question, first, &final);
    if (final) __atomic_store_n(chosen, source, __ATOMIC_RELEASE);
    return source;
}

const struct source *choose(CYCLETIME_QUESTION question)
{
    static const struct source *chosen[CYCLETIME_QUESTIONS];

    return choose_from(&chosen[question], question, 0);
}

const struct source *choose_next(const struct source *source, CYCLETIME_QUESTION question)
{
    static const struct source *chosen[CYCLETIME_QUESTIONS];

    return source == sources[0] ? choose_from(&chosen[question], question, 1) : NULL;
}
