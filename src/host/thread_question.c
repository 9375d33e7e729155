/* SPDX-License-Identifier: MIT */
#include "call.h"
#include "cycle_scale.h"
#include "thread_table.h"

/* The cycles that go with TIME, not less than was reported to anybody. */
static uint64_t tell(struct thread_record *record, uint64_t time)
{
    return atomic_maximum(&record->line.reported, larger(cycles_from_ns(time), atomic_read(&record->line.own)));
}

/* Nothing while the thread writes it, which then tells it itself. */
static void tell_split(const struct thread_record *record, struct host_thread *thread)
{
    const struct thread_split *split = &record->split;
    const uint64_t tsc = atomic_read(&split->tsc), kernel = atomic_read(&split->kernel), told = atomic_read(&split->told);

    thread->told_total = thread->told_kernel = 0;
    if (!tsc || atomic_read(&split->tsc) != tsc || told < kernel) return;
    thread->told_total = told;
    thread->told_kernel = kernel;
}

static bool of_ended(const struct thread_view *view, struct host_thread *thread)
{
    thread->state = HOST_THREAD_ENDED;
    thread->total = view->final.total;
    thread->kernel = view->final.kernel;
    thread->cycles = tell(view->record, view->final.total);
    return true;
}

static bool of_live(const struct thread_view *view, struct host_thread *thread)
{
    uint64_t last = larger(atomic_read(&view->record->line.own), atomic_read(&view->record->line.reported)), time;

    thread->total = thread->kernel = 0;
    if (!linux_clock_of_thread(view->tid, &time)) {
        thread->state = HOST_THREAD_GONE;
        thread->cycles = last;
        return true;
    }
    /* Its Linux number is another thread's now. */
    if (!can_continue(cycles_from_ns(time), last)) return false;
    thread->state = HOST_THREAD_LIVE;
    thread->total = time;
    thread->cycles = tell(view->record, time);
    return true;
}

/* An earlier bearer of the id began before this one was created. */
bool thread_question(struct host_thread *thread)
{
    struct thread_view view;

    if (!thread_table_read(thread->id, &view) || thread->creation > view.begun) return false;
    tell_split(view.record, thread);
    return view.ended ? of_ended(&view, thread) : of_live(&view, thread);
}
