/* SPDX-License-Identifier: MIT */
/* Each function answers one query by the best source that works. Answers are monotonic; outputs are written on
   success only. */
#ifndef CYCLETIME_QUERY_H
#define CYCLETIME_QUERY_H

#include "library/source/source.h"
#include "library/nt/nt.h"
#include "protocol/tsc_rate.h"
#include "protocol/unixlib_calls.h"
#include "cycletime.h"

/* For COUNT processors of a group, into as many elements of Windows' structures, which are undefined after a failure.
   STATUS_NOT_SUPPORTED: no source reports the values. */
NTSTATUS query_processor_times(USHORT group, ULONG count, PVOID elements);       /* struct nt_processor_times */
NTSTATUS query_processor_idle(USHORT group, ULONG count, PVOID elements);        /* struct nt_processor_idle */
NTSTATUS query_processor_dpcs(USHORT group, ULONG count, PVOID elements);        /* ULONG: how many there were */
NTSTATUS query_processor_frequencies(USHORT group, ULONG count, PVOID elements); /* struct unixlib_frequency */

/* The same for idle cycles, or those of DPCs and interrupts, by the question. */
NTSTATUS query_processor_cycles(CYCLETIME_QUESTION question, USHORT group, ULONG count, ULONG64 *cycles);

/* The values of the whole machine. STATUS_NOT_SUPPORTED: no source reports them. */
NTSTATUS query_system_counts(struct unixlib_system *counts);

/* A processor's idle states, and in *COUNT how many there are. STATUS_NOT_SUPPORTED: no source reports them, or there are
   more than ROOM. */
NTSTATUS query_idle_states(USHORT group, BYTE number, ULONG room, struct idle_state *states, ULONG *count);

/* The sums of idle, kernel and user time over all processors; kernel time includes idle time. */
NTSTATUS query_system_times(struct nt_processor_times *all);

/* The time since the system started, in 100 ns: the precise functions report it at the call, the other at the last tick, as
   nt_interrupt_time does. Unbiased time leaves out how long the system was asleep. */
ULONG64 query_interrupt_time_precise(void);
ULONG64 query_unbiased_interrupt_time(void);
ULONG64 query_unbiased_interrupt_time_precise(void);

/* The smallest step, in nanoseconds, between two answers while this thread ran for up to 100 ms; 0: none was seen. */
ULONG64 query_step(CYCLETIME_QUESTION question);

/* The rules for lengths: what a caller's buffer and its length mean, and which length is reported. */

enum length_rule {
    LENGTH_WINDOWS,    /* what programs meet on Windows */
    LENGTH_DOCUMENTED, /* what Microsoft's page of the idle cycle functions says */
    LENGTH_SIZED,      /* in bytes; without room for all, the call fails: all other functions */
    LENGTH_RULES
};

struct length_verdict {
    NTSTATUS status; /* STATUS_BUFFER_TOO_SMALL: short */
    BOOLEAN fill;    /* the buffer is to be written */
    ULONG length;    /* the length to report; the given one if none is reported */
};

/* Judges a buffer, which may be NULL, and the length GIVEN with it, for COUNT elements of SIZE bytes. */
struct length_verdict buffer_length(enum length_rule rule, const void *buffer, ULONG given, ULONG count, ULONG size);

/* Judges a buffer that begins with HEADER bytes. The first four are the caller's count of the elements that follow, which
   must equal COUNT, and are read only if the buffer has room for the header. */
struct length_verdict counted_length(const void *buffer, ULONG given, ULONG header, ULONG count, ULONG size);

/* NT's own rules for an array of COUNT elements of SIZE bytes, by class. NT treats a NULL buffer like any other that cannot
   be written: the length does not matter for that. */
enum class_length_rule {
    NT_WHOLE_ELEMENTS,   /* as many as there is room for; not even one: STATUS_INFO_LENGTH_MISMATCH (8; Wine's tests) */
    NT_ALL_OR_MISMATCH,  /* short: STATUS_INFO_LENGTH_MISMATCH (0x2A) */
    NT_ALL_OR_TOO_SMALL, /* short: STATUS_BUFFER_TOO_SMALL (83, 108; Wine's tests) */
    NT_EXACT,            /* any other length: STATUS_INFO_LENGTH_MISMATCH (classes of threads and jobs) */
};

struct length_verdict class_length(enum class_length_rule rule, ULONG given, ULONG count, ULONG size);

uint64_t processor_tsc(void);
struct processor_id processor_cpuid(uint32_t leaf); /* subleaf 0 */

/* The largest answers given so far, so that no later answer is smaller. The table is fixed and lock-free: no thread waits
   for one that was suspended or killed in here. It holds 2,048 threads and processes; beyond that the least recently used
   entry is replaced, but never that of this process. */

enum subject { SUBJECT_THREAD = 1, SUBJECT_PROCESS, SUBJECT_DESCENDANTS, SUBJECT_JOB };

/* Raises the fields of SEEN to the last answers, and to what the thread's snapshot reported; fills in its unknown fields
   from them; and keeps SEEN. The sum of kernel and user time is raised first, then each part within it. If SEEN has no id
   or no creation time, this does nothing. */
void monotonic_cache_update(enum subject subject, struct cpu_time *seen);

/* Keeps the times of a thread or process that were reported without monotonic_cache_update, each part by itself, so that
   none is smaller from here on. */
void monotonic_cache_store(enum subject subject, const struct cpu_time *reported);

/* Does what monotonic_cache_update does, for this process's cycles alone. FALSE: they have not been reported before. */
BOOLEAN monotonic_cache_own_process(ULONG64 *cycles);

/* Does what monotonic_cache_update does, for a count that came without a creation time. TRUE: the id is known, and the
   count is not smaller than the last answer. */
BOOLEAN monotonic_cache_continues(enum subject subject, const struct cpu_time *seen);

/* The unixlib as a whole: whether it answers, and the beginnings of threads and beginnings and ends of processes that it
   is notified of. */

/* Opens the unixlib if that may be done now. Returns whether it answers, and how, or why it does not. */
CYCLETIME_UNIXLIB_STATE query_unixlib_open(void);

/* This is called in a process's first thread, before the program runs: the unixlib is loaded and has these functions; 0:
   it is not. */
void query_unixlib_begins(ULONG64 functions);

/* This process is about to end with this exit code, because of an event of its console or not. */
void query_unixlib_process_exits(ULONG code, BOOLEAN by_event);

/* This process is about to end another one, or all processes of a job, with the exit code CODE. It is recorded before, so
   that the process can read it while it ends: Wine does not report it there. Afterwards the exit code that the system
   reports is recorded, or the first record removed if the system refused. */
struct query_kill {
    struct nt_victim victim;
    ULONG code;
};

/* Of the process with this ID or, if ID is 0, of the handle's. FALSE: the kill is not recorded, or the process has ended
   already. */
BOOLEAN query_kill_begins(HANDLE process, ULONG id, ULONG code, struct query_kill *kill);
void query_kill_ends(const struct query_kill *kill, BOOLEAN is_done);

/* Returns COUNT kills; NULL: none is recorded. */
struct query_kill *query_job_kills_begin(HANDLE job, ULONG code, ULONG *count);
void query_job_kills_end(struct query_kill *kills, ULONG count, BOOLEAN is_done);

/* How the unixlib gets the calling thread's cycles. */
CYCLETIME_UNIXLIB_CLOCK query_unixlib_clock(void);

/* Jobs: the system has no id for a job, so cycletime numbers them, and keeps the number for each handle of this process.
   Where the number of a handle is unknown, a live process of the job may have it. A job of NULL is the one that this
   process is in, for which nothing is kept. */

/* HANDLE is new, and the job that it refers to is not known. IS_OPENED: the job existed before, and its processes may be
   known. */
void query_job_handle_is_new(HANDLE handle, BOOLEAN is_opened);

/* HANDLE of the process FROM, of a job or of any other object, was copied to the process TO as COPY. */
void query_job_handle_is_copied(HANDLE from, HANDLE handle, HANDLE to, HANDLE copy);

struct query_membership {
    struct unixlib_membership unixlib;
    HANDLE job;
};

/* PROCESS is about to be put into JOB; afterwards HOLDS says whether it was. FALSE: the membership is not kept. */
BOOLEAN query_membership_begins(HANDLE job, HANDLE process, struct query_membership *membership);
void query_membership_ends(struct query_membership *membership, BOOLEAN holds);

/* In 100 ns: of all processes that were ever in the job, never less than before, and the part of it since the job's period
   began. */
struct query_job_times {
    ULONG64 number; /* the job's, by which cycletime knows it */
    ULONG64 kernel, user;
    ULONG64 period_kernel, period_user;
};

/* STATUS_NOT_SUPPORTED: they are not known. */
NTSTATUS query_job_times(HANDLE job, struct query_job_times *times);

/* A period of the job begins: a limit of the job's time was set. */
void query_job_period_begins(HANDLE job);

#endif
