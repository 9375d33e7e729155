/* SPDX-License-Identifier: MIT */
/* Samples as a system might give them, a second apart, on processors of a billion cycles a second. */
#ifndef CYCLETIME_FAKE_SAMPLE_H
#define CYCLETIME_FAKE_SAMPLE_H

#include "tools/top/samples.h"

enum { FAKE_SECOND = 10000000, FAKE_FREQUENCY = 1000000000 };

/* COUNT processors of which nothing has been seen yet, 64 to a group, at this second. Everything about them is reported. */
void fake_sample(struct sample *sample, size_t count, uint64_t second);
struct task *fake_process(struct sample *sample, uint32_t id, uint64_t created, const wchar_t *name);
struct task *fake_thread(struct sample *sample, uint32_t id, uint64_t created);  /* of the last process */

#endif
