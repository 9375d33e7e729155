/* SPDX-License-Identifier: MIT */
/* What others saw of a process that was killed: of its last words, who kills and who reaps it write them. */
#ifndef CYCLETIME_HOST_RECORD_OBITUARY_H
#define CYCLETIME_HOST_RECORD_OBITUARY_H

#include "record.h"

/* What somebody saw of it, if that is more than ANSWER has. False: nobody did. */
bool obituary_add(const struct record_file *file, uint32_t place, struct record_process process,
                  struct record_answer *answer);

#endif
