/* SPDX-License-Identifier: MIT */
/* Which Linux thread each Windows thread of this process is. */
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
    static set own[SETS];
    set *none = NULL, *place = memory ? memory : own;

    return __atomic_compare_exchange_n(&table, &none, place, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE) ? place : none;
}

void *thread_table_where(void)
{
    return __atomic_load_n(&table, __ATOMIC_ACQUIRE);
}

static struct thread_entry *set_of(uint32_t id)
{
    set *sets = thread_table_where();

    if (!sets) sets = thread_table_place(NULL);
    return sets[id / 4 % SETS]; /* ids are multiples of 4 */
}

bool can_continue(uint64_t cycles, uint64_t floor)
{
    return cycles + cycle_conversion_rate() / 1000 >= floor;
}

/* Whether TID is still a thread of this process; the thread may be just ending. */
static bool is_alive(uint32_t tid)
{
    uint64_t time;

    return linux_clock_of_thread(tid, &time);
}

static uint32_t load_word(const uint32_t *word)
{
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

/* Returns whether the thread with ID and TID may take the entry: its own, or that of a thread that has written its final
   values and given back its rseq area, or that has ended for Linux. Before that Linux may write into the entry, and
   Windows code on the thread may read it. */
static bool is_free(const struct thread_entry *entry, uint32_t id, uint32_t tid)
{
    const uint32_t bearer = load_word(&entry->id), its = load_word(&entry->tid);
    const bool has_ended = __atomic_load_n(&entry->ended, __ATOMIC_ACQUIRE);

    if (!bearer) return true;
    if (has_ended && (its == tid || load_word(&entry->area_state) != AREA_OURS)) return true;
    return (bearer == id || bearer == LOST || has_ended) && (its == tid || !is_alive(its));
}

/* The thread takes the entry of the lowest rank: its own, so that it never has two; else an earlier thread's with the same
   id; else one that was never used; else the entry of the thread that ended first. */
static uint64_t rank_of(const struct thread_entry *entry, uint32_t id, uint32_t tid)
{
    const uint32_t bearer = load_word(&entry->id);

    if (bearer && load_word(&entry->tid) == tid) return 0;
    if (bearer == id) return 1;
    return bearer ? __atomic_load_n(&entry->end_date, __ATOMIC_RELAXED) : 2;
}

/* Returns the entry to write to, and its sequence. */
static struct thread_entry *choose_entry(uint32_t id, uint32_t tid, uint32_t *sequence)
{
    struct thread_entry *entries = set_of(id), *chosen = NULL;
    uint64_t rank, lowest = ~0ull;
    uint32_t now;
    int i;

    for (i = 0; i < WAYS; i++) {
        now = __atomic_load_n(&entries[i].sequence, __ATOMIC_ACQUIRE);
        rank = rank_of(&entries[i], id, tid);
        if (now & 1 || (chosen && rank >= lowest) || !is_free(&entries[i], id, tid)) continue;
        chosen = &entries[i];
        lowest = rank;
        *sequence = now;
    }
    return chosen;
}

/* Windows reuses the id of a thread that has ended for Windows, while for Linux that thread may still run. This takes the
   id from the entries of such threads. CHOSEN, the entry that gets the id, is being written and is left alone; NULL: none
   is chosen yet, and free entries, one of which may be chosen, are left alone. */
static void lose_earlier_bearers(uint32_t id, uint32_t tid, const struct thread_entry *chosen)
{
    struct thread_entry *entry = set_of(id), *end = entry + WAYS;
    uint32_t sequence;

    for (; entry < end; entry++) {
        sequence = __atomic_load_n(&entry->sequence, __ATOMIC_ACQUIRE);
        if (sequence & 1 || load_word(&entry->id) != id || (!chosen && is_free(entry, id, tid))) continue;
        if (!__atomic_compare_exchange_n(&entry->sequence, &sequence, sequence + 1, false, __ATOMIC_ACQ_REL,
                                         __ATOMIC_RELAXED))
            continue;
        __atomic_store_n(&entry->id, LOST, __ATOMIC_RELAXED);
        __atomic_store_n(&entry->sequence, sequence + 2, __ATOMIC_RELEASE);
    }
}

static struct thread_entry *take_entry(uint32_t id, uint32_t tid)
{
    struct thread_entry *entry;
    uint32_t sequence;
    int tries;

    for (tries = 0; tries < TRIES; tries++) {
        if (!(entry = choose_entry(id, tid, &sequence))) return NULL;
        if (__atomic_compare_exchange_n(&entry->sequence, &sequence, sequence + 1, false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_RELAXED))
            return entry;
    }
    return NULL;
}

static bool is_same_thread(const struct thread_entry *entry, uint32_t id, uint32_t tid)
{
    uint64_t time;

    return entry->id == id && entry->tid == tid && linux_thread_clock(&time) && entry->final.total <= time
           && can_continue(cycles_from_ns(time), atomic_read(&entry->snapshot.own))
           && can_continue(cycles_from_ns(time), atomic_read(&entry->snapshot.reported));
}

static void store_relaxed(uint64_t *to, uint64_t value)
{
    __atomic_store_n(to, value, __ATOMIC_RELAXED);
}

struct thread_entry *thread_table_begin(uint32_t id, uint32_t tid)
{
    struct thread_entry *entry;

    lose_earlier_bearers(id, tid, NULL);
    if (!(entry = take_entry(id, tid))) return NULL;
    lose_earlier_bearers(id, tid, entry);
    if (!is_same_thread(entry, id, tid)) {
        store_relaxed(&entry->snapshot.own, 0);
        store_relaxed(&entry->snapshot.reported, 0);
        store_relaxed(&entry->creation, 0);
    }
    entry->snapshot.area.cpu_id_start = 0;
    entry->snapshot.area.section = 0;
    entry->snapshot.cycles = entry->snapshot.tsc = 0;
    entry->split = (struct thread_split){ 0 };
    thread_table_change_area(entry, AREA_UNTRIED);
    store_relaxed(&entry->begun, linux_date());
    __atomic_store_n(&entry->id, id, __ATOMIC_RELAXED);
    __atomic_store_n(&entry->tid, tid, __ATOMIC_RELAXED);
    __atomic_store_n(&entry->ended, 0, __ATOMIC_RELAXED);
    store_relaxed(&entry->final.total, 0);
    store_relaxed(&entry->final.kernel, 0);
    __atomic_store_n(&entry->sequence, entry->sequence + 1, __ATOMIC_RELEASE);
    __atomic_store_n(&entry->published, 0, __ATOMIC_RELEASE);
    __atomic_fetch_or(&used[id / 4 % SETS / 64], 1ull << id / 4 % 64, __ATOMIC_RELEASE);
    return entry;
}

void thread_table_created(struct thread_entry *entry, uint64_t date)
{
    if (date > __atomic_load_n(&entry->begun, __ATOMIC_RELAXED)) store_relaxed(&entry->begun, date);
}

/* The store to `ended` comes last and publishes the final values. The sequence stays even, because the scheduler may stop
   the thread at any instruction for a whole time slice, and readers give up on an odd sequence sooner. */
void thread_table_end(struct thread_entry *entry, const struct cpu_split *final)
{
    store_relaxed(&entry->final.total, final->total);
    store_relaxed(&entry->final.kernel, final->kernel);
    store_relaxed(&entry->end_date, linux_date());
    __atomic_store_n(&entry->ended, 1, __ATOMIC_RELEASE);
}

/* The final values are valid only if `ended` was 1 before they are read. */
static bool read_entry(struct thread_entry *entry, uint32_t id, struct thread_view *view, bool *torn)
{
    const uint32_t before = __atomic_load_n(&entry->sequence, __ATOMIC_ACQUIRE);
    const bool found = __atomic_load_n(&entry->id, __ATOMIC_RELAXED) == id;

    view->entry = entry;
    view->begun = __atomic_load_n(&entry->begun, __ATOMIC_RELAXED);
    view->tid = __atomic_load_n(&entry->tid, __ATOMIC_RELAXED);
    view->ended = __atomic_load_n(&entry->ended, __ATOMIC_ACQUIRE);
    view->final.total = __atomic_load_n(&entry->final.total, __ATOMIC_RELAXED);
    view->final.kernel = __atomic_load_n(&entry->final.kernel, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    *torn = before & 1 || __atomic_load_n(&entry->sequence, __ATOMIC_RELAXED) != before;
    return found && !*torn;
}

static void visit_set(struct thread_entry *set, void (*visit)(struct thread_entry *))
{
    int i;

    for (i = 0; i < WAYS; i++)
        if (__atomic_load_n(&set[i].id, __ATOMIC_ACQUIRE)) visit(&set[i]);
}

void thread_table_each(void (*visit)(struct thread_entry *))
{
    uint64_t bits;
    uint32_t i;

    for (i = 0; i < SETS / 64; i++)
        for (bits = __atomic_load_n(&used[i], __ATOMIC_ACQUIRE); bits; bits &= bits - 1)
            visit_set(table[i * 64 + (uint32_t)__builtin_ctzll(bits)], visit);
}

bool thread_table_read(uint32_t id, struct thread_view *view)
{
    struct thread_entry *entries = set_of(id);
    bool torn, any_torn;
    int i, tries;

    if (!id) return false;
    for (tries = 0; tries < TRIES; tries++) {
        for (i = 0, any_torn = false; i < WAYS; i++, any_torn |= torn)
            if (read_entry(&entries[i], id, view, &torn)) return true;
        if (!any_torn) return false;
    }
    return false;
}
