/* SPDX-License-Identifier: MIT */
/* The origins of the processes that were there at the last look: each is asked once, jobs now and then. */
#ifndef CYCLETIME_ORIGINS_H
#define CYCLETIME_ORIGINS_H

#include "facts.h"
#include "sample.h"

/* Jobs are asked for while there is a process that was not there two looks before, else at each look of so many. */
enum { ORIGINS_TURNS = 32 };

struct origins {
    struct known **slots; /* by id; open addressing, a power of two */
    size_t mask;
    uint32_t followed; /* the process whose descendants are followed; 0: none */
    uint32_t looks;
    int32_t last_job; /* the highest number that was given */
    struct jobs jobs;
};

/* Into one that is all 0 but for FOLLOWED. The sample's burners have their origins then, until the next sample gets its
   own. FALSE: no memory. */
bool origins_attach(struct origins *origins, struct sample *sample);

/* Those that have no command line yet are asked for it, once. */
void origins_ask_commands(struct origins *origins);

/* Whether a process lives that is followed. */
bool origins_has_followed(const struct origins *origins);

void origins_free(struct origins *origins);

#endif
