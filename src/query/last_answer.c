/* SPDX-License-Identifier: MIT */
#include "last_answer.h"
#include "processor.h"
#include "raise.h"

enum { SETS = 256, WAYS = 8 };

#define WRITING 0x80000000u

/* Free to be taken over while state is 0; state counts those who look at it, so that its identity stays while they do.
   One who is killed in here costs the entry, no more. */
struct entry {
    ULONG state;
    ULONG id;
    ULONG64 creation;
    ULONG subject;
    ULONG known;
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
    ULONG state = __atomic_load_n(&entry->state, __ATOMIC_ACQUIRE);

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

static void raise_times(struct entry *entry, struct cpu_time *seen)
{
    ULONG64 kernel = load(&entry->kernel), user = load(&entry->user);
    ULONG64 total = seen->kernel + seen->user, part = seen->kernel;

    if (total < kernel + user) total = kernel + user;
    if (part < kernel) part = kernel;
    if (part > total - user) part = total - user;
    seen->kernel = raise(&entry->kernel, part);
    seen->user = raise(&entry->user, total - part);
}

static void raise_entry(struct entry *entry, struct cpu_time *seen)
{
    ULONG known = __atomic_load_n(&entry->known, __ATOMIC_ACQUIRE);

    if (!(seen->known & CPU_TIME_CYCLES)) seen->cycles = 0;
    if (!(seen->known & CPU_TIME_TIMES)) seen->kernel = seen->user = 0;
    seen->cycles = raise(&entry->cycles, seen->cycles);
    raise_times(entry, seen);
    seen->known |= known;
    __atomic_fetch_or(&entry->known, seen->known, __ATOMIC_RELEASE);
    __atomic_store_n(&entry->used, processor_tsc(), __ATOMIC_RELAXED);
}

/* The one to take over: an older bearer of the id, else the longest unused; unused from the start is 0. */
static struct entry *victim(struct entry *set, enum subject subject, const struct cpu_time *seen)
{
    struct entry *oldest = NULL;
    int i;

    for (i = 0; i < WAYS; i++) {
        if (__atomic_load_n(&set[i].state, __ATOMIC_RELAXED)) continue;
        if (is_of(&set[i], subject, seen->id) && load(&set[i].creation) < seen->creation) return &set[i];
        if (!oldest || load(&set[i].used) < load(&oldest->used)) oldest = &set[i];
    }
    return oldest;
}

static BOOLEAN take_over(struct entry *entry, enum subject subject, const struct cpu_time *seen)
{
    ULONG idle = 0;

    if (!__atomic_compare_exchange_n(&entry->state, &idle, WRITING, FALSE, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
        return FALSE;
    __atomic_store_n(&entry->id, seen->id, __ATOMIC_RELAXED);
    __atomic_store_n(&entry->subject, subject, __ATOMIC_RELAXED);
    __atomic_store_n(&entry->creation, seen->creation, __ATOMIC_RELAXED);
    __atomic_store_n(&entry->known, seen->known, __ATOMIC_RELAXED);
    __atomic_store_n(&entry->cycles, seen->cycles, __ATOMIC_RELAXED);
    __atomic_store_n(&entry->kernel, seen->kernel, __ATOMIC_RELAXED);
    __atomic_store_n(&entry->user, seen->user, __ATOMIC_RELAXED);
    __atomic_store_n(&entry->used, processor_tsc(), __ATOMIC_RELAXED);
    __atomic_store_n(&entry->state, 0, __ATOMIC_RELEASE);
    return TRUE;
}

void last_answer_raise(enum subject subject, struct cpu_time *seen)
{
    struct entry *set = set_of(subject, seen->id), *entry;
    BOOLEAN found = FALSE;
    int i;

    if (!seen->id || !seen->creation) return;
    /* Two who come first at once may both take an entry: all of the same identity count. */
    for (i = 0; i < WAYS; i++) {
        if (!find(&set[i], subject, seen->id)) continue;
        if (load(&set[i].creation) == seen->creation) {
            raise_entry(&set[i], seen);
            found = TRUE;
        }
        unpin(&set[i]);
    }
    for (i = 0; i < WAYS && !found && seen->known; i++)
        found = (entry = victim(set, subject, seen)) && take_over(entry, subject, seen);
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
