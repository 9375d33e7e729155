/* SPDX-License-Identifier: MIT */
/* The system's list of processes, as NtQuerySystemInformation reports it. */
#include "nt_queries.h"
#include "run_process.h"
#include "worker.h"

#include <ntstatus.h>
#include <stdlib.h>
#include <string.h>

struct extended_thread {
    struct listed_thread thread;
    PVOID others[7];
};

struct listed_process {
    ULONG next, threads;
    LARGE_INTEGER working_set;
    ULONG faults, most_threads;
    ULONG64 cycles;
    LARGE_INTEGER creation, user, kernel;
    USHORT name_length, name_size;
    PWSTR name;
    LONG priority;
    HANDLE id;
};

struct list {
    BYTE *bytes;
    ULONG size, thread_size;
};

static struct list list_by(query_system query, ULONG class)
{
    struct list list = { NULL, 0x10000, class == LIST ? sizeof(struct listed_thread)
                                                      : sizeof(struct extended_thread) };
    LONG status;

    do {
        free(list.bytes);
        list.size *= 2;
        assert_non_null(list.bytes = calloc(1, list.size));
        SetLastError(POISON);
        status = query(class, list.bytes, list.size, NULL);
        assert_int_equal(GetLastError(), POISON);
    } while (status == STATUS_INFO_LENGTH_MISMATCH);
    assert_int_equal(status, STATUS_SUCCESS);
    return list;
}

static const struct listed_process *find(const struct list *list, ULONG id)
{
    const struct listed_process *process = (const void *)list->bytes;

    while ((ULONG)(ULONG_PTR)process->id != id) {
        assert_true(process->next != 0);
        process = (const void *)((const BYTE *)process + process->next);
    }
    return process;
}

static const struct listed_thread *thread_at(const struct list *list, const struct listed_process *process, ULONG index)
{
    return (const void *)((const BYTE *)process + (sizeof(void *) == 8 ? 0x100 : 0xb8) + index * list->thread_size);
}

static const struct listed_thread *find_thread(const struct list *list, ULONG id)
{
    const struct listed_process *process = find(list, GetCurrentProcessId());
    ULONG i;

    for (i = 0; i < process->threads; i++)
        if ((ULONG)(ULONG_PTR)thread_at(list, process, i)->thread == id) return thread_at(list, process, i);
    fail_msg("thread %lu is not listed", id);
    return NULL;
}

struct listed_thread nt_listed_thread(ULONG class, ULONG id)
{
    struct list list = list_by(hooked.system, class);
    struct listed_thread found = *find_thread(&list, id);

    free(list.bytes);
    return found;
}

ULONG nt_first_thread_of(const WCHAR *name)
{
    struct list list = list_by(unhooked.system, LIST);
    const struct listed_process *process = (const void *)list.bytes;
    ULONG found = 0;

    for (; !found && process->next; process = (const void *)((const BYTE *)process + process->next))
        if (process->threads && process->name_length == wcslen(name) * sizeof *name
            && !memcmp(process->name, name, process->name_length))
            found = (ULONG)(ULONG_PTR)thread_at(&list, process, 0)->thread;
    free(list.bytes);
    return found;
}

static const ULONG classes[] = { LIST, EXTENDED_LIST };

static void assert_within(struct times before, LARGE_INTEGER kernel, LARGE_INTEGER user, struct times after)
{
    assert_in_range(kernel.QuadPart, before.kernel, after.kernel);
    assert_in_range(user.QuadPart, before.user, after.user);
}

TEST(the_list_has_this_process_s_times_and_cycles)
{
    struct times before;
    ULONG64 cycles_before, cycles_after;
    const struct listed_process *self;
    struct list list;
    unsigned i;

    if (!with_unixlib()) SKIP_BECAUSE("the system's own are in steps of their own then");
    for (i = 0; i < ARRAYSIZE(classes); i++) {
        spin(ticks_of_ms(20));
        before = times_by(answers.process_times, GetCurrentProcess());
        assert_true(answers.process_cycles(GetCurrentProcess(), &cycles_before));
        list = list_by(hooked.system, classes[i]);
        self = find(&list, GetCurrentProcessId());
        assert_within(before, self->kernel, self->user, times_by(answers.process_times, GetCurrentProcess()));
        assert_true(answers.process_cycles(GetCurrentProcess(), &cycles_after));
        assert_in_range(self->cycles, cycles_before, cycles_after);
        free(list.bytes);
    }
}

TEST(the_list_has_the_times_of_this_process_s_threads)
{
    struct times before, before_worker;
    const struct listed_thread *own, *other;
    struct worker worker;
    struct list list;
    unsigned i;

    if (!with_unixlib()) SKIP_BECAUSE("the system's own are in steps of their own then");
    worker_start(&worker, 30);
    for (i = 0; i < ARRAYSIZE(classes); i++) {
        spin(ticks_of_ms(20));
        before = times_by(answers.thread_times, GetCurrentThread());
        before_worker = times_by(answers.thread_times, worker.thread);
        list = list_by(hooked.system, classes[i]);
        own = find_thread(&list, GetCurrentThreadId());
        other = find_thread(&list, GetThreadId(worker.thread));
        assert_within(before, own->kernel, own->user, times_by(answers.thread_times, GetCurrentThread()));
        assert_within(before_worker, other->kernel, other->user, times_by(answers.thread_times, worker.thread));
        free(list.bytes);
    }
    worker_close(&worker);
}

/* Of those that are there before and after. */
TEST(the_list_is_the_system_s_but_for_times_and_cycles)
{
    const ULONG64 none = 0;
    struct list ours, systems;
    struct listed_process own, its;
    unsigned i;

    for (i = 0; i < ARRAYSIZE(classes); i++) {
        ours = list_by(hooked.system, classes[i]);
        systems = list_by(unhooked.system, classes[i]);
        own = *find(&ours, GetCurrentProcessId());
        its = *find(&systems, GetCurrentProcessId());
        assert_int_equal(own.creation.QuadPart, its.creation.QuadPart);
        assert_int_equal(own.threads, its.threads);
        assert_int_equal(own.name_length, its.name_length);
        assert_memory_equal(own.name, its.name, own.name_length);
        assert_true((BYTE *)own.name > ours.bytes && (BYTE *)own.name < ours.bytes + ours.size);
        assert_ptr_equal(find_thread(&ours, GetCurrentThreadId())->start,
                         find_thread(&systems, GetCurrentThreadId())->start);
        if (its.cycles == none) assert_true(own.cycles > none);
        free(ours.bytes);
        free(systems.bytes);
    }
}
