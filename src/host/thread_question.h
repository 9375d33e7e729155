/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_THREAD_QUESTION_H
#define CYCLETIME_THREAD_QUESTION_H

#include "../protocol/host_calls.h"

#include <stdbool.h>

/* Fills in what is known of a thread of this process by its id, and the creation date where it is given. FALSE: nothing. */
bool thread_question(struct host_thread *thread);

#endif
