/* SPDX-License-Identifier: MIT */
/* Reads and writes the entries of processes, their usage and their ended totals, and finds entries by the process index. */
#include "unixlib/shared_file/entry.h"
#include "unixlib/shared_file/procfs_process.h"
#include "unixlib/clocks/linux_clock.h"

#include <errno.h>
#include <sched.h>
#include <unistd.h>

enum { PLACES = 1024, TICK = 10000000 /* ns */ };

/* Any program of the user may have written the file. */
bool entry_of(const struct shared_slot *slot, struct entry *entry)
{
    const struct process_entry *process = &slot->entry;
    const struct published_times *newest = NULL, *copy;

    if (!process->pid || process->pid >= SHARED_PIDS || process->name[PROCESS_NAME_SIZE - 1]
        || process->sum != SUM_AFTER(0, process))
        return false;
    for (copy = slot->copies; copy < slot->copies + 2; copy++)
        if (copy->sum == SUM_AFTER(process->sum, copy) && (!newest || copy->sequence > newest->sequence)) newest = copy;
    if (!newest) return false;
    entry->process = *process;
    entry->published = *newest;
    return true;
}

bool entry_read(const struct shared_file *file, uint32_t number, struct entry *entry)
{
    struct shared_slot slot;

    entry->slot = number;
    return shared_file_read(file, SHARED_FILE_AT(slots[number]), &slot, sizeof slot) && entry_of(&slot, entry);
}

/* A process that lost its slot has opened a second entry, and publishes there. */
bool entry_find_last(const struct shared_file *file, struct process_identity latest, struct entry *found)
{
    const uint32_t first = find_first_slot(latest.prefix, latest.id);
    struct shared_slot slots[SHARED_SET_SLOTS];
    struct entry entry, last = { .slot = 0 };
    bool is_found = false, is_later;
    uint32_t i;

    if (!shared_file_read(file, SHARED_FILE_AT(slots[first]), slots, sizeof slots)) return false;
    for (i = 0; i < SHARED_SET_SLOTS; i++) {
        if (slots[i].entry.id != latest.id || slots[i].entry.prefix != latest.prefix) continue;
        if (slots[i].entry.created > latest.created || !entry_of(&slots[i], &entry)) continue;
        is_later = entry.process.created == last.process.created ? entry.published.sequence > last.published.sequence
                                                                 : entry.process.created > last.process.created;
        if (is_found && !is_later) continue;
        entry.slot = first + i;
        last = entry;
        is_found = true;
    }
    if (is_found) *found = last;
    return is_found;
}

bool entry_find(const struct shared_file *file, struct process_identity process, struct entry *entry)
{
    struct entry last;

    if (!entry_find_last(file, process, &last) || last.process.created != process.created) return false;
    *entry = last;
    return true;
}

/* The process that has this pid now opened the entry if it started before the entry was opened, and this user may signal
   it. */
static enum life life_by_number(const struct entry *entry)
{
    const pid_t pid = (pid_t)entry->process.pid;
    uint64_t started;

    if (procfs_thread_started(pid, pid, &started)) {
        if (started > entry->process.begun) return LIFE_OVER;
        return kill(pid, 0) ? LIFE_UNKNOWN : LIFE_HERE;
    }
    return kill(pid, 0) && errno == ESRCH ? LIFE_OVER : LIFE_UNKNOWN;
}

/* The kernel does not report a process its own locks, and releases them when that process closes any descriptor of the
   file, so a lock that is not reported proves nothing. */
enum life entry_life(const struct shared_file *file, const struct entry *entry)
{
    const pid_t holder = shared_file_holder(file, SHARED_LOCK_OWNER(entry->slot));

    return holder == (pid_t)entry->process.pid ? LIFE_HERE : life_by_number(entry);
}

uint32_t entry_reaper_value(pid_t pid)
{
    uint64_t started;

    return procfs_thread_started(pid, pid, &started) ? REAPER | (uint32_t)(started / TICK) : 0;
}

bool entry_find_pid(const struct shared_file *file, pid_t pid, struct entry *entry)
{
    uint32_t value;

    return shared_file_read(file, SHARED_FILE_AT(pids[(uint32_t)pid]), &value, sizeof value) && value - 1 < SHARED_SLOTS
           && entry_read(file, value - 1, entry) && entry->process.pid == (uint32_t)pid
           && life_by_number(entry) == LIFE_HERE;
}

bool entry_hold(const struct shared_file *file, const struct entry *entry)
{
    struct entry there;

    shared_file_lock(file, SHARED_LOCK_USER, F_RDLCK);
    if (!shared_file_lock(file, SHARED_LOCK_OWNER(entry->slot), F_WRLCK)) return false;
    if (entry_read(file, entry->slot, &there) && there.process.sum == entry->process.sum) return true;
    shared_file_lock(file, SHARED_LOCK_OWNER(entry->slot), F_UNLCK);
    return false;
}

bool entry_open(const struct shared_file *file, struct entry *entry)
{
    struct shared_slot slot = { .entry = entry->process };
    const uint32_t value = entry->slot + 1;

    entry->published.sequence++;
    slot.entry.sum = entry->process.sum = SUM_AFTER(0, &entry->process);
    entry->published.sum = SUM_AFTER(entry->process.sum, &entry->published);
    slot.copies[entry->published.sequence % 2] = entry->published;
    if (!shared_file_write(file, SHARED_FILE_AT(slots[entry->slot]), &slot, sizeof slot)) return false;
    shared_file_write(file, SHARED_FILE_AT(pids[entry->process.pid]), &value,
                      sizeof value); /* this may fail for lack of room */
    return true;
}

bool entry_write(const struct shared_file *file, struct entry *entry)
{
    struct published_times *published = &entry->published;
    int writes = published->flags & (PUBLISHED_LEFT | PUBLISHED_ENDED) ? 2 : 1;

    while (writes--) {
        published->sequence++;
        published->sum = SUM_AFTER(entry->process.sum, published);
        if (!shared_file_write(file, SHARED_FILE_AT(slots[entry->slot].copies[published->sequence % 2]), published,
                               sizeof *published))
            return false;
    }
    return true;
}

/* The ratio is taken of halves, so that their sum does not overflow. */
struct cpu_times times_split(struct cpu_times ratio, uint64_t total)
{
    const uint64_t kernel = in_proportion(total, ratio.kernel / 2, ratio.user / 2 + ratio.kernel / 2);

    return (struct cpu_times){ total - kernel, kernel };
}

/* How Linux split the time of the last processes that were queried. A thread uses a place of the table alone, without
   waiting for it. */
static struct kept_ratio {
    uint64_t sum;   /* the sum of the process's entry; 0: the place is empty */
    uint64_t total; /* its clock when the ratio was read */
    struct cpu_times ratio;
    bool is_busy;
} kept_ratios[PLACES];

/* Linux reports the parts in whole ticks, so they need not be read again until the process has used one more. A process
   that has used less than two ticks may have no whole one in either part. */
void entry_ratio(const struct entry *entry, uint64_t total, struct cpu_times *ratio)
{
    struct kept_ratio *place = &kept_ratios[entry->slot % PLACES];
    const bool is_ours = !__atomic_exchange_n(&place->is_busy, true, __ATOMIC_ACQUIRE);
    struct cpu_times read = { 0, 0 };

    if (is_ours && place->sum == entry->process.sum && total - place->total < TICK) {
        read = place->ratio;
    } else if (procfs_ratio((pid_t)entry->process.pid, 0, &read) || total < 2 * TICK) {
        if (is_ours) {
            place->sum = entry->process.sum;
            place->total = total;
            place->ratio = read;
        }
    }
    if (is_ours) __atomic_store_n(&place->is_busy, false, __ATOMIC_RELEASE);
    if (read.user | read.kernel) *ratio = read;
}

/* Some sandboxes report no memory, which no process can do without. */
struct process_usage usage_by_linux(pid_t pid, const struct rusage *rusage)
{
    enum { KILOBYTE = 1024, BLOCK = 512 }; /* the units of getrusage(2) */
    struct process_usage usage;
    int i;

    for (i = 0; i < USAGE_FIGURES; i++) usage.figures[i] = USAGE_UNKNOWN;
    if (rusage) {
        if (rusage->ru_maxrss) usage.figures[USAGE_PEAK_MEMORY] = (uint64_t)rusage->ru_maxrss * KILOBYTE;
        usage.figures[USAGE_MINOR_FAULTS] = (uint64_t)rusage->ru_minflt;
        usage.figures[USAGE_MAJOR_FAULTS] = (uint64_t)rusage->ru_majflt;
        usage.figures[USAGE_VOLUNTARY_SWITCHES] = (uint64_t)rusage->ru_nvcsw;
        usage.figures[USAGE_INVOLUNTARY_SWITCHES] = (uint64_t)rusage->ru_nivcsw;
        usage.figures[USAGE_STORAGE_READ] = (uint64_t)rusage->ru_inblock * BLOCK;
        usage.figures[USAGE_STORAGE_WRITTEN] = (uint64_t)rusage->ru_oublock * BLOCK;
    } else if (pid) {
        procfs_peak_memory(pid, &usage.figures[USAGE_PEAK_MEMORY]);
    }
    return usage;
}

/* The peak memory of getrusage may be the parent's, so it is only used if /proc cannot be read. */
void usage_write(const struct shared_file *file, const struct entry *own)
{
    struct published_usage published;
    struct rusage usage;

    if (getrusage(RUSAGE_SELF, &usage)) return;
    published.usage = usage_by_linux(0, &usage);
    procfs_peak_memory(getpid(), &published.usage.figures[USAGE_PEAK_MEMORY]);
    published.sum = SUM_AFTER(own->process.sum, &published);
    shared_file_write(file, SHARED_FILE_AT(usages[own->slot]), &published, sizeof published);
}

bool usage_read(const struct shared_file *file, const struct entry *entry, struct process_usage *usage)
{
    struct published_usage published;

    if (!shared_file_read(file, SHARED_FILE_AT(usages[entry->slot]), &published, sizeof published)) return false;
    if (published.sum != SUM_AFTER(entry->process.sum, &published)) return false;
    *usage = published.usage;
    return true;
}

enum { TRIES = 2000, LEAST_TRIES = 100, LONGEST = 1000000000 /* ns */ };

static uint64_t ended_totals_sum(const struct ended_totals *totals, struct process_identity bearer)
{
    const uint64_t identity = bearer.created ^ (uint64_t)bearer.id << 32 ^ bearer.prefix;

    return words_sum_after(identity, totals, offsetof(struct ended_totals, sum));
}

struct ended_totals ended_totals_read(const struct shared_file *file, uint32_t slot, struct process_identity bearer)
{
    struct ended_totals copies[2], found = { .sequence = 0 };
    int i;

    if (!shared_file_read(file, SHARED_FILE_AT(ended_totals[slot]), copies, sizeof copies)) return found;
    for (i = 0; i < 2; i++)
        if (copies[i].sum == ended_totals_sum(&copies[i], bearer) && copies[i].sequence > found.sequence) found = copies[i];
    return found;
}

/* fcntl's locks do not exclude threads of one process. A thread that was terminated here would keep all others out. */
static bool try_to_add(const struct shared_file *file, uint32_t slot, struct process_identity bearer, struct ended_sum part)
{
    static int is_busy;
    const sigset_t signals = termination_defer();
    struct ended_totals totals;
    bool done = false;

    if (!__atomic_exchange_n(&is_busy, 1, __ATOMIC_ACQUIRE)) {
        if (shared_file_lock(file, SHARED_LOCK_TOTALS(slot), F_WRLCK)) {
            totals = ended_totals_read(file, slot, bearer);
            totals.sequence++;
            totals.total = ended_sum_add(totals.total, part);
            totals.sum = ended_totals_sum(&totals, bearer);
            done = shared_file_write(file, SHARED_FILE_AT(ended_totals[slot][totals.sequence % 2]), &totals, sizeof totals);
            shared_file_lock(file, SHARED_LOCK_TOTALS(slot), F_UNLCK);
        }
        __atomic_store_n(&is_busy, 0, __ATOMIC_RELEASE);
    }
    termination_allow(signals);
    return done;
}

/* Yields the processor between tries. On a busy machine each yield lasts for the time slices of other threads, so the tries
   end after LONGEST as well; LEAST_TRIES give the lock's holder its turn where many threads wait for a processor. */
bool ended_totals_add(const struct shared_file *file, uint32_t slot, struct process_identity bearer, struct ended_sum part)
{
    uint64_t since = 0, now;
    int tries;

    for (tries = 1; !try_to_add(file, slot, bearer, part); tries++) {
        if (tries >= TRIES) return false;
        if (linux_steady_clock(&now)) {
            if (!since) since = now;
            if (tries >= LEAST_TRIES && now - since >= LONGEST) return false;
        }
        sched_yield();
    }
    return true;
}
