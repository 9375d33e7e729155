/* SPDX-License-Identifier: MIT */
/* Each function answers a query by the best source that works. Answers never fall; outputs are written on success only. */
#ifndef CYCLETIME_QUERY_H
#define CYCLETIME_QUERY_H

#include "library/source/source.h"
#include "protocol/tsc_rate.h"

/* The sources that were chosen for each question: of all, and of all but the first. */
extern const struct source *chosen_source[2][CYCLETIME_QUESTIONS];

/* Returns the first source, from FIRST on, that works, or NULL. */
const struct source *find_source(CYCLETIME_QUESTION question, ULONG first);

/* Returns the source that answers a question on this system: the first one that works, which then stays the one for that
   question unless an earlier source may still become available. NULL: no source works. */
static inline const struct source *choose_source(CYCLETIME_QUESTION question)
{
    const struct source *source = __atomic_load_n(&chosen_source[0][question], __ATOMIC_ACQUIRE);

    return source ? source : find_source(question, 0);
}

/* Returns the source for what the unixlib, the first source, does not know; NULL: none, or SOURCE is not the first. */
const struct source *choose_next_source(const struct source *source, CYCLETIME_QUESTION question);

/* Whether the answers to the question are cycles, for which their rate has to be known. */
BOOLEAN sources_count_cycles(CYCLETIME_QUESTION question);

/* Whether the unixlib is the source that answers the question: then its other functions answer as well (unixlib.h). */
static inline BOOLEAN unixlib_answers(CYCLETIME_QUESTION question)
{
    return choose_source(question) == &source_unixlib;
}

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

/* A processor's idle states, and in *COUNT their number. STATUS_NOT_SUPPORTED: no source has them, or they exceed ROOM. */
NTSTATUS query_idle_states(USHORT group, BYTE number, ULONG room, struct unixlib_idle_state *states, ULONG *count);

/* The sums of idle, kernel and user time over all processors; kernel time includes idle time. */
NTSTATUS query_system_times(struct nt_processor_times *all);

/* The time since the system started, in 100 ns: the precise functions report it at the call, the other at the last tick, as
   nt_interrupt_time does. Unbiased time leaves out how long the system was asleep. */
ULONG64 query_interrupt_time_precise(void);
ULONG64 query_unbiased_interrupt_time(void);
ULONG64 query_unbiased_interrupt_time_precise(void);

/* Returns the smallest step, in nanoseconds, between two answers while this thread ran for up to 100 ms, or 0 if the
   answers did not change. */
ULONG64 query_step(CYCLETIME_QUESTION question);

/* The meaning of a caller's buffer and its length, and the length that is reported. */
enum length_rule {
    LENGTH_WINDOWS,    /* what programs meet on Windows: without a buffer a length other than 0 stays as it is */
    LENGTH_DOCUMENTED, /* what Microsoft's page of the idle cycle functions says: a filled buffer's length is in elements */
    LENGTH_SIZED,      /* all other functions: without a buffer the call fails, as it does with one that is too short */
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

uint64_t cpu_read_tsc(void);
struct processor_id cpu_read_id(uint32_t leaf); /* subleaf 0 */

/* The largest answers given so far, so that no later answer is smaller. The table is fixed and lock-free: no thread waits
   for one that was suspended or killed in here. It holds 2,048 threads and processes; beyond that the least recently used
   entry is replaced, but never that of this process. */

enum subject { SUBJECT_THREAD = 1, SUBJECT_PROCESS, SUBJECT_DESCENDANTS, SUBJECT_JOB };

/* Raises the fields of SEEN to the last answers, and to what the thread's snapshot reported; fills in its unknown fields
   from them; and keeps SEEN. The sum of kernel and user time is raised first, then each part within it. If SEEN has no id
   or no creation time, this does nothing. */
void monotonic_cache_update(enum subject subject, struct cpu_time *seen);

/* Does what monotonic_cache_update does, for this process's cycles alone. FALSE: they have not been reported before. */
BOOLEAN monotonic_cache_own_process(ULONG64 *cycles);

/* Does what monotonic_cache_update does, for a count that came without a creation time. TRUE: the id is known, and the
   count is not smaller than the last answer. */
BOOLEAN monotonic_cache_continues(enum subject subject, const struct cpu_time *seen);

/* Opens the unixlib if that may be done now. Returns whether it answers, and how, or why it does not. */
CYCLETIME_UNIXLIB_STATE query_unixlib_open(void);

/* Called in a process's first thread, before the program runs: the unixlib with these functions is loaded; 0: it is not. */
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

/* Of the process with this ID or, if ID is 0, of the handle's. FALSE: it is not recorded, or the process has ended. */
BOOLEAN query_kill_begins(HANDLE process, ULONG id, ULONG code, struct query_kill *kill);
void query_kill_ends(const struct query_kill *kill, BOOLEAN is_done);

/* Returns COUNT kills, or NULL if no kill is recorded. */
struct query_kill *query_job_kills_begin(HANDLE job, ULONG code, ULONG *count);
void query_job_kills_end(struct query_kill *kills, ULONG count, BOOLEAN is_done);

/* How the unixlib gets the calling thread's cycles. */
CYCLETIME_UNIXLIB_CLOCK query_unixlib_clock(void);

/* Jobs: the system has no id for a job, so cycletime numbers them, and keeps the number for each handle of this process.
   Where the number of a handle is unknown, a live process of the job may have it. A job of NULL is the one that this
   process is in, for which nothing is kept. */

/* HANDLE is new, and leads to a job that is not known. IS_OPENED: the job existed before, and may have known processes. */
void query_job_handle_is_new(HANDLE handle, BOOLEAN is_opened);

/* HANDLE of the process FROM, of a job or of any other object, was copied to the process TO as COPY. */
void query_job_handle_is_copied(HANDLE from, HANDLE handle, HANDLE to, HANDLE copy);

/* PROCESS is about to be put into JOB; afterwards HOLDS says whether it was. FALSE: the membership is not kept. */
BOOLEAN query_membership_begins(HANDLE job, HANDLE process, struct unixlib_membership *membership);
void query_membership_ends(struct unixlib_membership *membership, BOOLEAN holds);

/* In 100 ns: of all processes that were ever in the job, never less than before, and of them since its period began. */
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
