/* SPDX-License-Identifier: MIT */
/* What cycletime.dll asks of cycletime_host.so: the numbers of its calls and their arguments, the same for every word size
   and ABI on either side. So: fixed widths, no pointers, eight bytes before four, and padding written out, because 32-bit
   Linux aligns eight bytes to four. */
#ifndef CYCLETIME_HOST_CALLS_H
#define CYCLETIME_HOST_CALLS_H

#include <stdint.h>

/* Raised with every change of this file. The first call stays as it is for good; no other is made of a side that names
   another version. */
enum { HOST_VERSION = 18 };

enum host_call {
    HOST_CALL_VERSION,           /* struct host_version */
    HOST_CALL_RATE,              /* struct host_rate; before it no cycles are reported */
    HOST_CALL_THREAD_BEGIN,      /* struct host_thread_begin: the calling thread is known from here on */
    HOST_CALL_THREAD_END,        /* no arguments: its final figures are taken */
    HOST_CALL_OWN_THREAD_CYCLES, /* struct host_cycles; HOST_UNKNOWN: it has not begun */
    HOST_CALL_OWN_THREAD_TIMES,  /* struct host_own_times; HOST_UNKNOWN: it has not begun */
    HOST_CALL_THREAD,            /* struct host_thread; HOST_UNKNOWN: no such thread */
    HOST_CALL_PROCESS_CYCLES,    /* struct host_cycles */
    HOST_CALL_PROCESS_TIMES,     /* struct host_times */
    HOST_CALL_MEASURE,           /* struct host_measure */
    HOST_CALL_PROCESSORS,        /* struct host_processors; HOST_UNKNOWN: not reported */
    HOST_CALL_IDLE_STATE_COUNT,  /* struct host_idle_state_count; HOST_UNKNOWN: no such processor or no cpuidle */
    HOST_CALL_IDLE_STATE,        /* struct host_idle_state; HOST_UNKNOWN: no such state */
    HOST_CALL_PROCESS_BEGIN,     /* struct host_process_begin, once: other processes may ask about this one */
    HOST_CALL_PROCESS_END,       /* no arguments: its final figures are taken */
    HOST_CALL_PROCESS,           /* struct host_process; HOST_UNKNOWN: no such process is known, or not whether it lives */
    HOST_CALL_CLOCKS,            /* struct host_clocks */
    HOST_CALL_RECORDS,           /* struct host_records; before a thread begins */
    HOST_CALL_OWN_CLOCK,         /* struct host_own_clock */
    HOST_CALL_OWN_LINE,          /* struct host_own_line; HOST_UNKNOWN: it has not begun; HOST_NOT_READY: not decided yet */
    HOST_CALL_DESCENDANTS,       /* struct host_descendants; HOST_UNKNOWN: no such process is known */
    HOST_CALL_OTHER_THREAD,      /* struct host_other_thread; HOST_UNKNOWN: no such thread is known */
    HOST_CALL_PROCESS_AWAITED,   /* no arguments: its creator, which may keep a record, may ask about it */
    HOST_CALL_COPY,              /* struct host_copy; what cannot be read or written is the status, as of NT's own calls */
    HOST_CALL_MOMENT,     /* struct host_moment: the time, and the clock's line drawn anew; HOST_REFUSED: no line's place */
    HOST_CALL_MEMBERSHIP, /* struct host_membership; HOST_UNKNOWN: that cannot be kept */
    HOST_CALL_JOB,        /* struct host_job; HOST_UNKNOWN: no such job is known */
    HOST_CALL_LISTED,     /* struct host_listed; HOST_UNKNOWN: no such process is known */
    HOST_CALL_CHILDREN_FOLLOW, /* struct host_children: those to come graft themselves; HOST_UNKNOWN: they cannot */
    HOST_CALL_CLOCK_SOURCE,    /* struct host_clock_source */
    HOST_CALL_PROGRAM,         /* struct host_program, before the process begins: somebody makes a list of all that run */
    HOST_CALL_EXIT_CODE,       /* struct host_exit_code; HOST_UNKNOWN: it cannot be kept */
    HOST_CALL_SHARED,          /* struct host_shared; HOST_UNKNOWN: not at this moment */
    HOST_CALLS
};

/* NTSTATUS values. */
#define HOST_DONE 0
#define HOST_UNKNOWN ((int32_t)0xc0000225)   /* STATUS_NOT_FOUND */
#define HOST_NOT_READY ((int32_t)0xc00000a3) /* STATUS_DEVICE_NOT_READY */
#define HOST_REFUSED ((int32_t)0xc000000d)   /* STATUS_INVALID_PARAMETER */
#define HOST_FAILED ((int32_t)0xc0000001)    /* STATUS_UNSUCCESSFUL */
#define HOST_FULL ((int32_t)0xc000009a)      /* STATUS_INSUFFICIENT_RESOURCES */

struct host_version {
    uint32_t version; /* in: the caller's; out: the library's */
    uint32_t padding;
};

/* All or nothing. */
struct host_copy {
    uint64_t to, from, size; /* in */
    uint64_t at;             /* out: what was about to be touched */
};

/* Of the first that tells one, or asks; a later one is not heard. */
struct host_rate {
    uint64_t cycles_per_second; /* in: the caller's, below 2^34, or 0: it has none; out: what cycles are told by */
};

/* Where the records of threads are (thread_record.h), for good. */
struct host_records {
    uint64_t address; /* in: empty memory for them, below 4 GB, or 0; out: where they are, 0 if that is open yet */
    uint64_t size;    /* in: its length; out: what they take */
    uint32_t layout;  /* out: THREAD_RECORD_LAYOUT */
    uint32_t padding;
};

/* How the calling thread's cycles are had: by the counter, or by a system call because of what the name says. */
enum host_clock {
    HOST_CLOCK_UNDECIDED, /* no rate is known yet, or another thread is just finding out */
    HOST_CLOCK_COUNTER,
    HOST_CLOCK_COUNTER_NOT_TRUSTED, /* neither the processor nor Linux says that it keeps its rate */
    HOST_CLOCK_COUNTER_COARSE,      /* it moves in large steps */
    HOST_CLOCK_COUNTER_CHANGED,     /* it went on at another rate than Linux' clock */
    HOST_CLOCK_AREA_REFUSED,        /* Linux gives the thread no rseq area of ours */
    HOST_CLOCK_AREA_IN_USE,         /* somebody else works with the thread's */
    HOST_CLOCK_MARK_STAYS,          /* Linux leaves the mark there when the thread blocks */
    HOST_CLOCK_MARK_FORBIDDEN,      /* Linux ends who puts a mark there: its debugging is on */
    HOST_CLOCK_NOT_TRIED,           /* there could be no child to try it */
    HOST_CLOCKS
};

struct host_own_clock {
    uint32_t way; /* out: enum host_clock */
    uint32_t padding;
};

/* Where the calling thread's line is (thread_line.h), until it ends. */
struct host_own_line {
    uint64_t address; /* out; 0: its cycles cost a system call */
    uint32_t layout;  /* out: THREAD_RECORD_LAYOUT */
    uint32_t trusted; /* out: ticks for which a synchronisation holds */
};

struct host_thread_begin {
    uint64_t creation; /* 100 ns since 1601, 0: not asked; it may lie ahead of now, if the clock was set back */
    uint32_t id;       /* Windows' */
    uint32_t padding;
};

struct host_cycles {
    uint64_t value;
};

/* Nanoseconds; kernel is a part of the total. */
struct host_times {
    uint64_t total, kernel;
};

struct host_own_times {
    uint64_t total, kernel;
    uint64_t creation; /* in: 0, or what to keep from now on; out: what is kept, 0 if nothing */
    uint64_t tsc;      /* out: the line's, which was synchronised; 0: it was not */
};

enum host_thread_state {
    HOST_THREAD_LIVE,  /* cycles and total are those of now; the kernel part is not reported */
    HOST_THREAD_ENDED, /* all are final */
    HOST_THREAD_GONE,  /* without an end; cycles are the last that were reported, 0 if none were */
};

struct host_thread {
    uint64_t creation; /* in: 100 ns since 1601, so that an earlier bearer of the id is not taken for it; 0: not asked */
    uint64_t cycles;   /* out; 0 while no rate is known */
    uint64_t total, kernel;           /* out, nanoseconds */
    uint64_t told_total, told_kernel; /* out, 100 ns: what the thread itself was told last; 0: nothing is known of that */
    uint32_t id;                      /* in: Windows' */
    uint32_t state;                   /* out */
};

/* Of processors by number, through all groups; as many as a group has at most. */
/* Nanoseconds; kernel includes idle, irq and softirq. */
struct host_processor_times {
    uint64_t idle, kernel, user, irq, softirq;
    uint64_t interrupts; /* the number of what was to be counted; 0: nothing */
};

enum host_counted { HOST_COUNTED_NOTHING, HOST_COUNTED_INTERRUPTS, HOST_COUNTED_SOFTIRQS };

struct host_processors {
    uint32_t first, count; /* in */
    uint32_t counted;      /* in: enum host_counted */
    uint32_t padding;
    struct host_processor_times of[];
};

struct host_idle_state_count {
    uint32_t processor; /* in */
    uint32_t count;
};

struct host_idle_state {
    uint32_t processor, index;   /* in */
    uint64_t latency, residency; /* microseconds */
    uint64_t time;               /* microseconds spent in it so far */
    uint64_t usage;              /* how often it was entered */
    char name[16];               /* ended by a 0 */
};

/* This process for Windows. */
struct host_process_begin {
    uint64_t creation; /* 100 ns since 1601 */
    uint32_t id;
    uint32_t parent; /* who created it; 0: nobody */
    uint32_t in_job; /* whether it is in any */
    uint32_t padding;
};

/* What is done with a process and a job, before the system is asked for it and after. */
enum host_membership_step { HOST_MEMBERSHIP_BEGINS, HOST_MEMBERSHIP_HOLDS, HOST_MEMBERSHIP_FAILED };

struct host_membership {
    uint64_t creation; /* in: the process's */
    uint64_t job;      /* in: its number (record_job.h), 0 at the begin: it gets one; out then */
    uint64_t before;   /* what the process was in; out at the begin, in afterwards */
    uint32_t id, step; /* in: the process's; enum host_membership_step */
};

/* Times of all its processes, ended ones included. */
struct host_job {
    uint64_t job;           /* in, 0: what its live processes tell; out: what it is, if these do not tell of another one */
    uint64_t total, kernel; /* out, nanoseconds; not asked for without times */
    uint32_t times, count;  /* in: whether times are asked for; how many live processes follow */
    uint32_t processes;     /* in: how many there ever were in it */
    uint32_t padding;
    uint32_t ids[]; /* in */
};

struct host_process {
    uint64_t creation;      /* in */
    uint32_t id;            /* in */
    uint32_t split;         /* in: whether the kernel part has to be that of now */
    uint64_t total, kernel; /* out, nanoseconds */
    uint32_t ended;         /* in: whether the system says that it has ended; out */
    uint32_t exact;         /* out; not exact: of one that was killed, the last that it published */
};

struct host_descendants {
    uint64_t creation; /* in */
    uint32_t id;       /* in */
    uint32_t padding;
    uint64_t total, kernel; /* out, nanoseconds, of those that have ended */
};

/* Where processes tell each other what they used. */
/* FULL: others share it, and this process has no place in it. */
enum host_shared_state { HOST_SHARED, HOST_SHARED_ELSEWHERE, HOST_SHARED_FULL, HOST_NOT_SHARED };

struct host_shared {
    uint32_t state;    /* out: enum host_shared_state */
    uint32_t words;    /* in: whether those that follow are asked for, which may take a lock of the C library's */
    char where[192];   /* out: the folder; each of these ended by a 0 */
    char refused[256]; /* out: the file that cannot be used, if there is one */
    char why[64];      /* out: what Linux says of that */
};

/* Of another process, which has cycletime in it. */
struct host_other_thread {
    uint64_t creation;      /* in: the thread's */
    uint32_t id, process;   /* in */
    uint64_t cycles;        /* out; 0 while no rate is known */
    uint64_t total, kernel; /* out, nanoseconds; the kernel part of one that has ended */
    uint32_t state;         /* out: HOST_THREAD_LIVE or HOST_THREAD_ENDED */
    uint32_t padding;
};

/* Another process of a list, and its threads; HOST_THREAD_GONE: nothing is known of that one. */
struct host_listed {
    uint64_t creation;  /* in */
    uint64_t total;     /* out, nanoseconds */
    uint32_t id, count; /* in */
    struct host_other_thread of[];
};

enum { HOST_PROGRAM_NAME = 88 };

/* As the preload library is told in CYCLETIME_RUN (run_words.h); no other flags are read. */
enum { HOST_CHILDREN_VERBOSE = 2, HOST_CHILDREN_NO_NT = 4, HOST_CHILDREN_FAST_CLOCK = 16 };

struct host_children {
    uint32_t flags; /* in: CYCLETIME_GRAFT_... */
    uint32_t padding;
};

/* What this process runs. */
struct host_program {
    uint64_t run;                 /* the list's number, not 0 */
    uint32_t is_wines, padding;   /* whether it is one of Wine's own, which begins or serves others */
    char name[HOST_PROGRAM_NAME]; /* its file's, in UTF-8, ended by a 0 */
};

struct host_exit_code {
    uint64_t creation; /* of a process that was killed */
    uint32_t id, code; /* its id; 0: this process, which is about to end */
};

/* Nanoseconds since Linux started. Boot time runs on while the machine sleeps, and follows NTP; raw time does neither. */
struct host_clocks {
    uint64_t raw, boot;
    uint64_t asleep; /* of the boot time; from one answer to the next it grows by less than 1 ms unless the machine slept */
};

/* The clocks that are told by lines (clock_line.h). */
enum host_line { HOST_LINE_RAW, HOST_LINE_BOOT, HOST_LINE_DATE, HOST_LINES };

struct host_moment {
    uint64_t line;         /* in: zeroes in its size and alignment, for good; out: the line that is used */
    uint64_t time, asleep; /* out, 100 ns */
    uint32_t clock;        /* in: enum host_line */
    uint32_t padding;
};

/* How Linux reads a clock: only by the counter, without a system call, it has a line. */
enum host_reading {
    HOST_READING_BY_COUNTER,
    HOST_READING_BY_CALL, /* it takes as long as a system call, so it makes one */
    HOST_READING_WIDE,    /* it takes so long that a line would be too far off */
    HOST_READING_COARSE,  /* the counter moves in large steps */
    HOST_READING_FAILED,  /* it cannot be read */
    HOST_READINGS
};

struct host_clock_source {
    char name[32];                 /* out: of what Linux keeps time by, ended by a 0; empty: it does not say */
    uint32_t readings[HOST_LINES]; /* out: enum host_reading, of each clock */
    uint32_t padding;
};

/* How long something takes on this side, to compare a call with. */
enum host_measured { HOST_MEASURED_PROCESS_CLOCK, HOST_MEASURED_PROCESS_TIMES };

struct host_measure {
    uint64_t nanoseconds; /* out, of all rounds */
    uint32_t what;        /* in */
    uint32_t rounds;      /* in */
};

_Static_assert(sizeof(struct host_version) == 8, "host_version");
_Static_assert(sizeof(struct host_rate) == 8, "host_rate");
_Static_assert(sizeof(struct host_records) == 24, "host_records");
_Static_assert(sizeof(struct host_own_clock) == 8, "host_own_clock");
_Static_assert(sizeof(struct host_own_line) == 16, "host_own_line");
_Static_assert(sizeof(struct host_thread_begin) == 16, "host_thread_begin");
_Static_assert(sizeof(struct host_cycles) == 8, "host_cycles");
_Static_assert(sizeof(struct host_times) == 16, "host_times");
_Static_assert(sizeof(struct host_own_times) == 32, "host_own_times");
_Static_assert(sizeof(struct host_thread) == 56, "host_thread");
_Static_assert(sizeof(struct host_processor_times) == 48, "host_processor_times");
_Static_assert(sizeof(struct host_processors) == 16, "host_processors");
_Static_assert(sizeof(struct host_idle_state) == 56, "host_idle_state");
_Static_assert(sizeof(struct host_process_begin) == 24, "host_process_begin");
_Static_assert(sizeof(struct host_membership) == 32, "host_membership");
_Static_assert(sizeof(struct host_job) == 40, "host_job");
_Static_assert(sizeof(struct host_process) == 40, "host_process");
_Static_assert(sizeof(struct host_clocks) == 24, "host_clocks");
_Static_assert(sizeof(struct host_moment) == 32, "host_moment");
_Static_assert(sizeof(struct host_clock_source) == 48, "host_clock_source");
_Static_assert(sizeof(struct host_descendants) == 32, "host_descendants");
_Static_assert(sizeof(struct host_other_thread) == 48, "host_other_thread");
_Static_assert(sizeof(struct host_listed) == 24, "host_listed");
_Static_assert(sizeof(struct host_children) == 8, "host_children");
_Static_assert(sizeof(struct host_program) == 104, "host_program");
_Static_assert(sizeof(struct host_exit_code) == 16, "host_exit_code");
_Static_assert(sizeof(struct host_shared) == 520, "host_shared");
_Static_assert(sizeof(struct host_measure) == 16, "host_measure");

#endif
