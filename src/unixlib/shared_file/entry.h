/* SPDX-License-Identifier: MIT */
/* The entries of processes in one file, and what belongs to each: its usage and its ended totals. */
#ifndef CYCLETIME_ENTRY_H
#define CYCLETIME_ENTRY_H

#include "unixlib/shared_file/shared_file.h"
#include "unixlib/shared_file/shared_file_layout.h"

#include <sys/resource.h>

/* An entry as it was read, with the newest copy of its times that is whole. */
struct entry {
    uint32_t slot;
    struct process_entry process;
    struct published_times published;
};

static inline struct process_identity entry_process(const struct entry *entry)
{
    return (struct process_identity){ entry->process.id, entry->process.created, entry->process.prefix };
}

/* Returns false if the entry is not whole. */
bool entry_of(const struct shared_slot *slot, struct entry *entry);
bool entry_read(const struct shared_file *file, uint32_t slot, struct entry *entry);
bool entry_find(const struct shared_file *file, struct process_identity process, struct entry *entry);

/* Finds the last process that had the id of LATEST in its prefix and was created when LATEST was, or before; it may have
   ended. */
bool entry_find_last(const struct shared_file *file, struct process_identity latest, struct entry *entry);

/* Returns the value that the process index has for a reaper, a process that writes its children's end records. The
   process's start is part of it, since Linux reuses pids. 0: the start is not reported. */
uint32_t entry_reaper_value(pid_t pid);

/* Finds the process that has PID now; it may have ended without having been waited for. */
bool entry_find_pid(const struct shared_file *file, pid_t pid, struct entry *entry);

/* Takes the locks of the file and of ENTRY's slot, which a closed descriptor may have released. False: ENTRY has no slot,
   another process has taken it meanwhile, or the entry was overwritten. */
bool entry_hold(const struct shared_file *file, const struct entry *entry);

/* Writes the whole of ENTRY, whose slot the caller has locked, and its number in the process index. */
bool entry_open(const struct shared_file *file, struct entry *entry);

/* Writes only the times and flags of ENTRY, under the next sequence number; final ones into both copies: another thread may
   still write older times, which cannot replace both. */
bool entry_write(const struct shared_file *file, struct entry *entry);

struct cpu_times times_split(struct cpu_times ratio, uint64_t total);

/* Sets *RATIO to user and system time as Linux splits them, of ENTRY's process, whose clock is at TOTAL: as procfs_ratio
   reads them now, or as it did less than 10 ms of the process's CPU time before. *RATIO is unchanged if neither is
   reported. */
void entry_ratio(const struct entry *entry, uint64_t total, struct cpu_times *ratio);

/* Whether Linux still has the process of an entry. */
enum life { LIFE_OVER, LIFE_HERE, LIFE_UNKNOWN };
enum life entry_life(const struct shared_file *file, const struct entry *entry);

/* Writes what this process, whose entry is OWN, used until now. A failure leaves it unknown. */
void usage_write(const struct shared_file *file, const struct entry *own);

/* Returns false, with *USAGE unchanged, if the process of ENTRY has not written it. */
bool usage_read(const struct shared_file *file, const struct entry *entry, struct process_usage *usage);

/* Returns what Linux reports of a process. Of a process that has ended and has not been waited for, that is RUSAGE, which
   includes the children that the process waited for, and the peak memory before the process executed its program, when it
   was a copy of its parent. If RUSAGE is NULL, only the peak memory of a process that runs is known. PID 0: nothing is. */
struct process_usage usage_by_linux(pid_t pid, const struct rusage *rusage);

static inline struct ended_sum ended_sum_add(struct ended_sum sum, struct ended_sum part)
{
    const struct cpu_times times = { sum.times.user + part.times.user, sum.times.kernel + part.times.kernel };

    return (struct ended_sum){ times, .processes = sum.processes + part.processes };
}

/* Adds PART to the ended totals of BEARER, a process or a job, in SLOT: a process's are in its own slot number, a job's
   behind those. Called by the process that writes an end record. Returns false if other processes add to them all the time,
   or the file has no room. */
bool ended_totals_add(const struct shared_file *file, uint32_t slot, struct process_identity bearer, struct ended_sum part);

/* Returns BEARER's ended totals, or zeros if no copy is whole and of BEARER. */
struct ended_totals ended_totals_read(const struct shared_file *file, uint32_t slot, struct process_identity bearer);

#endif
