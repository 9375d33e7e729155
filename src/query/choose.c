/* SPDX-License-Identifier: MIT */
#include "choose.h"

/* In the order in which they are asked. */
static const struct source *const sources[] = { &source_nt_counters, &source_nt_times };

static BOOLEAN answers(const struct answer *answer)
{
    if (!answer->of_handle && !answer->cycles_of_group && !answer->times_of_group && !answer->idle_of_group) return FALSE;
    return !answer->works || answer->works();
}

const struct source *choose(CYCLETIME_QUESTION question)
{
    static const struct source *chosen[CYCLETIME_QUESTIONS];
    const struct source *source = __atomic_load_n(&chosen[question], __ATOMIC_ACQUIRE);
    SIZE_T i;

    if (source) return source;
    for (i = 0; !source && i < ARRAYSIZE(sources); i++)
        if (answers(&sources[i]->answers[question])) source = sources[i];
    __atomic_store_n(&chosen[question], source, __ATOMIC_RELEASE);
    return source;
}
