/* SPDX-License-Identifier: MIT */
/* Information about the processes of the latest sample. Who started a process, and its command line, are asked once; its
   job is asked repeatedly. */
#ifndef CYCLETIME_ANCESTRY_H
#define CYCLETIME_ANCESTRY_H

#include "tools/top/sample.h"

/* Jobs are asked for at each sample while there is a new process, one that was not there two samples before; else once in
   this number of samples. */
enum { ANCESTRY_TURNS = 32 };

struct ancestry {
    struct process_info **known; /* the processes, in the sample's order */
    size_t count;
    uint32_t followed; /* the process whose descendants are followed; 0: none */
    uint32_t samples;
    int32_t last_job; /* the highest number given so far */
};

/* Gives each task of the sample its process's information, which remains until this is called for the next sample. Before
   the first call ANCESTRY is all 0 but for FOLLOWED. FALSE: no memory. */
bool ancestry_attach(struct ancestry *ancestry, struct sample *sample);

/* Asks each process whose command line is not known yet for it, once. */
void ancestry_query_commands(struct ancestry *ancestry);

/* Whether any of the followed processes still lives. */
bool ancestry_has_followed(const struct ancestry *ancestry);

void ancestry_free(struct ancestry *ancestry);

#endif
