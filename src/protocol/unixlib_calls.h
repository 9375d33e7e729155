/* SPDX-License-Identifier: MIT */
/* The calls of cycletime.dll to the unixlib, cycletime_unixlib.so: their numbers and their arguments, the same for every
   word size and ABI on either side. So: fixed widths, no pointers, eight bytes before four, and padding written out,
   because 32-bit Linux aligns eight bytes to four. */
#ifndef CYCLETIME_UNIXLIB_CALLS_H
#define CYCLETIME_UNIXLIB_CALLS_H

#include <stdint.h>

/* The version is raised with every change of this file. The first call stays as it is for good; no other call is made of a
   unixlib that names another version. */
enum { UNIXLIB_VERSION = 27 };

enum unixlib_call {
    UNIXLIB_CALL_VERSION,           /* struct unixlib_version */
    UNIXLIB_CALL_RATE,              /* struct unixlib_rate; before it no cycles are reported */
    UNIXLIB_CALL_THREAD_BEGIN,      /* struct unixlib_thread_begin: the calling thread is known from here on */
    UNIXLIB_CALL_OWN_THREAD_CYCLES, /* struct unixlib_cycles; UNIXLIB_UNKNOWN: it has not begun */
    UNIXLIB_CALL_OWN_THREAD_TIMES,  /* struct unixlib_own_times; UNIXLIB_UNKNOWN: it has not begun */
    UNIXLIB_CALL_THREAD,            /* struct unixlib_thread; UNIXLIB_UNKNOWN: no such thread */
    UNIXLIB_CALL_PROCESS_CYCLES,    /* struct unixlib_cycles */
    UNIXLIB_CALL_PROCESS_TIMES,     /* struct unixlib_times */
    UNIXLIB_CALL_MEASURE,           /* struct unixlib_measure */
    UNIXLIB_CALL_PROCESSORS,        /* struct unixlib_processors; UNIXLIB_UNKNOWN: not reported */
    UNIXLIB_CALL_IDLE_STATE_COUNT,  /* struct unixlib_idle_state_count; UNIXLIB_UNKNOWN: no such processor or no cpuidle */
    UNIXLIB_CALL_IDLE_STATE,        /* struct unixlib_idle_state; UNIXLIB_UNKNOWN: no such state */
    UNIXLIB_CALL_PROCESS_BEGIN,     /* struct unixlib_process_begin, once: other processes may ask about this one */
    UNIXLIB_CALL_PROCESS_END,       /* struct unixlib_exit_code, or no arguments: its final times are taken */
    UNIXLIB_CALL_PROCESS, /* struct unixlib_process; UNIXLIB_UNKNOWN: no such process is known, or not whether it lives */
    UNIXLIB_CALL_CLOCKS,  /* struct unixlib_clocks */
    UNIXLIB_CALL_THREAD_TABLE, /* struct unixlib_thread_table; before a thread begins */
    UNIXLIB_CALL_OWN_CLOCK,    /* struct unixlib_own_clock */
    UNIXLIB_CALL_OWN_SNAPSHOT, /* struct unixlib_own_snapshot; UNIXLIB_UNKNOWN: not begun; UNIXLIB_NOT_READY: not decided */
    UNIXLIB_CALL_DESCENDANTS,  /* struct unixlib_descendants; UNIXLIB_UNKNOWN: no such process is known */
    UNIXLIB_CALL_OTHER_THREAD, /* struct unixlib_other_thread; UNIXLIB_UNKNOWN: no such thread is known */
    UNIXLIB_CALL_PROCESS_AWAITED, /* no arguments: its creator, which may have an entry, may ask about it */
    UNIXLIB_CALL_COPY,   /* struct unixlib_copy; what cannot be read or written is the status, as of NT's own calls */
    UNIXLIB_CALL_MOMENT, /* struct unixlib_moment: the time, and the scale fitted anew; UNIXLIB_REFUSED: no memory for it */
    UNIXLIB_CALL_MEMBERSHIP,      /* struct unixlib_membership; UNIXLIB_UNKNOWN: that cannot be kept */
    UNIXLIB_CALL_JOB,             /* struct unixlib_job; UNIXLIB_UNKNOWN: no such job is known */
    UNIXLIB_CALL_LISTED,          /* struct unixlib_listed; UNIXLIB_UNKNOWN: no such process is known */
    UNIXLIB_CALL_CHILDREN_FOLLOW, /* struct unixlib_children: later ones hook themselves; UNIXLIB_UNKNOWN: they cannot */
    UNIXLIB_CALL_CLOCK_SOURCE,    /* struct unixlib_clock_source */
    UNIXLIB_CALL_PROGRAM,   /* struct unixlib_program, before the process begins: the command lists all programs that run */
    UNIXLIB_CALL_EXIT_CODE, /* struct unixlib_exit_code; UNIXLIB_UNKNOWN: it cannot be kept */
    UNIXLIB_CALL_OWN_EXIT_CODE, /* struct unixlib_exit_code, of this process, which another one ended; UNIXLIB_UNKNOWN */
    UNIXLIB_CALL_SHARED,        /* struct unixlib_shared; UNIXLIB_UNKNOWN: not at this moment */
    UNIXLIB_CALL_SYSTEM,        /* struct unixlib_system; UNIXLIB_UNKNOWN: not reported */
    UNIXLIB_CALL_FREQUENCIES,   /* struct unixlib_frequencies; UNIXLIB_UNKNOWN: not reported of one of them */
    UNIXLIB_CALL_JOB_PERIOD,    /* struct unixlib_job_period; UNIXLIB_UNKNOWN: it cannot be kept */
    UNIXLIB_CALL_SCHEDULING,    /* struct unixlib_scheduled_thread; UNIXLIB_UNKNOWN: no such thread is known */
    UNIXLIB_CALL_JOB_HOLDER,    /* struct unixlib_job_holder; UNIXLIB_UNKNOWN: there is no further one */
    UNIXLIB_CALLS
};

/* NTSTATUS values. */
#define UNIXLIB_DONE 0
#define UNIXLIB_UNKNOWN ((int32_t)0xc0000225)   /* STATUS_NOT_FOUND */
#define UNIXLIB_NOT_READY ((int32_t)0xc00000a3) /* STATUS_DEVICE_NOT_READY */
#define UNIXLIB_REFUSED ((int32_t)0xc000000d)   /* STATUS_INVALID_PARAMETER */
#define UNIXLIB_FAILED ((int32_t)0xc0000001)    /* STATUS_UNSUCCESSFUL */
#define UNIXLIB_FULL ((int32_t)0xc000009a)      /* STATUS_INSUFFICIENT_RESOURCES */

struct unixlib_version {
    uint32_t version; /* in: the caller's; out: the library's */
    uint32_t padding;
};

/* Copies all or nothing. */
struct unixlib_copy {
    uint64_t to, from, size; /* in */
    uint64_t at;             /* out: the address that was about to be read or written */
};

/* The first caller that names a rate, or asks for one, decides; a later one is ignored. */
struct unixlib_rate {
    uint64_t
        cycles_per_second; /* in: the caller's, below 2^34, or 0: it has none; out: the rate in which cycles are reported */
};

/* The address of the thread table (thread_clock_snapshot.h), which stays for good. */
struct unixlib_thread_table {
    uint64_t address; /* in: empty memory for them, below 4 GB, or 0; out: where they are, 0 if not decided yet */
    uint64_t size;    /* in: the memory's length; out: what the table takes */
    uint32_t layout;  /* out: THREAD_ENTRY_LAYOUT */
    uint32_t padding;
};

/* How the calling thread's cycles are read: by the TSC, or by a system call for the reason that the name gives. */
enum unixlib_clock {
    UNIXLIB_CLOCK_UNDECIDED, /* no rate is known yet, or another thread is finding out just now */
    UNIXLIB_CLOCK_TSC,
    UNIXLIB_CLOCK_TSC_NOT_TRUSTED,  /* neither the processor nor Linux says that it keeps its rate */
    UNIXLIB_CLOCK_TSC_COARSE,       /* the TSC moves in large steps */
    UNIXLIB_CLOCK_TSC_CHANGED,      /* the TSC went on at another rate than Linux's clock */
    UNIXLIB_CLOCK_AREA_REFUSED,     /* Linux does not let the thread register cycletime's rseq area */
    UNIXLIB_CLOCK_AREA_IN_USE,      /* another library uses the thread's area */
    UNIXLIB_CLOCK_MARKER_STAYS,     /* Linux leaves the switch marker there when the thread blocks */
    UNIXLIB_CLOCK_MARKER_FORBIDDEN, /* Linux ends a process that puts a switch marker there: its debugging is on */
    UNIXLIB_CLOCK_NOT_TRIED,        /* no child process could be made to try it */
    UNIXLIB_CLOCKS
};

struct unixlib_own_clock {
    uint32_t method; /* out: enum unixlib_clock */
    uint32_t padding;
};

/* The address of the calling thread's snapshot (thread_clock_snapshot.h), which holds until its Linux thread ends. */
struct unixlib_own_snapshot {
    uint64_t address; /* out; 0: its cycles cost a system call */
    uint32_t layout;  /* out: THREAD_ENTRY_LAYOUT */
    uint32_t trusted; /* out: ticks for which a synchronisation holds */
};

struct unixlib_thread_begin {
    uint64_t creation; /* 100 ns since 1601, 0: not known; it may lie ahead of now, if the clock was set back */
    uint32_t id;       /* Windows' */
    uint32_t at_once;  /* whether to publish the thread now, which no other thread knows yet; otherwise it is published with
                          the process's next publication */
};

struct unixlib_cycles {
    uint64_t value;
};

/* Nanoseconds; kernel is a part of the total. */
struct unixlib_times {
    uint64_t total, kernel;
};

struct unixlib_own_times {
    uint64_t total, kernel;
    uint64_t creation; /* in: the date to keep from now on, or 0; out: the date that is kept, or 0 */
    uint64_t tsc;      /* out: the tsc of the snapshot, which was synchronised; 0: it was not */
};

enum unixlib_thread_state {
    UNIXLIB_THREAD_LIVE,  /* its Linux thread runs: cycles and total are current; the kernel part is not reported */
    UNIXLIB_THREAD_ENDED, /* all values are final */
    UNIXLIB_THREAD_GONE,  /* it is gone and has no final values; cycles are the last that were reported, or 0 */
};

struct unixlib_thread {
    uint64_t creation; /* in: 100 ns since 1601, so that an earlier bearer of the id is not taken for it; 0: not known */
    uint64_t cycles;   /* out; 0 while no rate is known */
    uint64_t total, kernel;                   /* out, nanoseconds */
    uint64_t returned_total, returned_kernel; /* out, 100 ns: the last answer to the thread itself; 0: not known */
    uint32_t id;                              /* in: Windows' */
    uint32_t ended; /* in: whether the system reports its end: then wait for its Linux thread's end */
    uint32_t state; /* out */
    uint32_t padding;
};

/* UNIXLIB_CALL_PROCESSORS takes processors by number, through all groups, and as many as a group has at most. */
/* Nanoseconds; kernel includes idle, irq and softirq. */
struct unixlib_processor_times {
    uint64_t idle, kernel, user, irq, softirq;
    uint64_t interrupts; /* the count of what UNIXLIB_COUNTED_... names; 0: of nothing */
};

enum unixlib_counted { UNIXLIB_COUNTED_NOTHING, UNIXLIB_COUNTED_INTERRUPTS, UNIXLIB_COUNTED_SOFTIRQS };

struct unixlib_processors {
    uint32_t first, count; /* in */
    uint32_t counted;      /* in: enum unixlib_counted */
    uint32_t padding;
    struct unixlib_processor_times of[];
};

/* Values of all processors together, and of Linux's memory. */
struct unixlib_system {
    uint64_t context_switches;      /* out, since Linux started */
    uint64_t swap_total, swap_free; /* out, bytes */
    uint32_t runnable;              /* out: threads that run or could run */
    uint32_t cpus;                  /* out: the CPUs on which they run */
};

/* The current and the nominal frequency in kHz; the latter is 0 where it is not reported. */
struct unixlib_frequency {
    uint32_t current, nominal;
};

struct unixlib_frequencies {
    uint32_t first, count; /* in */
    struct unixlib_frequency of[];
};

struct unixlib_idle_state_count {
    uint32_t processor; /* in */
    uint32_t count;
};

struct unixlib_idle_state {
    uint32_t processor, index;   /* in */
    uint64_t latency, residency; /* microseconds */
    uint64_t time;               /* microseconds spent in it so far */
    uint64_t usage;              /* how often it was entered */
    char name[16];               /* ended by a 0 */
};

/* This process, as Windows identifies it. */
struct unixlib_process_begin {
    uint64_t creation; /* 100 ns since 1601 */
    uint32_t id;
    uint32_t parent; /* the process that created it; 0: none */
    uint32_t in_job; /* whether it is in any job object */
    uint32_t padding;
};

/* The steps of assigning a process to a job object: before the system is asked to, after it has, and after it has failed
   to. RELEASED: no process is assigned; the handle of the job leads to another object by now. */
enum unixlib_membership_step {
    UNIXLIB_MEMBERSHIP_BEGINS,
    UNIXLIB_MEMBERSHIP_HOLDS,
    UNIXLIB_MEMBERSHIP_FAILED,
    UNIXLIB_MEMBERSHIP_RELEASED
};

struct unixlib_membership {
    uint64_t creation; /* in: the process's */
    uint64_t job;      /* in: its number (unixlib/shared_file/jobs.h), 0 in the first step, which gives it one; out then */
    uint64_t before;   /* the job that the process was in; out in the first step, in afterwards */
    uint32_t id, step; /* in: the process's; enum unixlib_membership_step */
    uint32_t handle;   /* in: this process's handle of the job */
    uint32_t padding;
};

/* The times of all processes of a job object, ended ones included. */
struct unixlib_job {
    uint64_t job;           /* in, 0: the job of the live processes; out: its number, if these are in no other one */
    uint64_t total, kernel; /* out, nanoseconds, if times are asked for */
    uint64_t total_before, kernel_before; /* out, the same: what they had used when the job's period began */
    uint32_t times, count;                /* in: whether times are asked for; how many live processes follow */
    uint32_t processes;                   /* in: how many processes were ever in it */
    uint32_t padding;
    uint32_t ids[]; /* in */
};

/* A live process that has a handle of a job, so that this process can compare its own handle with it. */
struct unixlib_job_holder {
    uint64_t job;        /* out: its number */
    uint32_t id, handle; /* out: the process's, and its handle */
    uint32_t place;      /* in and out: 0 at first, then where to go on */
    uint32_t padding;
};

/* A period of the job begins, before which its processes used that. */
struct unixlib_job_period {
    uint64_t job;           /* in: its number */
    uint64_t total, kernel; /* in, nanoseconds */
};

struct unixlib_process {
    uint64_t creation;      /* in; 0: of the process that has the id now, if it certainly runs; then out */
    uint32_t id;            /* in */
    uint32_t split;         /* in: whether the kernel part has to be current */
    uint64_t total, kernel; /* out, nanoseconds */
    uint64_t peak;          /* out, bytes: the most physical memory that an ended process used; 0: not known */
    uint32_t ended;         /* in: whether the system says that it has ended; out */
    uint32_t memory;        /* in: whether the peak is asked for */
};

struct unixlib_descendants {
    uint64_t creation; /* in */
    uint32_t id;       /* in */
    uint32_t padding;
    uint64_t total, kernel; /* out, nanoseconds, of those that have ended */
};

/* The file in which processes publish for each other the CPU time that they used. */
/* UNIXLIB_SHARED_FULL: other processes use the file, and this one has no slot in it. */
enum unixlib_shared_state { UNIXLIB_SHARED, UNIXLIB_SHARED_ELSEWHERE, UNIXLIB_SHARED_FULL, UNIXLIB_NOT_SHARED };

struct unixlib_shared {
    uint32_t state;    /* out: enum unixlib_shared_state */
    uint32_t words;    /* in: whether the strings that follow are asked for, which may take a lock of the C library */
    char where[192];   /* out: the file's folder; each of these strings ends with a 0 */
    char refused[256]; /* out: the file that cannot be used, if there is one */
    char why[64];      /* out: the reason */
};

/* How Linux runs a thread. */
struct unixlib_scheduling {
    uint32_t letter;   /* of its state, as in proc(5); 0: not reported */
    uint32_t switches; /* how often a processor began to run it, modulo 2^32; 0: not reported */
};

/* A thread of this process, or of another one in which cycletime is. */
struct unixlib_scheduled_thread {
    uint64_t creation;                    /* in: the thread's */
    uint32_t id, process;                 /* in; process 0 is this one */
    struct unixlib_scheduling scheduling; /* out */
};

/* A thread of another process in which cycletime is. */
struct unixlib_other_thread {
    uint64_t creation;      /* in: the thread's */
    uint32_t id, process;   /* in */
    uint64_t cycles;        /* out; 0 while no rate is known */
    uint64_t total, kernel; /* out, nanoseconds; the kernel part only of a thread that has ended */
    uint32_t state;         /* out: UNIXLIB_THREAD_LIVE or UNIXLIB_THREAD_ENDED */
    uint32_t ended;         /* in: whether the system reports its end, as in struct unixlib_thread; 0 in a list */
    struct unixlib_scheduling scheduling; /* out, in a list only */
};

/* A process of a list, and its threads; UNIXLIB_THREAD_GONE: nothing is known of that thread. */
struct unixlib_listed {
    uint64_t creation;  /* in */
    uint64_t total;     /* out, nanoseconds */
    uint32_t id, count; /* in */
    struct unixlib_other_thread of[];
};

enum { UNIXLIB_PROGRAM_NAME = 88 };

struct unixlib_children {
    uint32_t flags; /* in: those of RUN_HOOK (hook_request.h) count */
    uint32_t padding;
};

/* The program that this process runs. */
struct unixlib_program {
    uint64_t run;                    /* the list's number; 0: there is none, and no name is published */
    uint32_t is_wines;               /* whether it is one of Wine's own, which start or serve others */
    uint32_t id;                     /* the process's */
    char name[UNIXLIB_PROGRAM_NAME]; /* its file's name, in UTF-8, ended by a 0 */
};

/* The steps of a kill: before it, with the code that the killer gives; after it, with the code that the system reports; and
   after it was refused, with the code of the first step. */
enum unixlib_kill { UNIXLIB_KILL_BEGINS, UNIXLIB_KILL_DONE, UNIXLIB_KILL_REFUSED };

struct unixlib_exit_code {
    uint64_t creation; /* of the process that this process kills */
    uint32_t id, code; /* its id; 0: this process, which is about to end */
    uint32_t step;     /* enum unixlib_kill */
    uint32_t by_event; /* Ctrl-C or another event of its console ends this process */
};

/* Nanoseconds since Linux started. Boot time runs on while the machine sleeps, and follows NTP; raw time does neither. */
struct unixlib_clocks {
    uint64_t raw, boot;
    uint64_t asleep; /* the sleep in boot; between two answers it grows by less than 1 ms unless the machine slept */
};

/* The clocks that have counter scales (tsc_scale.h). */
enum unixlib_scale { UNIXLIB_SCALE_RAW, UNIXLIB_SCALE_BOOT, UNIXLIB_SCALE_DATE, UNIXLIB_SCALES };

struct unixlib_moment {
    uint64_t scale;        /* in: zeroes in its size and alignment, for good; out: the scale that is used */
    uint64_t time, asleep; /* out, 100 ns */
    uint32_t clock;        /* in: enum unixlib_scale */
    uint32_t padding;
};

/* How Linux reads a clock. The clock has a counter scale only if Linux reads it by the TSC, without a system call. */
enum unixlib_reading {
    UNIXLIB_READING_BY_TSC,
    UNIXLIB_READING_BY_CALL, /* a reading takes as long as a system call, so it makes one */
    UNIXLIB_READING_WIDE,    /* a reading takes so long that a scale would be too inexact */
    UNIXLIB_READING_COARSE,  /* the TSC moves in large steps */
    UNIXLIB_READING_FAILED,  /* the clock cannot be read */
    UNIXLIB_READINGS
};

struct unixlib_clock_source {
    char name[32];                     /* out: the name of Linux's clock source, ended by a 0; empty: it is not known */
    uint32_t readings[UNIXLIB_SCALES]; /* out: enum unixlib_reading, for each clock */
    uint32_t padding;
};

/* How long something takes in the unixlib, to compare a call with. */
enum unixlib_measured {
    UNIXLIB_MEASURED_PROCESS_CLOCK,
    UNIXLIB_MEASURED_PROCESS_TIMES,
    UNIXLIB_MEASURED_THREAD_LIFE,              /* the begin and the end of a thread's entry */
    UNIXLIB_MEASURED_THREAD_LIFE_AND_QUESTION, /* the same with a query of the thread's own cycles in between */
    UNIXLIB_MEASURED_COUNT
};

struct unixlib_measure {
    uint64_t nanoseconds; /* out, of all rounds */
    uint32_t what;        /* in */
    uint32_t rounds;      /* in */
};

_Static_assert(sizeof(struct unixlib_version) == 8 && sizeof(struct unixlib_rate) == 8
                   && sizeof(struct unixlib_thread_table) == 24 && sizeof(struct unixlib_own_clock) == 8
                   && sizeof(struct unixlib_own_snapshot) == 16 && sizeof(struct unixlib_thread_begin) == 16
                   && sizeof(struct unixlib_cycles) == 8 && sizeof(struct unixlib_times) == 16
                   && sizeof(struct unixlib_own_times) == 32 && sizeof(struct unixlib_thread) == 64
                   && sizeof(struct unixlib_processor_times) == 48 && sizeof(struct unixlib_processors) == 16
                   && sizeof(struct unixlib_system) == 32 && sizeof(struct unixlib_frequency) == 8
                   && sizeof(struct unixlib_frequencies) == 8 && sizeof(struct unixlib_idle_state) == 56
                   && sizeof(struct unixlib_process_begin) == 24 && sizeof(struct unixlib_membership) == 40
                   && sizeof(struct unixlib_job) == 56 && sizeof(struct unixlib_job_holder) == 24
                   && sizeof(struct unixlib_job_period) == 24 && sizeof(struct unixlib_process) == 48
                   && sizeof(struct unixlib_clocks) == 24 && sizeof(struct unixlib_moment) == 32
                   && sizeof(struct unixlib_clock_source) == 48 && sizeof(struct unixlib_descendants) == 32
                   && sizeof(struct unixlib_other_thread) == 56 && sizeof(struct unixlib_scheduled_thread) == 24
                   && sizeof(struct unixlib_listed) == 24 && sizeof(struct unixlib_children) == 8
                   && sizeof(struct unixlib_program) == 104 && sizeof(struct unixlib_exit_code) == 24
                   && sizeof(struct unixlib_shared) == 520 && sizeof(struct unixlib_measure) == 16,
               "the same sizes in 32- and 64-bit code");

#endif
