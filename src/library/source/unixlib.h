/* SPDX-License-Identifier: MIT */
/* The unixlib under Wine: its answers are exact, and it gives the calling thread's cycles without a system call. */
#ifndef CYCLETIME_UNIXLIB_H
#define CYCLETIME_UNIXLIB_H

#include "library/source/source.h"
#include "protocol/unixlib_calls.h"

/* Whether the unixlib answers, and if not, why. It is loaded if that may be done now. */
CYCLETIME_UNIXLIB_STATE unixlib_query_state(void);

/* Opens the unixlib in a process's first thread, before the program runs. That thread was created before its process's
   creation time. */
void unixlib_begin_process(void);

/* How the unixlib gets the calling thread's cycles. */
CYCLETIME_UNIXLIB_CLOCK unixlib_query_clock(void);

/* The calling thread's cycles, at little cost. After a failure the caller asks as it does for any handle. */
NTSTATUS unixlib_own_thread_cycles(ULONG64 *cycles);

/* How Linux runs a thread with these dates. */
NTSTATUS unixlib_thread_scheduling(const struct nt_thread *who, const struct nt_times *times,
                                   struct nt_scheduling *scheduling);

/* The unixlib's answers about COUNT processors of a group. */
BOOLEAN unixlib_has_processors(void);
NTSTATUS unixlib_processor_times(USHORT group, ULONG count, struct nt_processor_times *times);

/* The same with the number of interrupts, which the other leaves 0. */
NTSTATUS unixlib_processor_times_and_interrupts(USHORT group, ULONG count, struct nt_processor_times *times);
NTSTATUS unixlib_processor_softirqs(USHORT group, ULONG count, ULONG *softirqs);

NTSTATUS unixlib_processor_frequencies(USHORT group, ULONG count, struct processor_frequency *frequencies);
NTSTATUS unixlib_system_counts(struct system_counts *counts);

BOOLEAN unixlib_has_idle_states(void);
NTSTATUS unixlib_processor_idle(USHORT group, ULONG count, struct nt_processor_idle *idle);

/* Stores up to ROOM idle states of a processor, and in *COUNT how many it has. */
NTSTATUS unixlib_idle_states(USHORT group, BYTE number, ULONG room, struct idle_state *states, ULONG *count);

/* The unixlib's answers about processes. */

/* From here on other processes can query this one. Without it they get the system's answer. */
void unixlib_process_begins(void);

/* The creation time of this process, for which the system is asked once. */
NTSTATUS unixlib_own_creation(ULONG64 *creation);

NTSTATUS unixlib_process_cycles(HANDLE process, struct cpu_time *seen);
NTSTATUS unixlib_own_process_cycles(ULONG64 *cycles);
NTSTATUS unixlib_process_times(HANDLE process, struct cpu_time *seen);

/* For the descendants of a handle's process that have ended. */
NTSTATUS unixlib_descendant_times(HANDLE process, struct cpu_time *seen);

/* For a process and COUNT of its threads, whose fields are as the list reported them and whose known is 0. After any
   failure the unixlib knows no more than the list. */
NTSTATUS unixlib_listed_process(struct cpu_time *process, ULONG count, struct cpu_time *threads);
NTSTATUS unixlib_listed_other_process(struct cpu_time *process, ULONG count, struct cpu_time *threads);

/* For the threads of this process: how Linux runs them, and nothing else. */
void unixlib_listed_scheduling(const struct cpu_time *process, ULONG count, struct cpu_time *threads);

/* Linux does not report why a thread waits, unless it was stopped. */
struct nt_scheduling unixlib_scheduling(const struct unixlib_scheduling *reported);

/* Converts from nanoseconds; the parts add up to the total. */
static inline void put_times(struct cpu_time *seen, ULONG64 total, ULONG64 kernel)
{
    seen->kernel = kernel / 100;
    seen->user = total / 100 - seen->kernel;
    seen->known = CPU_TIME_TIMES;
}

/* The jobs that the unixlib keeps and numbers. */

/* A process is about to be put into a job; afterwards HOLDS says whether it was. FALSE: the membership cannot be kept. */
BOOLEAN unixlib_membership_begins(struct unixlib_membership *membership);
void unixlib_membership_ends(struct unixlib_membership *membership, BOOLEAN holds);

/* The times of all of a job's processes, and what they had used when the job's period began. */
struct unixlib_job_times {
    struct cpu_time all, before;
};

/* Finds the job that ever had PROCESSES processes, of which those with IDS live; *NUMBER is the number by which it is
   known, or 0, and becomes its number. If TIMES is not NULL, it receives the job's times. */
NTSTATUS unixlib_job(ULONG64 *number, ULONG processes, const ULONG *ids, ULONG count, struct unixlib_job_times *times);

/* A period of the job begins, before which its processes used that, in 100 ns. */
void unixlib_job_period_begins(ULONG64 number, ULONG64 kernel, ULONG64 user);

#endif
