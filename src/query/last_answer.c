/* SPDX-License-Identifier: MIT */
#include "last_answer.h"
#include "processor.h"
#include "raise.h"

enum { SETS = 256, WAYS = 8 };

/* An entry's state: how many look at it, so that its identity stays while they do; whether one takes it over; and how
   often that was done, so that nobody takes over what another has just taken. One who is killed in here costs the entry,
   no more. */
#define LOOKING 0xffffull
#define WRITING 0x10000ull
#define TAKEN 0x20000ull

struct entry {
    ULONG64 state;
    ULONG id;
    ULONG subject;
    ULONG known;
    ULONG64 creation;
    ULONG64 cycles, kernel, user;
    ULONG64 used;  /* the time-stamp counter then */
};

static struct entry table[SETS][WAYS];

static struct entry *set_of(enum subject subject, ULONG id)
{
    return table[(id / 4 + subject * (SETS / 3)) % SETS];  /* ids are multiples of 4 */
}

static BOOLEAN pin(struct entry *entry)
{
    ULONG64 state = load(&entry->state);

    while (!(state & WRITING))
        if (__atomic_compare_exchange_n(&entry->state, &state, state + 1, FALSE, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
            return TRUE;
    return FALSE;
}

static void unpin(struct entry *entry)
{
    __atomic_fetch_sub(&entry->state, 1, __ATOMIC_RELEASE);
}

static BOOLEAN is_of(const struct entry *entry, enum subject subject, ULONG id)
{
    return __atomic_load_n(&entry->id, __ATOMIC_RELAXED) == id
           && __atomic_load_n(&entry->subject, __ATOMIC_RELAXED) == (ULONG)subject;
}

/* Pins it if it is of that subject and id. */
static BOOLEAN find(struct entry *entry, enum subject subject, ULONG id)
{
    if (!is_of(entry, subject, id) || !pin(entry)) return FALSE;
    if (is_of(entry, subject, id)) return TRUE;
    unpin(entry);
    return FALSE;
}

/* Within the total, which is made monotone first; FLOOR is what is known of all entries. */
static void fit_times(struct cpu_time *seen, const struct cpu_time *floor)
{
    ULONG64 total = seen->kernel + seen->user;

    if (total < floor->kernel + floor->user) total = floor->kernel + floor->user;
    if (seen->kernel < floor->kernel) seen->kernel = floor->kernel;
    if (seen->kernel > total - floor->user) seen->kernel = total - floor->user;
    seen->user = total - seen->kernel;
}

static void raise_entry(struct entry *entry, struct cpu_time *seen)
{
    ULONG known = __atomic_load_n(&entry->known, __ATOMIC_ACQUIRE);

    seen->cycles = raise(&entry->cycles, seen->cycles);
    seen->kernel = raise(&entry->kernel, seen->kernel);
    seen->user = raise(&entry->user, seen->user);
    seen->known |= known;
    __atomic_fetch_or(&entry->known, seen->known, __ATOMIC_RELEASE);
    __atomic_store_n(&entry->used, processor_tsc(), __ATOMIC_RELAXED);
}

/* The one to take over, and its state: an older bearer of the id, else the longest unused; unused from the start is 0. */
static struct entry *victim(struct entry *set, enum subject subject, const struct cpu_time *seen, ULONG64 *state)
{
    struct entry *oldest = NULL;
    ULONG64 now;
    int i;

    for (i = 0; i < WAYS; i++) {
        now = load(&set[i].state);
        if (now & (LOOKING | WRITING)) continue;
        if (is_of(&set[i], subject, seen->id) && load(&set[i].creation) < seen->creation) {
            *state = now;
            return &set[i];
        }
        if (oldest && load(&set[i].used) >= load(&oldest->used)) continue;
        oldest = &set[i];
        *state = now;
    }
    return oldest;
}

static BOOLEAN take_over(struct entry *entry, ULONG64 state, enum subject subject, const struct cpu_time *seen)
{
    if (!__atomic_compare_exchange_n(&entry->state, &state, state | WRITING, FALSE, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
        return FALSE;
    __atomic_store_n(&entry->id, seen->id, __ATOMIC_RELAXED);
    __atomic_store_n(&entry->subject, subject, __ATOMIC_RELAXED);
    __atomic_store_n(&entry->creation, seen->creation, __ATOMIC_RELAXED);
    __atomic_store_n(&entry->known, seen->known, __ATOMIC_RELAXED);
    __atomic_store_n(&entry->cycles, seen->cycles, __ATOMIC_RELAXED);
    __atomic_store_n(&entry->kernel, seen->kernel, __ATOMIC_RELAXED);
    __atomic_store_n(&entry->user, seen->user, __ATOMIC_RELAXED);
    __atomic_store_n(&entry->used, processor_tsc(), __ATOMIC_RELAXED);
    __atomic_store_n(&entry->state, state + TAKEN, __ATOMIC_RELEASE);
    return TRUE;
}

/* Two who come first at once may both take an entry: all of the same identity count. */
static BOOLEAN raise_set(struct entry *set, enum subject subject, struct cpu_time *seen)
{
    struct cpu_time floor = { 0 };
    ULONG pinned = 0;
    ULONG64 last;
    int i;

    for (i = 0; i < WAYS; i++) {
        if (!find(&set[i], subject, seen->id)) continue;
        if (load(&set[i].creation) != seen->creation) {
            unpin(&set[i]);
            continue;
        }
        pinned |= 1u << i;
        if ((last = load(&set[i].kernel)) > floor.kernel) floor.kernel = last;
        if ((last = load(&set[i].user)) > floor.user) floor.user = last;
    }
    if (!pinned) return FALSE;
    if (!(seen->known & CPU_TIME_CYCLES)) seen->cycles = 0;
    if (!(seen->known & CPU_TIME_TIMES)) seen->kernel = seen->user = 0;
    fit_times(seen, &floor);
    for (i = 0; i < WAYS; i++) {
        if (!(pinned >> i & 1)) continue;
        raise_entry(&set[i], seen);
        unpin(&set[i]);
    }
    return TRUE;
}

void last_answer_raise(enum subject subject, struct cpu_time *seen)
{
    struct entry *set = set_of(subject, seen->id), *entry;
    ULONG64 state;
    int tries;

    if (!seen->id || !seen->creation) return;
    for (tries = 0; tries < WAYS; tries++) {
        if (raise_set(set, subject, seen) || !seen->known) return;
        if (!(entry = victim(set, subject, seen, &state)) || take_over(entry, state, subject, seen)) return;
    }
}

/* An id that is borne anew has no handle to its earlier bearer left, so it does no harm to raise that one's as well. */
BOOLEAN last_answer_follows(enum subject subject, const struct cpu_time *seen)
{
    struct entry *set = set_of(subject, seen->id);
    BOOLEAN follows = FALSE, back = FALSE;
    int i;

    for (i = 0; i < WAYS; i++) {
        if (!find(&set[i], subject, seen->id)) continue;
        if (!(__atomic_load_n(&set[i].known, __ATOMIC_ACQUIRE) & CPU_TIME_CYCLES)
            || load(&set[i].cycles) > seen->cycles) {
            back = TRUE;
        } else {
            raise(&set[i].cycles, seen->cycles);
            __atomic_store_n(&set[i].used, processor_tsc(), __ATOMIC_RELAXED);
            follows = TRUE;
        }
        unpin(&set[i]);
    }
    return follows && !back;
}
