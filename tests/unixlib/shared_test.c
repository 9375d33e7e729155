/* SPDX-License-Identifier: MIT */
#include "shared_test.h"
#include "linux_clocks.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct publisher publisher;
struct lookup_answer answer, untouched;
char path[160];

int folder_set_up(void **state)
{
    memset(&untouched, 0xCC, sizeof untouched);
    if (tree_set_up(state)) return 1;
    snprintf(path, sizeof path, "%s/cycletime-%d-%u-%016x", tree.root, SHARED_FILE_VERSION, (unsigned)geteuid(), KEY);
    return 0;
}

int shared_file_set_up(void **state)
{
    return folder_set_up(state) || !open_publisher();
}

int shared_file_tear_down(void **state)
{
    publisher_close(&publisher);
    return tree_tear_down(state);
}

bool open_publisher(void)
{
    return publisher_open(&publisher, tree.root, KEY);
}

struct other begin_at(struct process_identity process, uint32_t parent, const struct cpu_times *times, const char *file,
                      int line)
{
    const struct other other = other_begin(KEY, process, parent);

    _assert_true(other.claimed, "the process has an entry", file, line);
    if (times) _assert_true(other_publish(&other, *times), "the process has published its times", file, line);
    return other;
}

struct process_identity bearer(int number)
{
    return (struct process_identity){ CHILD.id, CHILD.created + (uint64_t)number, 0 };
}

uint64_t clock_of(pid_t pid)
{
    clockid_t id;

    assert_int_equal(clock_getcpuclockid(pid, &id), 0);
    return read_ns(id);
}

bool find(struct process_identity process)
{
    answer = untouched;
    return lookup_process(&publisher, process, NOW, &answer);
}

uint64_t total_of(struct cpu_times times)
{
    return times.user + times.kernel;
}

void assert_ended_at(struct process_identity process, struct cpu_times times, bool is_exact, const char *file, int line)
{
    _assert_true(find(process), "the process is found", file, line);
    _assert_int_equal(answer.times.user, times.user, file, line);
    _assert_int_equal(answer.times.kernel, times.kernel, file, line);
    _assert_true(answer.has_ended, "the process has ended", file, line);
    _assert_int_equal(answer.is_exact, is_exact, file, line);
    _assert_int_equal(answer.linux_pid, 0, file, line);
}

void assert_lives_at(struct process_identity process, const struct other *other, unsigned milliseconds, const char *file,
                     int line)
{
    _assert_true(find(process), "the process is found", file, line);
    _assert_true(!answer.has_ended, "the process lives", file, line);
    _assert_true(answer.is_exact, "its times are exact", file, line);
    _assert_int_equal(answer.linux_pid, other->pid, file, line);
    _assert_true(total_of(answer.times) >= (uint64_t)milliseconds * MS, "the process has used its time", file, line);
}
