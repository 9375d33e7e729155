/* SPDX-License-Identifier: MIT */
#include "thread_table.h"
#include "cycle_scale.h"

#include <stddef.h>

enum { SETS = 4096, WAYS = 4, TRIES = 1000 };

static struct thread_record table[SETS][WAYS];

static struct thread_record *set_of(uint32_t id)
{
    return table[id / 4 % SETS];  /* ids are multiples of 4 */
}

uint64_t table_raise(uint64_t *stored, uint64_t value)
{
    uint64_t last = table_load(stored);

    while (last < value)
        if (__atomic_compare_exchange_n(stored, &last, value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return value;
    return last;
}

bool can_follow(uint64_t cycles, uint64_t floor)
{
    return cycles + cycle_scale_rate() / 1000 >= floor;
}

/* The one to write to, and its sequence: of that id, else never used, else the longest ended. */
static struct thread_record *choose(uint32_t id, uint32_t *sequence)
{
    struct thread_record *set = set_of(id), *chosen = NULL;
    uint64_t date, oldest = ~0ull;
    uint32_t now, bearer;
    int i;

    for (i = 0; i < WAYS; i++) {
        now = __atomic_load_n(&set[i].sequence, __ATOMIC_ACQUIRE);
        if (now & 1) continue;
        bearer = __atomic_load_n(&set[i].id, __ATOMIC_RELAXED);
        if (bearer != id && bearer && !__atomic_load_n(&set[i].ended, __ATOMIC_RELAXED)) continue;
        date = bearer == id ? 0 : bearer ? __atomic_load_n(&set[i].end_date, __ATOMIC_RELAXED) : 1;
        if (chosen && date >= oldest) continue;
        chosen = &set[i];
        oldest = date;
        *sequence = now;
    }
    return chosen;
}

static struct thread_record *take(uint32_t id)
{
    struct thread_record *record;
    uint32_t sequence;
    int tries;

    for (tries = 0; tries < TRIES; tries++) {
        if (!(record = choose(id, &sequence))) return NULL;
        if (__atomic_compare_exchange_n(&record->sequence, &sequence, sequence + 1, false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_RELAXED))
            return record;
    }
    return NULL;
}

static bool is_same_thread(const struct thread_record *record, uint32_t id, uint32_t tid)
{
    uint64_t time;

    return record->id == id && record->tid == tid && linux_thread_clock(&time) && record->final.total <= time
           && can_follow(cycles_from_ns(time), table_load(&record->own))
           && can_follow(cycles_from_ns(time), table_load(&record->told));
}

static void put(uint64_t *to, uint64_t value)
{
    __atomic_store_n(to, value, __ATOMIC_RELAXED);
}

struct thread_record *thread_table_begin(uint32_t id, uint32_t tid)
{
    struct thread_record *record = take(id);

    if (!record) return NULL;
    if (!is_same_thread(record, id, tid)) {
        put(&record->own, 0);
        put(&record->told, 0);
        put(&record->creation, 0);
    }
    record->cycles = record->tsc = 0;
    put(&record->begun, linux_date());
    __atomic_store_n(&record->id, id, __ATOMIC_RELAXED);
    __atomic_store_n(&record->tid, tid, __ATOMIC_RELAXED);
    __atomic_store_n(&record->ended, 0, __ATOMIC_RELAXED);
    put(&record->final.total, 0);
    put(&record->final.kernel, 0);
    __atomic_store_n(&record->sequence, record->sequence + 1, __ATOMIC_RELEASE);
    return record;
}

/* A thread that is killed in here comes once more, when it is really over. */
void thread_table_end(struct thread_record *record, const struct cpu_split *final)
{
    const uint32_t odd = record->sequence | 1;

    __atomic_store_n(&record->sequence, odd, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_RELEASE);
    put(&record->final.total, final->total);
    put(&record->final.kernel, final->kernel);
    put(&record->end_date, linux_date());
    __atomic_store_n(&record->ended, 1, __ATOMIC_RELAXED);
    __atomic_store_n(&record->sequence, odd + 1, __ATOMIC_RELEASE);
}

static bool look(struct thread_record *record, uint32_t id, struct thread_view *view, bool *torn)
{
    const uint32_t before = __atomic_load_n(&record->sequence, __ATOMIC_ACQUIRE);
    const bool found = __atomic_load_n(&record->id, __ATOMIC_RELAXED) == id;

    view->record = record;
    view->begun = __atomic_load_n(&record->begun, __ATOMIC_RELAXED);
    view->tid = __atomic_load_n(&record->tid, __ATOMIC_RELAXED);
    view->ended = __atomic_load_n(&record->ended, __ATOMIC_RELAXED);
    view->final.total = __atomic_load_n(&record->final.total, __ATOMIC_RELAXED);
    view->final.kernel = __atomic_load_n(&record->final.kernel, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    *torn = before & 1 || __atomic_load_n(&record->sequence, __ATOMIC_RELAXED) != before;
    return found && !*torn;
}

bool thread_table_read(uint32_t id, struct thread_view *view)
{
    struct thread_record *set = set_of(id);
    bool torn, any_torn;
    int i, tries;

    if (!id) return false;
    for (tries = 0; tries < TRIES; tries++) {
        for (i = 0, any_torn = false; i < WAYS; i++, any_torn |= torn)
            if (look(&set[i], id, view, &torn)) return true;
        if (!any_torn) return false;
    }
    return false;
}
