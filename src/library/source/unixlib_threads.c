/* SPDX-License-Identifier: MIT */
/* Asks the Linux side about threads by handle, and about a list of processes. */
#include "library/source/unixlib.h"
#include "protocol/arithmetic.h"

uint32_t own_snapshot_trusted;

/* Finds the thread's snapshot, if that was not done yet, after the unixlib has answered the calling thread. */
static void find_own_snapshot(void)
{
    struct unixlib_own_snapshot snapshot;
    ULONG_PTR place;

    if (!thread_slot_place || thread_slot_get() != OWN_SNAPSHOT_UNKNOWN) return;
    if (nt_unixlib_call(UNIXLIB_CALL_OWN_SNAPSHOT, &snapshot) != UNIXLIB_DONE) return;
    if (snapshot.address) __atomic_store_n(&own_snapshot_trusted, snapshot.trusted, __ATOMIC_RELAXED);
    place = (ULONG_PTR)snapshot.address;
    if (snapshot.layout != THREAD_ENTRY_LAYOUT || place != snapshot.address || !place) place = OWN_SNAPSHOT_NONE;
    thread_slot_set(place);
}

/* For a thread that existed before the unixlib was opened, its entry begins with its first query. The clock may have
   been set back since the thread was created. */
static __attribute__((noinline)) NTSTATUS ask_after_begin(ULONG number, PVOID arguments, NTSTATUS status)
{
    struct unixlib_thread_begin begin = { .id = GetCurrentThreadId() };
    struct nt_times times;

    if (status == UNIXLIB_UNKNOWN) {
        if (NT_SUCCESS(nt_thread_times(NT_CURRENT_THREAD, &times))) begin.creation = times.creation;
        nt_unixlib_call(UNIXLIB_CALL_THREAD_BEGIN, &begin);
        status = nt_unixlib_call(number, arguments);
    }
    return NT_SUCCESS(status) ? STATUS_SUCCESS : STATUS_NOT_SUPPORTED;
}

/* Called when the thread's snapshot had no answer. The call's argument is the one value, and written on success only. */
NTSTATUS unixlib_own_thread_cycles(ULONG64 *cycles)
{
    NTSTATUS status = nt_unixlib_call(UNIXLIB_CALL_OWN_THREAD_CYCLES, cycles);

    _Static_assert(sizeof(struct unixlib_cycles) == sizeof *cycles, "unixlib_cycles");
    if (status != UNIXLIB_DONE) status = ask_after_begin(UNIXLIB_CALL_OWN_THREAD_CYCLES, cycles, status);
    if (status == UNIXLIB_DONE) find_own_snapshot();
    return status;
}

/* Asks about a thread of this process, whose dates the system reports. */
static NTSTATUS ask_dated_thread(HANDLE thread, const struct nt_thread *who, struct nt_times *times,
                                 struct unixlib_thread *reported)
{
    const NTSTATUS status = nt_thread_times(thread, times);

    if (!NT_SUCCESS(status)) return status;
    *reported = (struct unixlib_thread){ .id = who->id, .creation = times->creation, .ended = who->ended || times->exit };
    return nt_unixlib_call(UNIXLIB_CALL_THREAD, reported) == UNIXLIB_DONE ? STATUS_SUCCESS : STATUS_NOT_SUPPORTED;
}

/* Asks about a thread of another process, which has to have cycletime in it. */
static NTSTATUS ask_other_thread(HANDLE thread, const struct nt_thread *who, struct cpu_time *seen)
{
    struct nt_times times;
    struct unixlib_other_thread reported;
    NTSTATUS status = nt_thread_times(thread, &times);

    if (!NT_SUCCESS(status)) return status;
    reported = (struct unixlib_other_thread){
        .id = who->id, .process = who->process, .creation = times.creation, .ended = who->ended || times.exit
    };
    if (nt_unixlib_call(UNIXLIB_CALL_OTHER_THREAD, &reported) != UNIXLIB_DONE) return STATUS_NOT_SUPPORTED;
    if (reported.state == UNIXLIB_THREAD_LIVE)
        reported.kernel = in_proportion(reported.total, times.kernel, times.kernel + times.user);
    seen->creation = times.creation;
    seen->exit = times.exit;
    put_times(seen, reported.total, reported.kernel);
    if (!reported.cycles) return STATUS_SUCCESS;
    seen->cycles = reported.cycles;
    seen->known |= CPU_TIME_CYCLES;
    return STATUS_SUCCESS;
}

/* The system checks the access rights of the handle when it reports the thread's id. For the thread's dates it is asked
   only where the id alone could be that of another thread. */
NTSTATUS unixlib_thread_cycles(HANDLE thread, struct cpu_time *seen)
{
    struct nt_times times = { 0 };
    struct unixlib_thread reported;
    struct nt_thread who;
    NTSTATUS status = nt_thread(thread, &who);

    if (!NT_SUCCESS(status)) return status;
    seen->id = who.id;
    if (who.process != GetCurrentProcessId()) return ask_other_thread(thread, &who, seen);
    if (who.id == GetCurrentThreadId()) {
        status = unixlib_own_thread_cycles(&seen->cycles);
        seen->known = CPU_TIME_CYCLES;
        return status;
    }
    reported = (struct unixlib_thread){ .id = who.id, .ended = who.ended };
    if (nt_unixlib_call(UNIXLIB_CALL_THREAD, &reported) != UNIXLIB_DONE) return STATUS_NOT_SUPPORTED;
    if (reported.state != UNIXLIB_THREAD_LIVE || who.ended) status = ask_dated_thread(thread, &who, &times, &reported);
    if (!NT_SUCCESS(status)) return status;
    seen->creation = times.creation;
    seen->exit = times.exit;
    seen->cycles = reported.cycles;
    if (reported.state != UNIXLIB_THREAD_GONE || reported.cycles) seen->known = CPU_TIME_CYCLES;
    return STATUS_SUCCESS;
}

/* The system is asked once for the creation time, which is kept with the thread. The snapshot was synchronised at the tsc
   to which the times belong; 0: it was not synchronised. */
static NTSTATUS times_of_calling_thread(struct cpu_time *seen)
{
    struct unixlib_own_times own = { 0 };
    struct thread_clock_snapshot *snapshot;
    struct nt_times times;
    NTSTATUS status = nt_unixlib_call(UNIXLIB_CALL_OWN_THREAD_TIMES, &own);

    if (status != UNIXLIB_DONE) status = ask_after_begin(UNIXLIB_CALL_OWN_THREAD_TIMES, &own, status);
    if (!NT_SUCCESS(status)) return status;
    if (!own.creation) {
        status = nt_thread_times(NT_CURRENT_THREAD, &times);
        if (!NT_SUCCESS(status)) return status;
        own.creation = times.creation;
        if (nt_unixlib_call(UNIXLIB_CALL_OWN_THREAD_TIMES, &own) != UNIXLIB_DONE) return STATUS_NOT_SUPPORTED;
    }
    find_own_snapshot();
    snapshot = own_snapshot();
    if (snapshot) own_snapshot_split(snapshot)->next = own.tsc;
    seen->creation = own.creation;
    put_times(seen, own.total, own.kernel);
    return STATUS_SUCCESS;
}

/* The process is 0 for a thread of this process, whose entry needs no shared file. A thread that has not begun yet is
   known to the system only: Windows' number of that state is 0 too. */
NTSTATUS unixlib_thread_scheduling(const struct nt_thread *who, const struct nt_times *times, struct nt_scheduling *found)
{
    struct unixlib_scheduled_thread asked = { .id = who->id, .creation = times->creation };

    if (who->process != GetCurrentProcessId()) asked.process = who->process;
    if (who->ended || times->exit) asked.scheduling.letter = 'X';
    else if (nt_unixlib_call(UNIXLIB_CALL_SCHEDULING, &asked) != UNIXLIB_DONE && asked.process) return STATUS_NOT_SUPPORTED;
    *found = unixlib_scheduling(&asked.scheduling);
    return STATUS_SUCCESS;
}

static void put_thread_times(struct cpu_time *seen, const struct unixlib_thread *reported)
{
    put_times(seen, reported->total, reported->kernel);
    seen->returned_kernel = reported->returned_kernel;
    seen->returned_user = reported->returned_total - reported->returned_kernel;
}

NTSTATUS unixlib_thread_times(HANDLE thread, struct cpu_time *seen)
{
    struct nt_times times;
    struct unixlib_thread reported;
    struct nt_thread who;
    NTSTATUS status = nt_thread(thread, &who);

    if (!NT_SUCCESS(status)) return status;
    seen->id = who.id;
    if (who.process != GetCurrentProcessId()) return ask_other_thread(thread, &who, seen);
    if (who.id == GetCurrentThreadId()) return times_of_calling_thread(seen);
    status = ask_dated_thread(thread, &who, &times, &reported);
    if (!NT_SUCCESS(status)) return status;
    if (reported.state == UNIXLIB_THREAD_GONE) {
        if (!reported.returned_total) return STATUS_NOT_SUPPORTED;
        reported.total = (times.kernel + times.user) * 100;
        reported.kernel = times.kernel * 100;
    }
    /* The total of a live thread is exact; its parts are in the proportion that the system reports. */
    if (reported.state == UNIXLIB_THREAD_LIVE)
        reported.kernel = in_proportion(reported.total, times.kernel, times.kernel + times.user);
    seen->creation = times.creation;
    seen->exit = times.exit;
    put_thread_times(seen, &reported);
    return STATUS_SUCCESS;
}

/* Asks about a thread of this process, whose fields are as the list reported them. The calling thread may begin its entry
   here, and has its own split of the times. */
static void ask_listed_own_thread(struct cpu_time *seen)
{
    struct unixlib_thread reported = { .id = seen->id, .creation = seen->creation };
    const BOOLEAN is_split = seen->id == GetCurrentThreadId() && NT_SUCCESS(times_of_calling_thread(seen));

    if (nt_unixlib_call(UNIXLIB_CALL_THREAD, &reported) != UNIXLIB_DONE || reported.state == UNIXLIB_THREAD_GONE) return;
    if (reported.state == UNIXLIB_THREAD_LIVE)
        reported.kernel = in_proportion(reported.total, seen->kernel, seen->kernel + seen->user);
    if (!is_split) put_thread_times(seen, &reported);
    seen->cycles = reported.cycles;
    seen->known |= CPU_TIME_CYCLES;
}

/* The list has just reported how the times are split into kernel and user time. */
NTSTATUS unixlib_listed_process(struct cpu_time *process, ULONG count, struct cpu_time *threads)
{
    const BOOLEAN is_own = process->id == GetCurrentProcessId();
    struct unixlib_listed *asked = nt_allocate(sizeof *asked + count * sizeof asked->of[0]);
    struct unixlib_other_thread *thread;
    NTSTATUS status = STATUS_NOT_SUPPORTED;
    struct unixlib_times own;
    ULONG i;

    if (asked) {
        *asked = (struct unixlib_listed){ .id = process->id, .creation = process->creation, .count = count };
        for (i = 0; i < count; i++)
            asked->of[i] = (struct unixlib_other_thread){ .id = threads[i].id, .creation = threads[i].creation };
        if (nt_unixlib_call(UNIXLIB_CALL_LISTED, asked) == UNIXLIB_DONE) status = STATUS_SUCCESS;
        if (NT_SUCCESS(status) && !is_own)
            put_times(process, asked->total, in_proportion(asked->total, process->kernel, process->kernel + process->user));
        for (i = 0; i < count && NT_SUCCESS(status); i++) {
            thread = &asked->of[i];
            threads[i].scheduling = unixlib_scheduling(&thread->scheduling);
            if (is_own || thread->state == UNIXLIB_THREAD_GONE) continue;
            if (thread->state == UNIXLIB_THREAD_LIVE)
                thread->kernel = in_proportion(thread->total, threads[i].kernel, threads[i].kernel + threads[i].user);
            put_times(&threads[i], thread->total, thread->kernel);
            threads[i].cycles = thread->cycles;
            if (thread->cycles) threads[i].known |= CPU_TIME_CYCLES;
        }
        nt_release(asked);
    }
    if (!is_own) return status;
    /* Of this process's own threads the call above reports only how Linux runs them. The process is read after its threads,
       so that it has not less than they have. */
    for (i = 0; i < count; i++) ask_listed_own_thread(&threads[i]);
    if (nt_unixlib_call(UNIXLIB_CALL_PROCESS_TIMES, &own) != UNIXLIB_DONE) return STATUS_NOT_SUPPORTED;
    put_times(process, own.total, own.kernel);
    return STATUS_SUCCESS;
}
