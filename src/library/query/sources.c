/* SPDX-License-Identifier: MIT */
/* Chooses the source that answers a question: the first that works, once and for all unless a better one may still come. */
#include "library/query/query.h"
#include "library/query/tsc_rate.h"

/* The sources, in the order in which they are asked. */
static const struct source *const sources[] = { &source_unixlib, &source_nt_counters, &source_nt_times };

const struct source *chosen_source[2][CYCLETIME_QUESTIONS];

BOOLEAN sources_count_cycles(CYCLETIME_QUESTION question)
{
    return question == CYCLETIME_QUESTION_THREAD_CYCLES || question == CYCLETIME_QUESTION_PROCESS_CYCLES
           || question == CYCLETIME_QUESTION_IDLE_CYCLES || question == CYCLETIME_QUESTION_SYSTEM_CYCLES;
}

const struct source *find_source(CYCLETIME_QUESTION question, ULONG first)
{
    const struct source *source, *chosen = NULL;
    const struct answer *answer;
    enum presence presence;
    BOOLEAN is_final = TRUE; /* FALSE: an earlier source may still become available */
    ULONG i;

    for (i = first; i < ARRAYSIZE(sources) && !chosen; i++) {
        source = sources[i];
        answer = &source->answers[question];
        presence = source->presence ? source->presence() : PRESENT;
        if (presence == NOT_YET) is_final = FALSE;
        if (presence != PRESENT) continue;
        if (!answer->of_handle && !answer->cycles_of_group && !answer->times_of_group && !answer->idle_of_group) continue;
        if (source->set_tsc_rate && sources_count_cycles(question) && !source->set_tsc_rate(query_tsc_rate())) continue;
        if (!answer->works || answer->works(question)) chosen = source;
    }
    if (is_final) __atomic_store_n(&chosen_source[first][question], chosen, __ATOMIC_RELEASE);
    return chosen;
}

const struct source *choose_next_source(const struct source *source, CYCLETIME_QUESTION question)
{
    if (source != sources[0]) return NULL;
    source = __atomic_load_n(&chosen_source[1][question], __ATOMIC_ACQUIRE);
    return source ? source : find_source(question, 1);
}
