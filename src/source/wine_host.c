/* SPDX-License-Identifier: MIT */
#include "wine_host.h"
#include "host_processes.h"
#include "own_line.h"
#include "../protocol/host_calls.h"
#include "../protocol/proportion.h"
#include "../nt/unix_side.h"

static enum presence presence(void)
{
    switch (unix_side_open()) {
    case CYCLETIME_HOST_STATE_ACTIVE:
        host_process_begins();
        thread_slot_open();
        return PRESENT;
    case CYCLETIME_HOST_STATE_NOT_NOW: return NOT_YET;
    default: return ABSENT;
    }
}

static BOOLEAN take_rate(ULONG64 cycles_per_second)
{
    struct host_rate rate = { .cycles_per_second = cycles_per_second };

    return NT_SUCCESS(unix_side_call(HOST_CALL_RATE, &rate));
}

/* A thread that was there before the Linux side begins with its first question. The clock may have been set back since it
   was created. */
static void begin_late(void)
{
    struct host_thread_begin begin = { .id = nt_own_thread_id() };
    struct nt_times times;

    if (NT_SUCCESS(nt_thread_times(NT_CURRENT_THREAD, &times))) begin.creation = times.creation;
    unix_side_call(HOST_CALL_THREAD_BEGIN, &begin);
}

static __attribute__((noinline)) NTSTATUS ask_after_begin(ULONG number, PVOID arguments, NTSTATUS status)
{
    if (status == HOST_UNKNOWN) {
        begin_late();
        status = unix_side_call(number, arguments);
    }
    return NT_SUCCESS(status) ? STATUS_SUCCESS : STATUS_NOT_SUPPORTED;
}

/* The arguments are the one value, written on success only. Its line was asked first. */
static NTSTATUS own_thread_cycles(ULONG64 *cycles)
{
    NTSTATUS status = unix_side_call(HOST_CALL_OWN_THREAD_CYCLES, cycles);

    _Static_assert(sizeof(struct host_cycles) == sizeof *cycles, "host_cycles");
    if (status != HOST_DONE) status = ask_after_begin(HOST_CALL_OWN_THREAD_CYCLES, cycles, status);
    if (status == HOST_DONE) own_line_find();
    return status;
}

/* The thread is asked for its cycles first, with which it is found out. */
CYCLETIME_HOST_CLOCK wine_host_clock(void)
{
    static const CYCLETIME_HOST_CLOCK clocks[] = {
        [HOST_CLOCK_UNDECIDED] = CYCLETIME_HOST_CLOCK_NOT_NOW,
        [HOST_CLOCK_COUNTER] = CYCLETIME_HOST_CLOCK_COUNTER,
        [HOST_CLOCK_COUNTER_NOT_TRUSTED] = CYCLETIME_HOST_CLOCK_NOT_TRUSTED,
        [HOST_CLOCK_COUNTER_COARSE] = CYCLETIME_HOST_CLOCK_COARSE,
        [HOST_CLOCK_COUNTER_CHANGED] = CYCLETIME_HOST_CLOCK_CHANGED,
        [HOST_CLOCK_AREA_REFUSED] = CYCLETIME_HOST_CLOCK_REFUSED,
        [HOST_CLOCK_AREA_IN_USE] = CYCLETIME_HOST_CLOCK_IN_USE,
        [HOST_CLOCK_MARK_STAYS] = CYCLETIME_HOST_CLOCK_UNSEEN,
        [HOST_CLOCK_MARK_FORBIDDEN] = CYCLETIME_HOST_CLOCK_FORBIDDEN,
        [HOST_CLOCK_NOT_TRIED] = CYCLETIME_HOST_CLOCK_NOT_TRIED,
    };
    struct host_own_clock clock;
    ULONG64 cycles;

    if (unix_side_open() != CYCLETIME_HOST_STATE_ACTIVE) return CYCLETIME_HOST_CLOCK_NONE;
    own_thread_cycles(&cycles);
    if (unix_side_call(HOST_CALL_OWN_CLOCK, &clock) != HOST_DONE || clock.way >= ARRAYSIZE(clocks))
        return CYCLETIME_HOST_CLOCK_NONE;
    return clocks[clock.way];
}

CYCLETIME_HOST_STATE wine_host_state(void)
{
    CYCLETIME_HOST_STATE state = unix_side_open();

    if (state != CYCLETIME_HOST_STATE_ACTIVE) return state;
    host_process_begins();
    return wine_host_clock() == CYCLETIME_HOST_CLOCK_COUNTER ? CYCLETIME_HOST_STATE_ACTIVE
                                                             : CYCLETIME_HOST_STATE_ACTIVE_BY_CALLS;
}

/* The Linux side's own knowledge of a thread of this process. TIMES holds its dates, or nothing if they were not asked
   yet: then they are asked where the id alone could be another bearer's. */
static NTSTATUS ask_thread(HANDLE thread, const struct nt_thread *who, struct nt_times *times, struct host_thread *reported)
{
    NTSTATUS status;

    *reported = (struct host_thread){ .id = who->id, .creation = times->creation };
    if (unix_side_call(HOST_CALL_THREAD, reported) != HOST_DONE) return STATUS_NOT_SUPPORTED;
    if (times->creation || (reported->state == HOST_THREAD_LIVE && !who->ended)) return STATUS_SUCCESS;
    if (!NT_SUCCESS(status = nt_thread_times(thread, times))) return status;
    *reported = (struct host_thread){ .id = who->id, .creation = times->creation };
    return unix_side_call(HOST_CALL_THREAD, reported) == HOST_DONE ? STATUS_SUCCESS : STATUS_NOT_SUPPORTED;
}

/* Rights are checked by the system, as it tells whose the handle is. */
static NTSTATUS identify(HANDLE thread, struct nt_thread *who, struct cpu_time *seen)
{
    NTSTATUS status = nt_thread(thread, who);

    if (NT_SUCCESS(status)) seen->id = who->id;
    return status;
}

/* Of another process, which has to have cycletime in it. */
static NTSTATUS other_thread(HANDLE thread, const struct nt_thread *who, struct cpu_time *seen)
{
    struct nt_times times;
    struct host_other_thread reported;
    NTSTATUS status = nt_thread_times(thread, &times);

    if (!NT_SUCCESS(status)) return status;
    reported = (struct host_other_thread){ .id = who->id, .process = who->process, .creation = times.creation };
    if (unix_side_call(HOST_CALL_OTHER_THREAD, &reported) != HOST_DONE) return STATUS_NOT_SUPPORTED;
    if (reported.state == HOST_THREAD_LIVE)
        reported.kernel = in_proportion(reported.total, times.kernel, times.kernel + times.user);
    seen->creation = times.creation;
    seen->exit = times.exit;
    put_times(seen, reported.total, reported.kernel);
    if (!reported.cycles) return STATUS_SUCCESS;
    seen->cycles = reported.cycles;
    seen->known |= CPU_TIME_CYCLES;
    return STATUS_SUCCESS;
}

static NTSTATUS thread_cycles(HANDLE thread, struct cpu_time *seen)
{
    struct nt_times times = { 0 };
    struct host_thread reported;
    struct nt_thread who;
    NTSTATUS status = identify(thread, &who, seen);

    if (!NT_SUCCESS(status)) return status;
    if (who.process != nt_own_process_id()) return other_thread(thread, &who, seen);
    if (who.id == nt_own_thread_id()) {
        status = own_thread_cycles(&seen->cycles);
        seen->known = CPU_TIME_CYCLES;
        return status;
    }
    if (!NT_SUCCESS(status = ask_thread(thread, &who, &times, &reported))) return status;
    seen->creation = times.creation;
    seen->exit = times.exit;
    seen->cycles = reported.cycles;
    if (reported.state != HOST_THREAD_GONE || reported.cycles) seen->known = CPU_TIME_CYCLES;
    return STATUS_SUCCESS;
}

/* The creation time is asked once, and kept with the thread. */
static NTSTATUS own_thread_times(struct cpu_time *seen)
{
    struct host_own_times own = { 0 };
    struct nt_times times;
    NTSTATUS status = unix_side_call(HOST_CALL_OWN_THREAD_TIMES, &own);

    if (status != HOST_DONE && !NT_SUCCESS(status = ask_after_begin(HOST_CALL_OWN_THREAD_TIMES, &own, status)))
        return status;
    if (!own.creation) {
        if (!NT_SUCCESS(status = nt_thread_times(NT_CURRENT_THREAD, &times))) return status;
        own.creation = times.creation;
        if (unix_side_call(HOST_CALL_OWN_THREAD_TIMES, &own) != HOST_DONE) return STATUS_NOT_SUPPORTED;
    }
    own_line_find();
    own_line_synchronised(own.tsc);
    seen->creation = own.creation;
    put_times(seen, own.total, own.kernel);
    return STATUS_SUCCESS;
}

static void put_thread_times(struct cpu_time *seen, const struct host_thread *reported)
{
    put_times(seen, reported->total, reported->kernel);
    seen->told_kernel = reported->told_kernel;
    seen->told_user = reported->told_total - reported->told_kernel;
}

static NTSTATUS thread_times(HANDLE thread, struct cpu_time *seen)
{
    struct nt_times times;
    struct host_thread reported;
    struct nt_thread who;
    NTSTATUS status = identify(thread, &who, seen);

    if (!NT_SUCCESS(status)) return status;
    if (who.process != nt_own_process_id()) return other_thread(thread, &who, seen);
    if (who.id == nt_own_thread_id()) return own_thread_times(seen);
    if (!NT_SUCCESS(status = nt_thread_times(thread, &times))) return status;
    if (!NT_SUCCESS(status = ask_thread(thread, &who, &times, &reported))) return status;
    if (reported.state == HOST_THREAD_GONE) {
        if (!reported.told_total) return STATUS_NOT_SUPPORTED;
        reported.total = (times.kernel + times.user) * 100;
        reported.kernel = times.kernel * 100;
    }
    /* Of a live one the exact total is known; the parts are as the system has them. */
    if (reported.state == HOST_THREAD_LIVE)
        reported.kernel = in_proportion(reported.total, times.kernel, times.kernel + times.user);
    seen->creation = times.creation;
    seen->exit = times.exit;
    put_thread_times(seen, &reported);
    return STATUS_SUCCESS;
}

static void listed_own_thread(struct cpu_time *seen)
{
    struct host_thread reported = { .id = seen->id, .creation = seen->creation };

    if (unix_side_call(HOST_CALL_THREAD, &reported) != HOST_DONE || reported.state == HOST_THREAD_GONE) return;
    if (reported.state == HOST_THREAD_LIVE)
        reported.kernel = in_proportion(reported.total, seen->kernel, seen->kernel + seen->user);
    put_thread_times(seen, &reported);
    seen->cycles = reported.cycles;
    seen->known |= CPU_TIME_CYCLES;
}

static NTSTATUS listed_process(struct cpu_time *process, ULONG count, struct cpu_time *threads)
{
    struct host_times own;
    ULONG i;

    if (process->id != nt_own_process_id()) return host_listed_process(process, count, threads);
    if (unix_side_call(HOST_CALL_PROCESS_TIMES, &own) != HOST_DONE) return STATUS_NOT_SUPPORTED;
    put_times(process, own.total, own.kernel);
    for (i = 0; i < count; i++) listed_own_thread(&threads[i]);
    return STATUS_SUCCESS;
}

const struct source source_wine_host = {
    .name = CYCLETIME_SOURCE_WINE_HOST,
    .presence = presence,
    .take_rate = take_rate,
    .answers = {
        [CYCLETIME_QUESTION_THREAD_CYCLES] = { .of_handle = thread_cycles, .cycles_of_caller = own_thread_cycles },
        [CYCLETIME_QUESTION_PROCESS_CYCLES] = { .of_handle = host_process_cycles,
                                    .cycles_of_caller = host_own_process_cycles },
        [CYCLETIME_QUESTION_THREAD_TIMES] = { .of_handle = thread_times },
        [CYCLETIME_QUESTION_PROCESS_TIMES] = { .of_handle = host_process_times, .of_listed = listed_process,
                                    .of_descendants = host_descendant_times },
        [CYCLETIME_QUESTION_IDLE_CYCLES] = { .works = host_processors_are_told, .times_of_group = host_processor_times },
        [CYCLETIME_QUESTION_SYSTEM_CYCLES] = { .works = host_processors_are_told, .times_of_group = host_processor_times },
        [CYCLETIME_QUESTION_PROCESSOR_TIMES] = { .works = host_processors_are_told, .times_of_group = host_processor_times,
                                      .counted_times_of_group = host_processor_times_and_interrupts,
                                      .dpcs_of_group = host_processor_softirqs },
        [CYCLETIME_QUESTION_IDLE_STATES] = { .works = host_idle_states_are_told, .idle_of_group = host_processor_idle,
                                  .idle_states = host_idle_states },
    },
};
