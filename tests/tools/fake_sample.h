/* SPDX-License-Identifier: MIT */
/* Samples as a system might give them, a second apart, on processors of a billion cycles a second. */
#ifndef CYCLETIME_FAKE_SAMPLE_H
#define CYCLETIME_FAKE_SAMPLE_H

#include "cases.h"
#include "tools/top/screen.h"

enum { FAKE_SECOND = 10000000, FAKE_FREQUENCY = 1000000000 };

/* COUNT processors of which nothing has been seen yet, 64 to a group, at this second. Everything about them is reported. */
void fake_sample(struct sample *sample, size_t count, uint64_t second);
struct task *fake_process(struct sample *sample, uint32_t id, uint64_t created, const wchar_t *name);
struct task *fake_thread(struct sample *sample, uint32_t id, uint64_t created);  /* of the last process */

/* The objects of a test of the viewer. */
extern struct sample earlier, later;
extern struct interval interval;
extern struct rows rows;
extern struct ancestry ancestry;
extern struct history history;
extern struct text text;

/* A test that begins with two samples of COUNT processors and no processes. */
#define TEST_OF_PROCESSORS(count, test) \
    TEST_CASES(test, { #test, test, make_two_samples, free_objects, (void *)(uintptr_t)(count) })

int make_two_samples(void **state);
int free_objects(void **state);

/* Makes the interval between the two samples, and room for its rows. */
void compare_samples(void);

#endif
