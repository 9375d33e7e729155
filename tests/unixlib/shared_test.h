/* SPDX-License-Identifier: MIT */
/* The start of each test of the shared file: a folder, this process's publisher, and other processes. */
#ifndef CYCLETIME_SHARED_TEST_H
#define CYCLETIME_SHARED_TEST_H

#include "apart.h"
#include "fake_tree.h"
#include "other.h"

enum { KEY = 7, MS = 1000000 };
static const struct process_identity PARENT = { 0x120, 131999999999999999, 0 };
static const struct process_identity CHILD = { 0x124, 132000000000000000, 0 }, NEXT = { 0x128, 132000000000000001, 0 };
static const struct cpu_times NONE = { 0, 0 }, SOME = { 1000, 500 }, MORE = { 70000, 20000 };

extern struct publisher publisher;
extern char path[160]; /* of the shared file */

int folder_set_up(void **state);
int shared_file_set_up(void **state);
int shared_file_tear_down(void **state);

/* Tests in a folder of their own. The second kind has opened the publisher. */
#define TEST_IN_FOLDER(test) TEST_BETWEEN(folder_set_up, shared_file_tear_down, test)
#define TEST_WITH_FILE(test) TEST_BETWEEN(shared_file_set_up, shared_file_tear_down, test)

bool open_publisher(void);

/* Begin another process, and assert that it got an entry. The last one has published `times`. */
#define begin(process) begin_child(process, 0)
#define begin_child(process, parent) begin_at(process, parent, NULL, __FILE__, __LINE__)
#define begin_published(process, times) begin_at(process, 0, &(times), __FILE__, __LINE__)

struct other begin_at(struct process_identity process, uint32_t parent, const struct cpu_times *times, const char *file,
                      int line);

extern struct lookup_answer answer, untouched;

/* The processes that have CHILD's id, one after another: the first is CHILD. An id has 16 slots. */
struct process_identity bearer(int number);

uint64_t clock_of(pid_t pid);

/* Looks a process up. Without an entry of it, `answer` is as `untouched`. */
bool find(struct process_identity process);
uint64_t total_of(struct cpu_times times);

/* Look a process up. The first asserts that it has ended with `times`, exactly or as published last; the second that it is
   `other`, which lives and has used as many milliseconds at least. */
#define assert_ended(process, times, is_exact) assert_ended_at(process, times, is_exact, __FILE__, __LINE__)
#define assert_lives(process, other, milliseconds) assert_lives_at(process, other, milliseconds, __FILE__, __LINE__)

void assert_ended_at(struct process_identity process, struct cpu_times times, bool is_exact, const char *file, int line);
void assert_lives_at(struct process_identity process, const struct other *other, unsigned milliseconds, const char *file,
                     int line);

#endif
