/* SPDX-License-Identifier: MIT */
#include "unixlib/threads/thread_table.h"
#include "unixlib/clocks/tsc.h"

enum { SETS = 4096, WAYS = 4, TRIES = 1000 };
enum { LOST = 0xffffffff }; /* replaces the id of a thread that still runs for Linux, when another thread has got that id */

typedef struct thread_entry set[WAYS];

const size_t thread_table_size = SETS * sizeof(set);
static set *table;
static uint64_t used[SETS / 64]; /* a bit for each set that has an entry */

void *thread_table_place(void *memory)
{
    set *now = NULL;

    return __atomic_compare_exchange_n(&table, &now, memory, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE) ? memory : now;
}

static struct thread_entry *find_thread_set(uint32_t id)
{
    static set own[SETS];
    set *sets = __atomic_load_n(&table, __ATOMIC_ACQUIRE);

    if (!sets) sets = thread_table_place(own);
    return sets[id / 4 % SETS]; /* ids are multiples of 4 */
}

bool thread_can_continue(uint64_t cycles, uint64_t floor)
{
    return cycles + tsc_conversion_rate() / 1000 >= floor;
}

/* Returns whether the thread with ID and TID may take the entry: its own, or that of a thread that has written its final
   values and given back its rseq area, or that has ended for Linux. Before that Linux may write into the entry, and
   Windows code on the thread may read it. */
static bool is_free(const struct thread_entry *entry, uint32_t id, uint32_t tid)
{
    const uint32_t bearer = __atomic_load_n(&entry->id, __ATOMIC_RELAXED);
    const uint32_t its = __atomic_load_n(&entry->tid, __ATOMIC_RELAXED);
    const bool has_ended = __atomic_load_n(&entry->ended, __ATOMIC_ACQUIRE);
    uint64_t time;

    if (!bearer) return true;
    if (has_ended && (its == tid || __atomic_load_n(&entry->area_state, __ATOMIC_RELAXED) != AREA_OURS)) return true;
    return (bearer == id || bearer == LOST || has_ended)
           && (its == tid || !linux_cpu_clock(linux_clock_of_thread(its), &time));
}

/* Windows reuses the id of a thread that has ended for Windows, while for Linux that thread may still run. This takes the
   id from the entries of such threads. CHOSEN, the entry that gets the id, is being written and is left alone; NULL: none
   is chosen yet, and free entries, one of which may be chosen, are left alone. */
static void take_id_from_earlier_threads(uint32_t id, uint32_t tid, const struct thread_entry *chosen)
{
    struct thread_entry *entry = find_thread_set(id), *end = entry + WAYS;
    uint32_t sequence;

    for (; entry < end; entry++) {
        sequence = __atomic_load_n(&entry->sequence, __ATOMIC_ACQUIRE);
        if (sequence & 1 || __atomic_load_n(&entry->id, __ATOMIC_RELAXED) != id) continue;
        if (!chosen && is_free(entry, id, tid)) continue;
        if (!__atomic_compare_exchange_n(&entry->sequence, &sequence, sequence + 1, false, __ATOMIC_ACQ_REL,
                                         __ATOMIC_RELAXED))
            continue;
        __atomic_store_n(&entry->id, LOST, __ATOMIC_RELAXED);
        __atomic_store_n(&entry->sequence, sequence + 2, __ATOMIC_RELEASE);
    }
}

/* The thread takes the entry of the lowest rank: its own, so that it never has two; else an earlier thread's with the same
   id; else one that was never used; else the entry of the thread that ended first. */
static struct thread_entry *take_thread_entry(uint32_t id, uint32_t tid)
{
    struct thread_entry *const entries = find_thread_set(id), *entry, *chosen;
    uint64_t rank, lowest = 0;
    uint32_t now, bearer, sequence = 0;
    int tries;

    for (tries = 0; tries < TRIES; tries++) {
        for (chosen = NULL, entry = entries; entry < entries + WAYS; entry++) {
            now = __atomic_load_n(&entry->sequence, __ATOMIC_ACQUIRE);
            bearer = __atomic_load_n(&entry->id, __ATOMIC_RELAXED);
            if (bearer && __atomic_load_n(&entry->tid, __ATOMIC_RELAXED) == tid) rank = 0;
            else if (bearer == id) rank = 1;
            else rank = bearer ? __atomic_load_n(&entry->end_date, __ATOMIC_RELAXED) : 2;
            if (now & 1 || (chosen && rank >= lowest) || !is_free(entry, id, tid)) continue;
            chosen = entry;
            lowest = rank;
            sequence = now;
        }
        if (!chosen) return NULL;
        if (__atomic_compare_exchange_n(&chosen->sequence, &sequence, sequence + 1, false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_RELAXED))
            return chosen;
    }
    return NULL;
}

struct thread_entry *thread_table_begin(uint32_t id, uint32_t tid)
{
    struct thread_entry *entry;
    uint64_t time;

    take_id_from_earlier_threads(id, tid, NULL);
    entry = take_thread_entry(id, tid);
    if (!entry) return NULL;
    take_id_from_earlier_threads(id, tid, entry);
    /* The answers about a thread go on from the last ones only if its clock can continue them. */
    if (entry->id != id || entry->tid != tid || !linux_cpu_clock(CLOCK_THREAD_CPUTIME_ID, &time)
        || entry->final.total > time || !thread_can_continue(tsc_cycles_from_ns(time), atomic_read(&entry->snapshot.own))
        || !thread_can_continue(tsc_cycles_from_ns(time), atomic_read(&entry->snapshot.reported))) {
        __atomic_store_n(&entry->snapshot.own, 0, __ATOMIC_RELAXED);
        __atomic_store_n(&entry->snapshot.reported, 0, __ATOMIC_RELAXED);
        __atomic_store_n(&entry->creation, 0, __ATOMIC_RELAXED);
    }
    entry->snapshot.area.cpu_id_start = 0;
    entry->snapshot.area.section = 0;
    entry->snapshot.cycles = entry->snapshot.tsc = 0;
    entry->split = (struct thread_split){ 0 };
    thread_table_change_area(entry, AREA_UNTRIED);
    __atomic_store_n(&entry->begun, linux_date(), __ATOMIC_RELAXED);
    __atomic_store_n(&entry->id, id, __ATOMIC_RELAXED);
    __atomic_store_n(&entry->tid, tid, __ATOMIC_RELAXED);
    __atomic_store_n(&entry->ended, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&entry->final.total, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&entry->final.kernel, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&entry->sequence, entry->sequence + 1, __ATOMIC_RELEASE);
    __atomic_store_n(&entry->published, 0, __ATOMIC_RELEASE);
    __atomic_fetch_or(&used[id / 4 % SETS / 64], 1ull << id / 4 % 64, __ATOMIC_RELEASE);
    return entry;
}

/* The store to `ended` comes last and publishes the final values. The sequence stays even, because the scheduler may stop
   the thread at any instruction for a whole time slice, and readers give up on an odd sequence sooner. */
void thread_table_end(struct thread_entry *entry, const struct unixlib_times *final)
{
    __atomic_store_n(&entry->final.total, final->total, __ATOMIC_RELAXED);
    __atomic_store_n(&entry->final.kernel, final->kernel, __ATOMIC_RELAXED);
    __atomic_store_n(&entry->end_date, linux_date(), __ATOMIC_RELAXED);
    __atomic_store_n(&entry->ended, 1, __ATOMIC_RELEASE);
}

struct thread_entry *thread_table_next(uint32_t *place)
{
    struct thread_entry *entry;
    uint32_t number;
    uint64_t bits;

    while (*place < SETS * WAYS) {
        number = *place / WAYS;
        bits = __atomic_load_n(&used[number / 64], __ATOMIC_ACQUIRE) >> number % 64;
        if (!(bits & 1)) {
            *place = (bits ? number + (uint32_t)__builtin_ctzll(bits) : (number / 64 + 1) * 64) * WAYS;
            continue;
        }
        entry = &table[number][(*place)++ % WAYS];
        if (__atomic_load_n(&entry->id, __ATOMIC_ACQUIRE)) return entry;
    }
    return NULL;
}

bool thread_table_read(uint32_t id, struct thread_view *view)
{
    struct thread_entry *const entries = find_thread_set(id), *entry;
    bool is_found, is_torn, any_torn = true;
    uint32_t before;
    int tries;

    for (tries = 0; id && any_torn && tries < TRIES; tries++) {
        for (any_torn = false, entry = entries; entry < entries + WAYS; entry++) {
            before = __atomic_load_n(&entry->sequence, __ATOMIC_ACQUIRE);
            is_found = __atomic_load_n(&entry->id, __ATOMIC_RELAXED) == id;
            view->entry = entry;
            view->begun = __atomic_load_n(&entry->begun, __ATOMIC_RELAXED);
            view->tid = __atomic_load_n(&entry->tid, __ATOMIC_RELAXED);
            view->ended = __atomic_load_n(&entry->ended, __ATOMIC_ACQUIRE);
            view->final.total = __atomic_load_n(&entry->final.total, __ATOMIC_RELAXED);
            view->final.kernel = __atomic_load_n(&entry->final.kernel, __ATOMIC_RELAXED);
            __atomic_thread_fence(__ATOMIC_ACQUIRE);
            is_torn = before & 1 || __atomic_load_n(&entry->sequence, __ATOMIC_RELAXED) != before;
            if (is_found && !is_torn) return true;
            any_torn |= is_torn;
        }
    }
    return false;
}
