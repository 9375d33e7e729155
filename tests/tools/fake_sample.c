/* SPDX-License-Identifier: MIT */
#include "fake_sample.h"

#include <stdlib.h>

enum { MOST = 1024 };

struct sample earlier, later;
struct interval interval;
struct rows rows;
struct ancestry ancestry;
struct history history;
struct text text;

int make_two_samples(void **state)
{
    const size_t processors = (uintptr_t)*state;

    fake_sample(&earlier, processors, 100);
    fake_sample(&later, processors, 101);
    return 0;
}

int free_objects(void **state)
{
    text_free(&text);
    history_free(&history);
    ancestry_free(&ancestry);
    rows_free(&rows);
    interval_free(&interval);
    sample_free(&earlier);
    sample_free(&later);
    return 0;
}

void compare_samples(void)
{
    assert_true(interval_make(&interval, &earlier, &later));
    assert_true(rows_reserve(&rows, interval.usage_count));
}

void fake_sample(struct sample *sample, size_t count, uint64_t second)
{
    size_t i;

    sample_free(sample);
    sample->frequency = FAKE_FREQUENCY;
    sample->moment = second * FAKE_SECOND;
    sample->processors = calloc(count + 1, sizeof *sample->processors);
    sample->tasks = calloc(MOST, sizeof *sample->tasks);
    if (!sample->processors || !sample->tasks) abort();
    sample->processor_count = count;
    for (i = 0; i < count; i++)
        sample->processors[i] = (struct processor){
            .moment = second * FAKE_SECOND, .group = (uint16_t)(i / 64), .number = (uint8_t)(i % 64), .has_idle = true,
            .has_system = true, .has_times = true, .has_states = true
        };
}

struct task *fake_process(struct sample *sample, uint32_t id, uint64_t created, const wchar_t *name)
{
    struct task *task = &sample->tasks[sample->task_count++];
    size_t length = 0;

    if (sample->task_count > MOST) abort();
    while (name[length]) length++;
    *task = (struct task){
        .created = created, .name = (const uint16_t *)name, .name_length = length, .process = id, .is_exact = true
    };
    return task;
}

struct task *fake_thread(struct sample *sample, uint32_t id, uint64_t created)
{
    struct task *task = &sample->tasks[sample->task_count++], *process = task - 1;

    if (sample->task_count > MOST) abort();
    while (process->thread) process--;
    *task = *process;
    task->thread = id;
    task->created = created;
    task->threads = 0;
    process->threads++;
    return task;
}

/* The real one lives beside what asks Windows. */
void sample_free(struct sample *sample)
{
    free(sample->processors);
    free(sample->tasks);
    *sample = (struct sample){ 0 };
}
