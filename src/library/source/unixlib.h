/* SPDX-License-Identifier: MIT */
/* The unixlib under Wine: its answers are exact, and it gives the calling thread's cycles without a system call. The
   functions of source_unixlib are here too, which unixlib_processes.c puts into its table. */
#ifndef CYCLETIME_UNIXLIB_H
#define CYCLETIME_UNIXLIB_H

#include "library/nt/structures.h"
#include "library/source/source.h"
#include "protocol/thread_clock_snapshot.h"

/* Converts from nanoseconds; the parts add up to the total. */
static inline void put_times(struct cpu_time *seen, ULONG64 total, ULONG64 kernel)
{
    seen->kernel = kernel / 100;
    seen->user = total / 100 - seen->kernel;
    seen->known = CPU_TIME_TIMES;
}

/* The calling thread's cycles, at little cost. After a failure the caller asks as it does for any handle. */
NTSTATUS unixlib_own_thread_cycles(ULONG64 *cycles);

/* How Linux runs a thread with these dates. */
NTSTATUS unixlib_thread_scheduling(const struct nt_thread *who, const struct nt_times *times, struct nt_scheduling *found);

/* Linux does not report why a thread waits, unless it was stopped. */
struct nt_scheduling unixlib_scheduling(const struct unixlib_scheduling *reported);

/* Finds the unixlib, and begins to use it. */
enum presence unixlib_presence(void);

/* From here on other processes can query this one. Without it they get the system's answer. */
void unixlib_process_begins(void);

/* The creation time of this process, for which the system is asked once. */
NTSTATUS unixlib_own_creation(ULONG64 *creation);

NTSTATUS unixlib_thread_cycles(HANDLE thread, struct cpu_time *seen);
NTSTATUS unixlib_thread_times(HANDLE thread, struct cpu_time *seen);
NTSTATUS unixlib_process_cycles(HANDLE process, struct cpu_time *seen);
NTSTATUS unixlib_process_times(HANDLE process, struct cpu_time *seen);

/* The most physical memory, in bytes, that another process used, which has ended and was created at CREATION; 0: not
   known. */
NTSTATUS unixlib_ended_peak_memory(HANDLE process, ULONG64 creation, ULONG64 *peak);

/* For a process and COUNT of its threads, whose fields are as the list reported them and whose known is 0. After any
   failure the unixlib knows no more than the list. */
NTSTATUS unixlib_listed_process(struct cpu_time *process, ULONG count, struct cpu_time *threads);

/* Jobs, which the unixlib keeps and numbers. */

/* The times of all of a job's processes, and what they had used when the job's period began. */
struct unixlib_job_times {
    struct cpu_time all, before;
};

/* Finds the job that ever had PROCESSES processes, of which those with IDS live; *NUMBER is the number by which it is
   known, or 0, and becomes its number. If TIMES is not NULL, it receives the job's times. */
NTSTATUS unixlib_job(ULONG64 *number, ULONG processes, const ULONG *ids, ULONG count, struct unixlib_job_times *times);

/* Whether Linux reports the times of processors or, by the question, their idle states. */
BOOLEAN unixlib_has_processors(CYCLETIME_QUESTION question);

/* Of COUNT processors of a group. COUNTED is what the number of interrupts has to be; UNIXLIB_COUNTED_NOTHING: it is 0. */
NTSTATUS unixlib_processor_times(USHORT group, ULONG count, enum unixlib_counted counted, struct nt_processor_times *times);
NTSTATUS unixlib_processor_idle(USHORT group, ULONG count, struct nt_processor_idle *idle);

/* The calling thread's clock snapshot, which the unixlib keeps and Windows code reads: it gives the thread's cycles
   without a call of the unixlib, as long as the thread has not left its processor. It stays valid until the thread's
   Linux thread ends, so until after all Windows code of the thread. */

/* The values of a thread's slot: no snapshot was found yet, the thread has no readable snapshot, or else its address. */
enum { OWN_SNAPSHOT_UNKNOWN, OWN_SNAPSHOT_NONE };

extern uint32_t own_snapshot_trusted; /* ticks */

/* NULL: the snapshot was not found yet, or cannot be read. */
static inline struct thread_clock_snapshot *own_snapshot(void)
{
    const ULONG_PTR slot = thread_slot_get();

    return slot > OWN_SNAPSHOT_NONE ? (struct thread_clock_snapshot *)slot : NULL;
}

/* The thread's split of its time into kernel and user time is in memory directly after the snapshot. */
static inline struct thread_split *own_snapshot_split(const struct thread_clock_snapshot *snapshot)
{
    return (struct thread_split *)(ULONG_PTR)(snapshot + 1);
}

/* FALSE: the caller has to call the unixlib, and *CYCLES is undefined. */
static inline BOOLEAN own_snapshot_cycles(ULONG64 *cycles)
{
    struct thread_clock_snapshot *snapshot = own_snapshot();

    return snapshot && thread_clock_snapshot_cycles(snapshot, &own_snapshot_trusted, cycles);
}

#endif
