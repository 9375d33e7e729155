/* SPDX-License-Identifier: MIT */
/* Everything that cycletime asks of the NT layer. Only this folder and src/inject/hooks name functions of ntdll. */
#ifndef CYCLETIME_NT_H
#define CYCLETIME_NT_H

#include "cycletime.h"

#include <windows.h>

#define WIN32_NO_STATUS
#include <windows.h>
#undef WIN32_NO_STATUS
#include <ntstatus.h>

typedef LONG NTSTATUS;
#ifndef NT_SUCCESS
#define NT_SUCCESS(status) ((NTSTATUS)(status) >= 0)
#endif

#define NT_CURRENT_PROCESS ((HANDLE)(LONG_PTR)(-1))
#define NT_CURRENT_THREAD ((HANDLE)(LONG_PTR)(-2))

/* As Windows' KERNEL_USER_TIMES. */
struct nt_times {
    ULONG64 creation, exit; /* 100 ns since 1601; exit is 0 while it runs */
    ULONG64 kernel, user;   /* 100 ns */
};

/* An id is 32 bits wide; together with the creation time it identifies a thread or process for good. A pseudo handle is
   resolved without a system call. */
NTSTATUS nt_process_id(HANDLE process, ULONG *id);
NTSTATUS nt_process_id_and_state(HANDLE process, ULONG *id, BOOLEAN *may_run); /* STILL_ACTIVE may be its exit code */
NTSTATUS nt_parent_id(HANDLE process, ULONG *id);                              /* whether or not the parent lives */

/* The thread that a handle refers to, and whether that thread has ended by its exit code: one that exits with
   STATUS_PENDING has ended if it has an exit time. */
struct nt_thread {
    ULONG id, process;
    BOOLEAN ended;
};

NTSTATUS nt_thread(HANDLE thread, struct nt_thread *identity);

/* A thread's description by the system, without its times. `start` is NULL if the handle has no right to query it. */
struct nt_thread_basics {
    struct nt_thread identity;
    LONG priority, base_priority;
    PVOID start; /* the function that the thread began in */
};

NTSTATUS nt_thread_basics(HANDLE thread, struct nt_thread_basics *basics);

/* Windows' numbers for a thread's state (KTHREAD_STATE), and for the reason of a wait (KWAIT_REASON). */
enum nt_thread_state { NT_THREAD_RUNNING = 2, NT_THREAD_TERMINATED = 4, NT_THREAD_WAITING = 5 };
enum nt_wait_reason { NT_WAIT_EXECUTIVE = 0, NT_WAIT_SUSPENDED = 5 };

/* How the system runs a thread; 0: not reported. */
struct nt_scheduling {
    ULONG switches;    /* how often a processor began to run it, modulo 2^32 */
    ULONG state;       /* enum nt_thread_state, and Windows' other states on Windows */
    ULONG wait_reason; /* enum nt_wait_reason, the same */
};

/* The system itself writes *TIMES, which holds anything after a failure. */
NTSTATUS nt_thread_times(HANDLE thread, struct nt_times *times);
NTSTATUS nt_process_times(HANDLE process, struct nt_times *times);

/* The id and the times are of one process, even if another thread closes the handle meanwhile and its number is reused:
   they are queried by a duplicate with RIGHT. */
NTSTATUS nt_process_id_and_times(HANDLE process, ACCESS_MASK right, ULONG *id, struct nt_times *times);

/* A handle that only has the right to terminate the process is enough where this process may open the process. */
NTSTATUS nt_process_identity(HANDLE process, ULONG *id, ULONG64 *creation);

/* Whether HANDLE has been granted RIGHT, which is one of its kind of object. */
BOOLEAN nt_has_right(HANDLE handle, ACCESS_MASK right);

/* Duplicates HANDLE with RIGHT alone, of which the system checks whether this process may have it; 0: with its rights. */
NTSTATUS nt_get_right(HANDLE handle, ACCESS_MASK right, HANDLE *duplicate);

/* A process that this one is about to end. */
struct nt_victim {
    HANDLE handle; /* by which its exit code is read */
    ULONG64 creation;
    ULONG id;
    BOOLEAN is_opened; /* the handle is closed by nt_victim_close */
};

/* Finds the process with this ID or, if ID is 0, that of a handle that may end it. Sets `*code` to its exit code; of a live
   process that is STILL_ACTIVE. */
NTSTATUS nt_victim_find(HANDLE process, ULONG id, struct nt_victim *victim, ULONG *code);

/* Returns an error if the handle leads to another process by now: another thread has closed it. */
NTSTATUS nt_victim_exit_code(const struct nt_victim *victim, ULONG *code);

void nt_victim_close(const struct nt_victim *victim);

/* The live processes of a job, in a block that nt_release releases; NULL: the system does not report them. */
ULONG *nt_job_members(HANDLE job, ULONG *count);

NTSTATUS nt_job_processes(HANDLE job, ULONG *count); /* as many as ever were in it */

BOOLEAN nt_is_in_job(void); /* this process, in any */

/* Returns whether HANDLE leads to the object to which OTHERS leads, a handle of the process with this ID. */
BOOLEAN nt_is_same_object(HANDLE handle, ULONG id, HANDLE others);

NTSTATUS nt_handle_cycles(CYCLETIME_QUESTION question, HANDLE handle, ULONG64 *cycles);

/* Sets the kernel and user time of the live process that has this ID and the creation time in *TIMES, from a list of all
   processes that may be some ms old. Returns STATUS_NOT_FOUND if the process is not listed. */
NTSTATUS nt_listed_process_times(ULONG id, struct nt_times *times);

/* The list of all processes, as one of the system's information classes returns it. */
struct nt_process_list {
    BYTE *block;
    ULONG length, offset, thread_size;
};

struct nt_listed_process {
    PVOID entry;
    ULONG id, parent, threads, thread_size;
    ULONG64 working_set, private_bytes;
    const WCHAR *name; /* not ended by a 0 */
    ULONG name_bytes;
    struct nt_times times;
    ULONG64 cycles;     /* 0: not reported (Wine, before Windows 7) */
    BOOLEAN is_counted; /* false: the cycles are derived from times that move in the system's steps, or not known */
};

struct nt_listed_thread {
    ULONG id;
    struct nt_times times;
    ULONG64 cycles;     /* 0: not reported */
    BOOLEAN is_counted; /* as that of a process */
    struct nt_scheduling scheduling;
};

/* The first gets the system's list, in a block that nt_release releases. The second reads what the system
   answered to the information class CLASS; FALSE: that answer is no list of processes. */
NTSTATUS nt_process_list_open(struct nt_process_list *list);
BOOLEAN nt_process_list_of(ULONG class, PVOID block, ULONG length, struct nt_process_list *list);
BOOLEAN nt_process_list_next(struct nt_process_list *list, struct nt_listed_process *process); /* FALSE: at the end */
ULONG nt_process_list_most_threads(struct nt_process_list list); /* of a process from here on */
void nt_process_list_thread(const struct nt_listed_process *process, ULONG index, struct nt_listed_thread *thread);

/* Writes kernel time, user time and cycles back into the list; of threads how the system runs them instead of cycles. */
void nt_process_list_put(const struct nt_listed_process *process, const struct nt_listed_thread *threads);

/* As Windows' SYSTEM_PROCESSOR_PERFORMANCE_INFORMATION. */
struct nt_processor_times {
    ULONG64 idle, kernel, user, dpc, interrupt; /* 100 ns; kernel includes idle, dpc and interrupt */
    ULONG interrupts, reserved;                 /* their number; 0 */
};

/* Into C1, C2, and C3 or deeper. As Windows' SYSTEM_PROCESSOR_IDLE_INFORMATION. */
struct nt_processor_idle {
    ULONG64 idle, c1, c2, c3; /* 100 ns */
    ULONG c1_transitions, c2_transitions, c3_transitions, padding;
};

enum { NT_MOST_GROUPS = 64 };

/* Wine has one group, which it cuts to the bits of a mask: 64, or 32 in a 32-bit program. It reports the other processors
   all the same, in the PEB and in class 8. Wine: one-group, peb-processors. */
struct nt_groups {
    USHORT count;
    USHORT processors[NT_MOST_GROUPS]; /* of each group: all whose times the system reports */
    BYTE in_mask[NT_MOST_GROUPS];      /* how many of them are in the group's mask */
};

/* The number of a processor, counted through all groups, is below this: there are 64 groups of 64 at most. Wine's one
   group may have more than 64 processors, and fewer than this too. */
enum { NT_MOST_PROCESSORS = NT_MOST_GROUPS * 64 };

NTSTATUS nt_groups(struct nt_groups *groups);

/* The number, through all groups, of a group's first processor. STATUS_INVALID_PARAMETER: there is no such group. */
NTSTATUS nt_first_processor(USHORT group, ULONG *first);
USHORT nt_current_group(void);

/* For COUNT processors of a group, in Windows' order. A value that the system does not report for one is 0. */
NTSTATUS nt_processor_times(USHORT group, ULONG count, struct nt_processor_times *times);
NTSTATUS nt_processor_idle(USHORT group, ULONG count, struct nt_processor_idle *idle);

/* The sums over all processors of what class 8 returns to a hooked program: cycletime's times, after a call of the
   program's own hook, or Wine's if ntdll was left as it is. STATUS_NOT_SUPPORTED: no hooks, or more than one group. */
NTSTATUS nt_exported_system_times(struct nt_processor_times *all);

/* The idle cycles, or those of DPCs and interrupts, by the question. */
NTSTATUS nt_processor_cycles(CYCLETIME_QUESTION question, USHORT group, ULONG count, ULONG64 *cycles);

/* The time since the system started, in 100 ns, at the last tick; and how much of it the system was asleep. */
ULONG64 nt_interrupt_time(void);
ULONG64 nt_interrupt_time_bias(void);

/* The same with the part since the last tick, where the system reports it (Windows 8); else STATUS_NOT_SUPPORTED. */
NTSTATUS nt_interrupt_time_precise(ULONG64 *time);

/* Memory for the time of one query. Allocation waits for no other thread, which may be suspended inside any function of the
   program: it uses neither the heap nor anything else that has a lock. The contents are undefined; NULL: no memory is
   left. nt_release ignores NULL. */
PVOID nt_allocate(SIZE_T size);
void nt_release(PVOID block);

/* An environment variable's value, ended by a zero. FALSE: there is none, or it is longer than SIZE characters hold. */
BOOLEAN nt_environment(const WCHAR *name, WCHAR *value, USHORT size);

/* Whether an environment variable has exactly one of these values, a list that ends with NULL. */
BOOLEAN nt_environment_is(const WCHAR *name, const WCHAR *const *values);

/* Whether this is Wine, whose ProcessTimes are the caller's for any handle, and whose times of ended threads are wrong. */
BOOLEAN nt_is_wine(void);

/* Returns the head of the loader's list of `struct loaded_module`, in load order. Other threads may change the list unless
   the caller holds the loader's lock. */
const struct list_entry *nt_modules(void);

NTSTATUS nt_performance_counter(ULONG64 *counter, ULONG64 *frequency); /* ticks, and ticks a second */

/* The performance counter as a time in UNITS a second. FALSE: there is no counter. */
BOOLEAN nt_performance_time(ULONG64 units, ULONG64 *time);

ULONG nt_dos_error(NTSTATUS status);

/* Copies to or from the caller's memory as NT itself does: all or nothing, without an exception that the program could
   see, and with no lock held. STATUS_ACCESS_VIOLATION: the memory cannot be read or written.
   STATUS_GUARD_PAGE_VIOLATION: it has a guard page, which still is one. Without the unixlib, memory that another
   thread frees meanwhile raises an exception. */
NTSTATUS nt_copy(PVOID to, const void *from, SIZE_T size);

/* Copies this library's own data, in whole ULONGs. Where TO is on the calling thread's stack, it is written to without a
   check: the used part of a stack is committed memory. */
NTSTATUS nt_answer(PVOID to, const void *from, SIZE_T size);

/* Removes the guard from the first guard page of that memory, as a touch would. FALSE: it has no guard page. */
BOOLEAN nt_spend_guard(PVOID memory, SIZE_T size);

/* On x86 a caller may pass memory that is not aligned, as it may to the system. */
typedef DWORD unaligned_DWORD __attribute__((aligned(1)));
typedef ULONG64 unaligned_ULONG64 __attribute__((aligned(1)));

/* The way to the unixlib, cycletime_unixlib.so: a library of Wine's Unix half that is called by number. This function finds
   and loads the library, once, if that was not done yet and may be done now; it stays loaded.
   CYCLETIME_UNIXLIB_STATE_ACTIVE: it may be called. CYCLETIME_UNIXLIB_STATE_NOT_NOW: it cannot be loaded in this call but
   may be in a later one, because this thread holds the loader's lock, as in a DllMain, or another thread is loading it. All
   other results are final. */
CYCLETIME_UNIXLIB_STATE nt_unixlib_open(void);

/* The functions of a library that is loaded already, which is then not searched for. They are set before the first
   nt_unixlib_open; 0: no library is loaded. */
extern ULONG64 nt_unixlib_given;

/* This function loads nothing and calls nothing. */
BOOLEAN nt_unixlib_is_open(void);

struct nt_unixlib {
    NTSTATUS (WINAPI *dispatch)(ULONG64, ULONG, PVOID);
    ULONG64 handle;
};
extern struct nt_unixlib nt_unixlib;

/* The library must be open. */
static inline NTSTATUS nt_unixlib_call(ULONG number, PVOID arguments)
{
    return nt_unixlib.dispatch(nt_unixlib.handle, number, arguments);
}

#endif
