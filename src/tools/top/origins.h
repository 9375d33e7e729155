/* SPDX-License-Identifier: MIT */
/* The origins of the processes of the latest sample: where each process comes from is asked once, its job repeatedly. */
#ifndef CYCLETIME_ORIGINS_H
#define CYCLETIME_ORIGINS_H

#include "tools/top/sample.h"

/* Jobs are asked for at each sample while there is a young process, one that was not there two samples before; else once in
   this number of samples. */
enum { ORIGINS_TURNS = 32 };

struct origins {
    struct origin **known; /* the processes, in the sample's order */
    size_t count;
    uint32_t followed; /* the process whose descendants are followed; 0: none */
    uint32_t samples;
    int32_t last_job; /* the highest number given so far */
};

/* Gives the sample's burners their origins, which remain until this is called for the next sample. Before the first call
   ORIGINS is all 0 but for FOLLOWED. FALSE: no memory. */
bool origins_attach(struct origins *origins, struct sample *sample);

/* Asks each process whose command line is not known yet for it, once. */
void origins_ask_commands(struct origins *origins);

/* Whether any of the followed processes still lives. */
bool origins_has_followed(const struct origins *origins);

void origins_free(struct origins *origins);

#endif
